// What one can do that is no move: take back, ask for a hint, resign in two steps, play again.

import { button, h } from "../lib/dom.js";
import { say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").State} State */

/** Whether there is somebody to offer a draw to. @param {State} now @param {boolean} alone */
const mayOffer = (now, alone) => !now.over && !!now.acts.draw && !alone;

/** Whether a hint can be asked for, now or at another time. @param {State} now @param {boolean} alone */
const mayAsk = (now, alone) => !now.acts.move_now && (!!now.acts.hint || alone);

/** Whether the reader sits at this table, and whether others do. @param {State} now */
function seated(now) {
  return {
    sits: !now.you || now.you.length > 0,
    plays: !now.you || now.you.some((number) => !now.seats[number].out),
    alone: !now.you || now.seats.every((seat, number) => seat.computer || now.you?.includes(number)),
  };
}

/** Which buttons there are. @param {State} now @param {boolean} giving whether the reader is asked if they really give up @param {boolean} held whether they are waited for */
function offered(now, giving, held) {
  const { sits, plays, alone } = seated(now);
  // Who has finished a race has nothing left to do while others go on.
  const finished = now.series === null && !now.acts.resign;
  const playing = plays && !now.over && !giving && !finished;
  const busy = now.acts.move_now;
  // Whoever is shown what has happened goes on with that first.
  const free = !giving && !held;
  return {
    undo: playing,
    hint: playing && free && mayAsk(now, alone),
    analyse: free && !!now.acts.analyse,
    draw: mayOffer(now, alone) && free,
    move_now: playing && free && busy,
    resign: playing,
    keep_playing: giving,
    really_resign: giving,
    rematch: now.over && sits && now.series !== null,
    new_game: now.over,
    save: now.over,
  };
}

/** What a button is called now: nobody takes revenge on a puzzle, and who resigns among several leaves them. @param {string} name @param {State} now */
function named(name, now) {
  if (now.leaver !== null && (name === "resign" || name === "really_resign")) return name.replace("resign", "leave");
  if (name === "move_now" && now.failed) return "try_again";
  return name === "rematch" && now.players === 1 ? "another" : name;
}

/** What it means that the reader leaves, where the others go on. @param {State} now */
function consequence({ leaver, seats, you }) {
  if (leaver === null) return "";
  return you.length === 1 ? say("leaving.you") : say("leaving.seat", { name: seats[leaver].name });
}

/** @param {{act: (act: import("../lib/state_types.js").ActName, more?: import("../lib/api.js").Sent) => void, analyse: () => void, table: string}} told */
export function createActs(told) {
  const row = h("div", { class: "row fill" });
  const question = h("p", { class: "small", id: "leaving" });
  const part = h("section", { class: "acts" }, question, row);
  /** @type {State|null} */
  let state = null;
  /** Whether the reader is asked if they really give up. */
  let giving = false;
  /** Whether more has happened, and the reader is waited for. */
  let held = false;

  /** @param {string} name @param {() => void} run @param {import("../lib/dom.js").Attributes} [more] */
  const make = (name, run, more = {}) => {
    const made = button("", {
      ...more,
      onclick: () => made.getAttribute("aria-disabled") !== "true" && run(),
    });
    made.dataset.act = name;
    return made;
  };
  const give = (/** @type {boolean} */ wanted) => () => {
    giving = wanted;
    if (state) show(state, held);
    (wanted ? buttons.keep_playing : buttons.resign).focus();
  };
  const buttons = {
    undo: make("undo", () => told.act("undo")),
    hint: make("hint", () => told.act("hint")),
    move_now: make("move_now", () => told.act("move_now")),
    keep_playing: make("keep_playing", give(false), { "aria-describedby": "leaving" }),
    really_resign: make("really_resign", () => told.act("resign")),
    rematch: make("rematch", () => told.act("rematch"), { class: "btn main" }),
    analyse: make("analyse", () => told.analyse(), { class: "btn more", "aria-pressed": "false" }),
    draw: make("draw", () => told.act("draw"), { class: "btn more" }),
    resign: make("resign", give(true), { class: "btn more" }),
    new_game: h("a", { class: "btn more", href: "/", "data-act": "new_game" }),
    save: h("a", { class: "btn", href: `${told.table}/record`, download: true, "data-act": "save" }),
  };
  row.append(...Object.values(buttons));

  /** @param {State} now @param {boolean} waited */
  function show(now, waited) {
    [state, held] = [now, waited];
    giving &&= now.acts.resign;
    const shown = offered(now, giving, held);
    for (const [name, element] of Object.entries(buttons)) {
      element.hidden = !shown[/** @type {keyof typeof shown} */ (name)];
      element.textContent = say(`act.${named(name, now)}`);
      // Whoever is putting a move together takes back a part of it.
      const begun = name === "undo" && now.mine && now.scene.touched.length > 0;
      const may = begun || /** @type {Record<string, boolean|undefined>} */ (now.acts)[name];
      if (may !== undefined) element.setAttribute("aria-disabled", String(!may));
    }
    // On a phone there are two corners: after the end one asks what it was worth, and saves the game further down.
    buttons.analyse.classList.toggle("more", !shown.rematch || !shown.analyse);
    buttons.save.classList.toggle("more", shown.rematch && shown.analyse);
    buttons.new_game.setAttribute("href", `/?game=${now.game}`);
    part.classList.toggle("giving", giving);
    question.textContent = giving ? consequence(now) : "";
    question.hidden = !question.textContent;
    part.setAttribute("aria-label", say("label.actions"));
  }

  return {
    part,
    show,
    /** Ask whether the reader really gives up. */
    resign: () => state?.acts.resign && give(true)(),
    /** What it is called to resign now, where there is space for it. */
    resigns: () => (state && state.leaver !== null ? "leave_game" : "resign"),
    mayResign: () => !!state?.acts.resign,
    /** Whether the reader may ask what positions are worth. */
    mayAnalyse: () => !!state?.acts.analyse,
    /** @param {boolean} on whether they are shown what the position is worth */
    analysing: (on) => buttons.analyse.setAttribute("aria-pressed", String(on)),
    /** Whether there is somebody to offer a draw to. */
    mayDraw: () => !!state && !buttons.draw.hidden,
  };
}
