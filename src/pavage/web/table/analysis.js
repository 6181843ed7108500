// What the computer thinks of the position that is looked at: marks for the board, a bar and two lines beside it.

import { h } from "../lib/dom.js";
import { announce, say } from "../lib/words.js";
import { createMeaning } from "../lib/chances_help.js";

/** @typedef {import("../lib/state_types.js").Mark} Mark @typedef {import("../lib/state_types.js").Seat} Seat @typedef {import("../lib/state_types.js").Analysis} Analysis */

/**
 * While it is on, every position that is looked at is asked about.
 * @param {{ask: (ply: number|null) => void, seats: () => Seat[], changed: (on: boolean) => void, look: (ply: number) => void}} told
 *   `look` at the position that the first answer is about, if it is an earlier one
 */
export function createAnalysis(told) {
  const bar = h("div", { class: "worth", "aria-hidden": "true" });
  const verdict = h("p", { class: "verdict" });
  const meaning = createMeaning("analysis-meaning", verdict);
  const line = h("p", { class: "expected" });
  const part = h("div", { class: "analysis", hidden: true }, bar, meaning.part, line);
  let on = false;
  /** The position that was asked about. */
  let asked = -1;
  /** Whether the answer to come is the first one. */
  let first = false;
  /** @type {Analysis|null} */
  let found = null;

  /** The chances of all as parts of one bar, in their colours. @param {number[]} shares */
  function weigh(shares) {
    const seats = told.seats();
    const parts = shares.map((each, seat) => {
      const share = h("span", {});
      share.style.width = `${100 * each}%`;
      share.style.background = `var(--${seats[seat].colour})`;
      return share;
    });
    bar.replaceChildren(...parts);
  }

  /** @param {number} share */
  function wait(share) {
    const done = h("span", { class: "waiting" });
    done.style.width = `${100 * share}%`;
    bar.replaceChildren(done);
    verdict.textContent = say("analysing");
    meaning.show("");
    line.textContent = "";
  }

  /** @param {number} ply */
  function ask(ply) {
    [found, asked] = [null, ply];
    wait(0);
    told.ask(ply);
    told.changed(true);
  }

  function end() {
    if (!on) return;
    [on, found, asked] = [false, null, -1];
    part.hidden = true;
    told.changed(false);
  }

  /** The reader wants it no longer. */
  function leave() {
    if (on) told.ask(null);
    end();
  }

  return {
    part,
    end,
    leave,

    /** Ask about a position, or no longer. @param {number} ply */
    toggle(ply) {
      if (on) return leave();
      on = first = true;
      part.hidden = false;
      ask(ply);
    },

    /** The reader looks at another position. @param {number} ply */
    follow(ply) {
      if (on && ply !== asked) ask(ply);
    },

    /** Say it in the words that the reader wants now. */
    again() {
      if (on) ask(asked);
    },

    /** What was asked is not told, and the reader learns why elsewhere. */
    refused() {
      if (!found) leave();
    },

    /** @param {Analysis|import("../lib/state_types.js").Analysing} message */
    heard(message) {
      if (!on || message.ply !== asked) return;
      if (message.kind === "analysing") return wait(message.share);
      found = message;
      weigh(message.shares ?? []);
      verdict.textContent = message.said;
      meaning.show(message.meaning ?? "");
      line.textContent = message.line;
      told.changed(true);
      // At the end of a game, the last decision is shown on the board.
      const earlier = first ? message.at : undefined;
      first = false;
      if (earlier !== undefined) return told.look(earlier);
      announce(`${message.said} ${message.line}`);
    },

    /** Whether it is on: then the board and the line below it are its own. */
    on: () => on,

    /** What lies on the board for it. @param {number} ply @returns {Mark[]} */
    marks: (ply) => (on && found?.ply === ply ? found.marks : []),
  };
}
