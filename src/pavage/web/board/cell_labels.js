// What is written on the cells of a board and what a screen reader says of them.

import { pieceName, say } from "../lib/words.js";
import { covered } from "./geometry.js";
import { penInHand } from "./hand.js";

/** @typedef {import("../lib/state_types.js").Scene} Scene @typedef {import("../lib/state_types.js").Mark} Mark @typedef {import("../lib/state_types.js").Overlay} Overlay */

/** Names within cells give way to whatever lies there. @param {SVGSVGElement} svg @param {Scene|null} scene @param {number} ghostly the cell of the ghost */
export function showNames(svg, scene, ghostly) {
  const drawn = svg.querySelectorAll(".pieces [data-cell], .marks [data-cell]:not(.edge)");
  const full = new Set([...drawn].map((each) => each.getAttribute("data-cell"))).add(String(ghostly));
  for (const name of svg.querySelectorAll(".in-cell"))
    name.toggleAttribute("hidden", full.has(name.getAttribute("data-line")));
  // What lies on a cell bears what is written there.
  const borne = new Set((scene?.pieces ?? []).flatMap(covered).map(String));
  for (const text of svg.querySelectorAll(".inscription"))
    text.toggleAttribute("hidden", borne.has(text.getAttribute("data-cell") || ""));
}

/** The cells of the marks of a kind, of every kind if none is named. @param {Mark[]} marks @param {string} [kind] */
const marked = (marks, kind) =>
  new Set(marks.filter((mark) => !kind || mark.kind === kind).flatMap((mark) => mark.cells));

/** Say what each cell holds. @param {SVGSVGElement} svg @param {SVGElement[]} cells @param {Scene} scene @param {Overlay|null} over */
export function labelCells(svg, cells, scene, over) {
  const patterned = svg.classList.contains("patterned");
  const contents = new Map(
    scene.pieces.flatMap((piece) => covered(piece).map((cell) => [cell, pieceName(piece, patterned)])),
  );
  // What is said of a cell beside what lies there, in this order.
  const more = [
    { key: "label.last_move", of: marked(scene.marks, "last") },
    { key: "label.chosen", of: marked(scene.marks, "select") },
    { key: "label.target", of: new Set(scene.touched.length && !penInHand(scene) ? scene.next : []) },
    { key: "label.taken", of: marked(scene.marks, "taken") },
    { key: "label.gone", of: marked(scene.marks, "gone") },
    { key: "label.lifted", of: marked(scene.marks, "lift") },
    { key: "label.coming", of: marked(scene.marks, "ghost") },
    { key: "label.overlay", of: marked(over?.marks ?? []) },
  ];
  cells.forEach((cell, number) => {
    if (cell.classList.contains("void")) return;
    const piece = contents.get(number);
    const { name, text } = cell.dataset;
    const named = text ? say("label.inscribed", { cell: name, text }) : name;
    let content = say(piece ? "label.content" : "label.empty", { cell: named, piece });
    for (const { key, of } of more) if (of.has(number)) content = say(key, { content, overlay: over?.label });
    cell.setAttribute("aria-label", content);
  });
}
