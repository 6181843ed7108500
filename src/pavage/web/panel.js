// Everything beside the board: seats, the sentence, the moves, the buttons.

import { runClocks } from "./clock.js";
import { select } from "./controls.js";
import { brand, button, h, icon, stone } from "./dom.js";
import { createShare } from "./share.js";
import { createSheets } from "./sheets.js";
import { createSocial, presence } from "./social.js";
import { createTrays } from "./trays.js";
import { say } from "./words.js";

/** @typedef {import("./api.js").State} State */

// Characters of moves that fit side by side in the list.
const ROOM_FOR_MOVES = 26;

/**
 * @param {{act: (name: string, more?: Record<string, any>) => void, chat: (text: string) => void,
 *   zoom: (by: number) => void, picture: () => SVGSVGElement|null, id: string, touch: (site: number) => void, anew: (site: number) => void,
 *   turn: () => void, typed: (text: string) => void, look: (ply: number) => void,
 *   overlay: (name: string) => void, table: string, menu: {opener: HTMLElement, panel: HTMLElement}}} told
 */
export function createPanel(told) {
  const title = h("h1", { class: "what" }, "Pavage");
  const bar = h(
    "header",
    { class: "bar" },
    brand(),
    title,
    h("span", { class: "push" }, told.menu.opener),
    told.menu.panel,
  );
  const seats = h("ol", { class: "seats" });
  const sentence = h("p", { class: "sentence" });
  const line = h("p", { class: "small" });
  const progress = h("progress", { max: "1", value: "0", hidden: true });
  const watching = h("p", { class: "note watching", hidden: true });
  const prompt = h("section", { class: "prompt" }, watching, sentence, line, progress);
  const trays = createTrays(told);
  const sheets = createSheets(`${told.table}/sheets`);
  const social = createSocial(told.id, told);
  const share = createShare(told.id, { picture: told.picture, ply: () => ply });
  social.part.append(share.part);
  const tray = h("section", { class: "tray", hidden: true });
  const list = h("div", { class: "list" });
  const nav = h("div", { class: "nav" });
  const asked = h("div", { class: "asked", hidden: true });
  const moves = h("section", { class: "moves" }, asked, nav, list);
  const row = h("div", { class: "row fill" });
  const acts = h("section", { class: "acts" }, row);

  /** @type {{left: number|null, periods: number, running: boolean, figure: HTMLElement}[]} */
  let clocks = [];
  const clock = runClocks(() => clocks);
  /** @type {State|null} */
  let state = null;
  let ply = 0;
  let giving = false;

  const steps = {
    first: () => 0,
    back: () => ply - 1,
    forward: () => ply + 1,
    last: () => state?.moves.length ?? 0,
  };
  const stepButtons = Object.entries(steps).map(([name, to]) => {
    const step = button("", { class: "btn bare", onclick: () => go(to()) });
    step.dataset.step = name;
    step.append(icon(/** @type {any} */ (name)));
    return step;
  });
  const zoomButtons = ["out", "in"].map((way) => {
    const zoom = button("", { class: "btn bare zoom", onclick: () => told.zoom(way === "in" ? 1 : -1) });
    zoom.dataset.zoom = way;
    zoom.append(icon(way === "in" ? "plus" : "minus"));
    return zoom;
  });
  nav.append(...stepButtons, ...zoomButtons);
  moves.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
    if (!way || event.target.closest("select")) return;
    event.preventDefault();
    go(steps[way]());
  });

  const make = (name, run, more = {}) => {
    const made = button("", {
      ...more,
      onclick: () => made.getAttribute("aria-disabled") !== "true" && run(),
    });
    made.dataset.act = name;
    return made;
  };
  const give = (wanted) => () => {
    giving = wanted;
    if (state) showActs(state);
    (wanted ? buttons.keep_playing : buttons.resign).focus();
  };
  const buttons = {
    undo: make("undo", () => told.act("undo")),
    hint: make("hint", () => told.act("hint")),
    move_now: make("move_now", () => told.act("move_now")),
    draw: make("draw", () => told.act("draw"), { class: "btn more" }),
    resign: make("resign", give(true), { class: "btn more" }),
    keep_playing: make("keep_playing", give(false)),
    really_resign: make("really_resign", () => told.act("resign")),
    rematch: make("rematch", () => told.act("rematch"), { class: "btn main" }),
    new_game: h("a", { class: "btn more", href: "/", "data-act": "new_game" }),
    save: h("a", { class: "btn", href: `${told.table}/record`, download: true, "data-act": "save" }),
  };
  row.append(...Object.values(buttons));

  /** @param {number} to */
  function go(to) {
    const last = state?.moves.length ?? 0;
    told.look(Math.max(0, Math.min(last, to)));
  }

  /** @param {State} now */
  function showActs(now) {
    const busy = now.acts.move_now;
    const sits = !now.you || now.you.length > 0;
    const alone = !now.you || now.seats.every((seat, number) => seat.computer || now.you?.includes(number));
    const shown = {
      undo: !now.over && !giving && sits,
      hint: !now.over && !giving && !busy && (!now.you || !!now.acts.hint || alone),
      draw: !now.over && !giving && !!now.acts.draw && !alone,
      move_now: !now.over && !giving && busy && sits,
      resign: !now.over && !giving && sits,
      keep_playing: giving,
      really_resign: giving,
      rematch: now.over && sits,
      new_game: now.over,
      save: now.over,
    };
    for (const [name, element] of Object.entries(buttons)) {
      element.hidden = !shown[/** @type {keyof typeof shown} */ (name)];
      element.textContent = say(`act.${name === "move_now" && now.failed ? "try_again" : name}`);
      if (name in now.acts) element.setAttribute("aria-disabled", String(!now.acts[name]));
    }
    acts.classList.toggle("giving", giving);
  }

  /** @param {State} now */
  function showSeats(now) {
    clocks = now.seats.map((seat) => ({ ...seat, figure: h("span", { class: "clock num" }) }));
    const many = now.players > 2;
    const items = now.seats.map((seat, number) =>
      h(
        "li",
        {
          class: ["seat", seat.turn && "turn", seat.out && "out"].filter(Boolean).join(" "),
          "aria-current": seat.turn ? "true" : null,
        },
        stone(seat.colour),
        h(
          "span",
          { class: "who" },
          h(
            "span",
            { class: "name" },
            seat.name,
            presence(now, number) ? h("span", { class: "presence" }, ` ${presence(now, number)}`) : null,
          ),
          h("small", { class: many && seat.note ? "unseen" : null }, seat.aim),
          seat.note ? h("small", {}, seat.note) : null,
        ),
        h(
          "span",
          { class: "figures" },
          seat.out ? h("span", { class: "word" }, say("out")) : h("span", { class: "score num" }, seat.score),
          clocks[number].figure,
        ),
      ),
    );
    seats.replaceChildren(...items);
    seats.classList.toggle("many", now.players > 3);
    seats.setAttribute("aria-label", say("label.seats"));
    clock.told();
  }

  /** The list: a round of the table on each line, in columns if the moves are short. @param {State} now */
  function showMoves(now) {
    const longest = Math.max(0, ...now.moves.map((move) => move.text.length));
    // Moves of chance have no column of their own.
    const flows = longest > ROOM_FOR_MOVES / now.players || now.moves.some((move) => move.seat < 0);
    list.setAttribute("class", `list ${flows ? "flows" : `of-${Math.min(now.players, 6)}`}`);
    moves.setAttribute("aria-label", say("label.moves"));
    /** @type {HTMLElement[]} */
    const rounds = [];
    let next = now.players;
    now.moves.forEach((move, index) => {
      const column = Math.max(0, move.seat);
      if (column < next || next >= now.players) {
        for (; next < now.players && rounds.length; next++) rounds[rounds.length - 1].append(h("span"));
        rounds.push(h("div", { class: "round" }, h("span", { class: "n" }, String(rounds.length + 1))));
        next = 0;
      }
      const round = rounds[rounds.length - 1];
      for (; next < column; next++) round.append(h("span"));
      const sign = flows && move.seat >= 0 ? stone(now.seats[move.seat].colour) : null;
      round.append(
        h(
          "button",
          {
            type: "button",
            class: move.seat < 0 ? "chance" : null,
            tabindex: "-1",
            "data-ply": index + 1,
            onclick: () => go(index + 1),
          },
          sign,
          move.text,
        ),
      );
      next++;
    });
    list.replaceChildren(...rounds);
  }

  /** Mark the move whose position is shown. @param {number} shown */
  function showPly(shown) {
    ply = shown;
    for (const move of list.querySelectorAll("button")) {
      const now = Number(move.dataset.ply) === shown;
      move.classList.toggle("now", now);
      move.tabIndex = now ? 0 : -1;
      move.toggleAttribute("aria-current", now);
      if (now) {
        move.setAttribute("aria-current", "step");
        if (list.scrollHeight > list.clientHeight) {
          const below = move.getBoundingClientRect().top - list.getBoundingClientRect().top;
          list.scrollTop += below - list.clientHeight / 2;
        }
      }
    }
    const last = state?.moves.length ?? 0;
    for (const step of stepButtons) {
      const name = step.dataset.step || "";
      step.setAttribute("aria-label", say(`act.${name}`));
      const there = name === "first" || name === "back" ? shown === 0 : shown === last;
      step.setAttribute("aria-disabled", String(there));
    }
  }

  /** The other sites that may be touched, with what they do. @param {State} now */
  function showTray(now) {
    const offers = now.mine ? now.scene.buttons.filter((offer) => !offer.in_tray) : [];
    tray.hidden = !offers.length;
    tray.classList.toggle("terse", offers.every((offer) => !offer.help));
    tray.replaceChildren(
      ...offers.map((offer) =>
        h(
          "div",
          { class: "offer" },
          button(offer.label, {
            class: [
              now.scene.touched.length && offers.length === 1 ? "btn main" : "btn",
              now.hinted.includes(offer.site) && "hinted",
            ]
              .filter(Boolean)
              .join(" "),
            "data-site": offer.site,
            "aria-describedby": offer.help ? `help-${offer.site}` : null,
            onclick: () => told.touch(offer.site),
          }),
          offer.help ? h("p", { class: "small", id: `help-${offer.site}` }, offer.help) : null,
        ),
      ),
    );
  }

  /** What the rules speak of, to be shown on the board. @param {import("./api.js").Overlay[]} overlays @param {string} shown */
  function showOverlays(overlays, shown) {
    asked.hidden = !overlays.length;
    if (!overlays.length || asked.contains(document.activeElement)) return;
    const none = { value: "", label: say("overlay_none") };
    const choices = [none, ...overlays.map(({ name, label }) => ({ value: name, label }))];
    asked.replaceChildren(
      h("span", { class: "small", "aria-hidden": "true" }, say("overlay")),
      select(say("overlay"), choices, shown, told.overlay),
    );
  }

  return {
    /** Ask whether the reader really gives up. */
    resign: () => state?.acts.resign && give(true)(),
    /** Whether there is somebody to offer a draw to. */
    mayDraw: () => !!state && !buttons.draw.hidden,
    parts: [bar, seats, prompt, social.offers, trays.part, tray, moves, sheets.part, social.part, acts],
    refused: trays.refused,
    clock,

    /** @param {State} now @param {number} shown the ply that is looked at */
    show(now, shown) {
      state = now;
      giving &&= now.acts.resign;
      title.replaceChildren(now.title, ...(now.size ? [h("small", {}, now.size)] : []));
      buttons.new_game.setAttribute("href", `/?game=${now.game}`);
      showSeats(now);
      showTray(now);
      trays.show(now);
      sheets.show(now.scene.sheets ?? []);
      showMoves(now);
      ply = shown;
      showActs(now);
      for (const zoom of zoomButtons) zoom.setAttribute("aria-label", say(`act.zoom_${zoom.dataset.zoom}`));
      share.show(now);
      social.show(now);
      watching.hidden = !now.you || now.you.length > 0;
      watching.textContent = say("watching", { number: Math.max(1, now.watchers ?? 1) });
      sentence.textContent = now.prompt;
      sentence.classList.toggle("long", now.prompt.length > 56);
      prompt.classList.toggle("mine", now.mine);
      acts.setAttribute("aria-label", say("label.actions"));
      if (!now.busy) progress.hidden = true;
      // Last, when it is known how much room the moves have.
      showPly(shown);
    },
    showPly,
    showOverlays,
    arrive: social.arrive,

    /** The line below the sentence. @param {string} text @param {boolean} [refused] */
    say(text, refused = false) {
      line.textContent = refused ? `✕ ${text}` : text;
      line.classList.toggle("warn", refused);
    },

    /** @param {number} share */
    progress(share) {
      progress.hidden = false;
      progress.value = share;
      progress.setAttribute("aria-label", say("label.progress"));
    },

    /** The server cannot be reached, or the table is gone. @param {string} what @param {string} then */
    offline(what, then) {
      for (const seat of seats.children) seat.classList.remove("turn");
      for (const clock of clocks) clock.running = false;
      sentence.textContent = what;
      prompt.classList.remove("mine");
      progress.hidden = true;
      this.say(then);
    },
  };
}
