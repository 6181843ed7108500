// What stands above the boards of a class: the round, how far it is, and what the teacher can say to all.

import { createCountdown } from "../lib/countdown.js";
import { button, h, icon } from "../lib/dom.js";
import { say } from "../lib/words.js";
import { wall } from "./wall.js";

/** @typedef {import("../lib/state_types.js").ClassShown} ClassShown @typedef {import("../lib/state_types.js").ClassRound} ClassRound */

/** How many have finished, of how many: tables, or in a race pupils. @param {ClassShown} now @param {ClassRound} round */
function progress(now, round) {
  if (round.mode === "tables") return { done: round.groups.filter(({ over }) => over).length, all: round.groups.length };
  const done = now.pupils.filter(({ score, state }) => score && state === "over").length;
  return { done, all: round.groups[0].names.length };
}

/** Stop all boards, or let them go on; a race is started so. @param {ClassShown} now @param {ClassRound} round @param {(act: string) => void} act */
function pauseButton({ paused }, { mode, begun }, act) {
  const name = !paused ? "pause" : mode === "race" && !begun ? "start_race" : "go_on";
  return button(say(`class.${name}`), { class: "btn main large", "data-act": "pause", onclick: () => act(paused ? "go_on" : "pause") });
}

/** @param {(act: string, more?: object) => void} act */
export function createRoundHead(act) {
  const part = h("section", { class: "class-head" }, say("connecting"));
  let unfolded = false;
  const left = createCountdown(h("span", { class: "num" }), (figure) => ` · ${say("class.time_left", { time: figure })}`);

  /** @param {ClassShown} now @param {ClassRound} round */
  function parts(now, round) {
    const { done, all } = progress(now, round);
    const waiting = round.mode === "tables" ? now.pupils.filter(({ state }) => state === "waiting").length : 0;
    const shown = h("details", { class: "more", open: unfolded }, h("summary", {}, say("class.wall"), icon("down")), wall(now));
    shown.addEventListener("toggle", () => (unfolded = shown.open));
    return [
      h("p", { class: "small" }, say("class.named", { code: now.code })),
      h("h1", {}, say("class.round", { number: round.number, game: round.title })),
      h("p", { class: "sentence" }, say("class.done_of", { done, all }), left.part, round.stopped ? ` · ${say("class.time_over")}` : null),
      h(
        "div",
        { class: "row wrap" },
        done < all || now.paused ? pauseButton(now, round, act) : null,
        waiting ? button(say("class.seat_waiting", { number: waiting }), { "data-act": "seat_waiting", onclick: () => act("seat_waiting") }) : null,
        now.shown === null ? null : button(say("class.small_again"), { "data-act": "show", onclick: () => act("show", { board: null }) }),
      ),
      shown,
    ];
  }

  return {
    part,
    /** @param {ClassShown} now */
    show(now) {
      left.tell(now);
      const focused = part.contains(document.activeElement) ? document.activeElement?.getAttribute("data-act") : null;
      if (now.round) part.replaceChildren(...parts(now, now.round));
      else part.replaceChildren(h("h1", {}, say("class.named", { code: now.code })), wall(now));
      if (focused) /** @type {HTMLElement|null} */ (part.querySelector(`[data-act="${focused}"]`))?.focus({ preventScroll: true });
    },
  };
}
