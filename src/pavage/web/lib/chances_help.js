// A question mark behind a percentage, and what it opens: what the percentages mean.

import { h } from "./dom.js";
import { say } from "./words.js";

/** @param {string} id of what it opens @param {HTMLElement} line that has the percentage */
export function createMeaning(id, line) {
  const text = h("p", { class: "meaning", id, popover: "auto" });
  const button = h("button", { class: "what-is", type: "button", popovertarget: id, hidden: true }, "?");

  return {
    part: h("div", { class: "explained" }, line, " ", button, text),
    /** @param {string} meaning empty if there is no percentage */
    show(meaning) {
      button.hidden = !meaning;
      button.setAttribute("aria-label", say("chances_what"));
      if (text.textContent !== meaning) text.textContent = meaning;
    },
  };
}
