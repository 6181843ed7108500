// What one draws a position with: a piece of every kind, or nothing to take one away.

import { h, s, stone } from "../lib/dom.js";
import { pieceName, say } from "../lib/words.js";

/** @typedef {import("./sketch.js").Look} Look */

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
 * Real radio buttons; the arrow keys choose among them.
 * @param {Look[]} palette @param {number} chosen @param {boolean} patterned @param {(piece: number) => void} changed
 */
export function brushControl(palette, chosen, patterned, changed) {
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
