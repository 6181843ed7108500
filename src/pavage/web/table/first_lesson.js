// Whoever comes to a game for the first time is offered its lesson: once, until the first move is made.

import { button, h } from "../lib/dom.js";
import { isKnown, know } from "../lib/reading.js";
import { say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").State} State */

/** @param {string} id the table */
export function createFirstLesson(id) {
  const part = h("section", { class: "first-lesson", hidden: true });
  /** Whether it is offered at this table; known once there is a game. @type {boolean|null} */
  let offered = null;

  /** @param {State} now */
  function show(now) {
    const seat = now.you?.[0];
    const begun = now.over || now.moves.some((move) => move.seat === seat);
    if (seat !== undefined && offered === null) {
      offered = !!now.reading.lesson && !begun && !isKnown(now.game, id);
      if (now.reading.lesson) know(now.game);
    }
    if (begun) offered = false;
    part.hidden = !offered;
    if (!offered) return part.replaceChildren();
    part.setAttribute("aria-label", say("reading.lesson"));
    const later = button(say("reading.later"), { onclick: () => ((offered = false), show(now)) });
    const go = h("a", { class: "btn", href: now.reading.lesson }, say("reading.lesson"));
    part.replaceChildren(h("p", { class: "small" }, say("reading.first", { game: now.title })), h("div", { class: "row" }, go, later));
  }

  return { part, show };
}
