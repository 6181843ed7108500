// What stands beside a board on which a position is made: pieces, who is to move, the text, and the way on.

import { brushControl } from "./brushes.js";
import { field, segmented, select } from "../lib/controls.js";
import { button, h, icon } from "../lib/dom.js";
import { say } from "../lib/words.js";

/**
 * @typedef {{game: string, title: string, size: string, palette: import("./sketch.js").Look[], cells: number[],
 *   movers: {mover: number, colour: string, label: string}[], rectangles: boolean, game_record: string}} Tools what one
 *   draws with: the same for every position of a game
 */

/** Colours that fit beside each other. */
const SIDE_BY_SIDE = 4;

/**
 * @param {{brush: (piece: number) => void, give: (mover: number) => void, undo: () => void, clear: () => void,
 *   read: (text: string) => void, play: () => void}} told
 */
export function createTools(told) {
  const sentence = h("p", { class: "sentence" });
  const line = h("p", { class: "small" });
  const brushes = h("div", { class: "brush-box" });
  const movers = h("div");
  const undo = button("", { onclick: told.undo });
  const clear = button("", { onclick: told.clear });
  const text = field("", "", () => {}, { maxlength: 60_000, spellcheck: "false", autocomplete: "off" });
  const apply = button("", { onclick: () => told.read(text.value) });
  const beyond = h("p", { class: "note" });
  const written = h("summary");
  const play = button("", { class: "btn main large", onclick: told.play });
  const part = h(
    "section",
    { class: "panel" },
    h("div", { class: "prompt" }, sentence, line),
    brushes,
    movers,
    h("div", { class: "row fill" }, undo, clear),
    h("details", {}, written, h("div", { class: "folded" }, beyond, h("div", { class: "row hand-on" }, text, apply))),
    play,
  );
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    told.read(text.value);
  });

  /** Many colours do not stand side by side. @param {{mover: number, label: string}[]} all @param {number} now */
  function moverControl(all, now) {
    const choices = all.map(({ mover, label }) => ({ value: String(mover), label }));
    const give = (/** @type {string} */ mover) => told.give(Number(mover));
    const label = say("setup.mover");
    if (choices.length <= SIDE_BY_SIDE) return segmented(label, choices, String(now), give);
    const control = select(label, choices, String(now), give);
    return h("div", { class: "field" }, h("p", { class: "legend" }, label), control);
  }

  return {
    part,

    /** Everything that speaks. @param {Tools} tools @param {number} brush @param {number} mover @param {boolean} patterned */
    speak(tools, brush, mover, patterned) {
      brushes.replaceChildren(brushControl(tools.palette, brush, patterned, told.brush));
      movers.replaceChildren(...(tools.movers.length > 1 ? [moverControl(tools.movers, mover)] : []));
      undo.textContent = say("act.undo");
      clear.textContent = say("setup.clear");
      play.textContent = say("setup.play");
      apply.textContent = say("setup.apply");
      text.setAttribute("aria-label", say("setup.text"));
      text.placeholder = "";
      written.replaceChildren(say("setup.text"), icon("down"));
    },

    /** @param {{canUndo: boolean, canClear: boolean, mover: number, text: string, beyond: boolean}} now */
    show(now) {
      undo.setAttribute("aria-disabled", String(!now.canUndo));
      clear.setAttribute("aria-disabled", String(!now.canClear));
      if (document.activeElement !== text) text.value = now.text;
      beyond.textContent = say(now.beyond ? "setup.beyond" : "setup.text_line");
      const moving = movers.querySelector(`input[value="${now.mover}"]`);
      const chosen = movers.querySelector("select");
      if (moving instanceof HTMLInputElement) moving.checked = true;
      if (chosen) chosen.value = String(now.mover);
    },

    /** The sentence, and the line below. @param {string} said @param {boolean} wrong @param {string} below @param {boolean} playable */
    tell(said, wrong, below, playable) {
      sentence.textContent = said;
      sentence.classList.toggle("long", said.length > 56);
      sentence.classList.toggle("warn", wrong);
      line.textContent = below;
      play.setAttribute("aria-disabled", String(!playable));
    },
  };
}
