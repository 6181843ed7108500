// What stands beside a board on which a position is made: pieces, who is to move, the text, and the way on.

import { field, segmented, select } from "../lib/controls.js";
import { button, h, icon, s, stone } from "../lib/dom.js";
import { pieceName, say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").PositionTools} Tools @typedef {import("./sketch.js").Look} Look */

const ROUND = ["stone", "king"];

/** A small picture of a piece. @param {Look} look @param {boolean} patterned */
function picture(look, patterned) {
  if (look.kind === "mark") return h("span", { class: "brush-sign", "aria-hidden": "true" }, look.text);
  if (look.shape === "stone") return stone(look.colour);
  const drawing = s("svg", { viewBox: "-1.05 -1.05 2.1 2.1", "aria-hidden": "true", class: "stone" });
  if (ROUND.includes(look.shape)) drawing.append(s("use", { href: `#${look.shape}-${look.colour}` }));
  else {
    const ink = look.shape === "wall" ? "wall" : look.colour;
    const fill = patterned && look.shape !== "wall" ? `url(#fill-${ink})` : `var(--${ink})`;
    const square = { x: "-.8", y: "-.8", width: "1.6", height: "1.6", rx: ".12", "stroke-width": ".1" };
    drawing.append(s("rect", { ...square, fill, stroke: `var(--${ink}-rim)` }));
  }
  return drawing;
}

/** @param {Look} look @param {boolean} patterned */
const lookName = (look, patterned) =>
  look.label || pieceName({ cell: 0, colour: look.colour, shape: look.shape || undefined }, patterned);

/**
 * A piece of every kind, or nothing to take one away: real radio buttons; the arrow keys choose among them.
 * @param {Look[]} palette @param {number} chosen @param {boolean} patterned @param {(piece: number) => void} changed
 */
function brushControl(palette, chosen, patterned, changed) {
  const empty = s("svg", { viewBox: "-1.05 -1.05 2.1 2.1", "aria-hidden": "true", class: "stone" });
  empty.append(s("circle", { r: ".8", class: "brush-empty" }));
  const kinds = [
    ...palette.map((look) => ({ piece: look.piece, name: lookName(look, patterned), drawn: picture(look, patterned) })),
    { piece: 0, name: say("setup.empty"), drawn: empty },
  ];
  return h(
    "fieldset",
    { class: "field brushes" },
    h("legend", {}, say("setup.piece")),
    h(
      "div",
      { class: "brush-row" },
      ...kinds.map(({ piece, name, drawn }) =>
        h(
          "label",
          { class: "brush" },
          h("input", {
            type: "radio",
            name: "brush",
            value: piece,
            checked: piece === chosen,
            onchange: () => changed(piece),
          }),
          h("span", {}, drawn, h("span", { class: "brush-name" }, name)),
        ),
      ),
    ),
  );
}

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
