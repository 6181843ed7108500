// What was done without a connection is not played late unless its reader still wants it.

import { button, h } from "../lib/dom.js";
import { announce, say } from "../lib/words.js";

/** @typedef {import("../lib/api.js").Late} Late @typedef {import("../lib/state_types.js").State} State */

/**
 * What a message says, in words.
 * @param {import("../lib/api.js").Sent} message @param {State} state @param {(cell: number) => string} nameOf
 */
function inWords(message, { scene }, nameOf) {
  if (typeof message.act === "string") return say(`act.${message.act}`);
  if (typeof message.typed === "string") return message.typed;
  const things = [...scene.buttons, ...(scene.trays ?? []).flatMap(({ items }) => items)];
  const sites = /** @type {number[]} */ (message.touch ?? []);
  return sites.map((site) => nameOf(site) || things.find((thing) => thing.site === site)?.label).filter(Boolean).join(", ");
}

/** @param {{again: (mark: string) => void, drop: (mark: string) => void, nameOf: (cell: number) => string}} told */
export function createLate(told) {
  const part = h("div", { class: "late", role: "group", hidden: true });
  /** @type {Late[]} */
  let asked = [];

  /** @param {(mark: string) => void} then */
  function settle(then) {
    const marks = asked.map(({ mark }) => mark);
    asked = [];
    part.hidden = true;
    marks.forEach(then);
  }

  return {
    part,
    /** @param {Late[]} late @param {State} state */
    ask(late, state) {
      asked = late;
      const what = late.map(({ message }) => inWords(message, state, told.nameOf)).join(", ");
      const sentence = say("late.ask", { what });
      const yes = button(say("late.yes"), { class: "btn main", onclick: () => settle(told.again) });
      const no = button(say("late.no"), { onclick: () => settle(told.drop) });
      part.setAttribute("aria-label", sentence);
      part.replaceChildren(h("p", {}, sentence), h("div", { class: "row" }, yes, no));
      part.hidden = false;
      part.scrollIntoView({ block: "nearest" });
      announce(sentence);
    },
    /** Something else was done instead. */
    forget: () => settle(told.drop),
  };
}
