// Whoever comes to a game for the first time is offered its lesson: once, until the first move is made.

import { h } from "../lib/dom.js";
import { isKnown, know } from "../lib/reading.js";
import { say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").State} State */

/** A line of the prompt, which keeps the room for it: in view on every screen, and nothing moves when it is gone. @param {string} id the table */
export function createFirstLesson(id) {
  const part = h("p", { class: "first-lesson", hidden: true });
  /** Whether it is offered at this table; known once there is a game. @type {boolean|null} */
  let offered = null;

  /** @param {State} now */
  function show(now) {
    const seat = now.you?.[0];
    const begun = now.over || now.moves.some((move) => move.seat === seat);
    if (seat !== undefined && offered === null) {
      // Nobody leaves a race, whose clock runs.
      offered = !!now.reading.lesson && !begun && now.series !== null && !isKnown(now.game, id);
      if (now.reading.lesson) know(now.game);
    }
    if (begun) offered = false;
    part.hidden = !offered;
    if (!offered) return part.replaceChildren();
    const later = h("button", { type: "button", class: "text-link", onclick: () => ((offered = false), show(now)) }, say("reading.later"));
    const go = h("a", { class: "text-link", href: now.reading.lesson }, say("reading.take_lesson"));
    part.replaceChildren(say("reading.first"), " ", go, " ", later);
  }

  return { part, show };
}
