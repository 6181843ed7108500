// What a scene lays on a board: classes of cells, pieces, marks. The same as pavage/view/layers.py, and a test compares.

import { s } from "../lib/dom.js";
import { JOINT, UNIT, around, corners, covered, inset, place } from "./geometry.js";
import { FIGURES, figure } from "./transformations.js";
import { number } from "./outline.js";
import { coming, pieceElement, used, writtenOn } from "./pieces.js";

/** @typedef {import("../lib/state_types.js").Scene} Scene @typedef {import("../lib/state_types.js").Mark} Mark @typedef {import("../lib/state_types.js").Piece} Piece */

const CELL_SHAPED = ["solid", "wall", "tile"];
/** @type {Record<string, string>} */
const ON_LINES = { met: "✓", broken: "" };
const ONCE_A_TILE = ["last", "select", "lift"];

/**
 * Lay a scene on a board.
 * @param {SVGSVGElement} board @param {SVGElement[]} cells the polygons, by cell @param {Scene} scene
 */
export function draw(board, cells, scene) {
  const pieces = new Map(scene.pieces.flatMap((piece) => covered(piece).map((cell) => [cell, piece])));
  const classes = cellClasses(scene, pieces);
  cells.forEach((cell, number) => {
    const name = cell.classList.contains("void") ? "c void" : "c";
    const wanted = classes.has(number) ? `${name} ${classes.get(number)}` : name;
    if (cell.getAttribute("class") !== wanted) cell.setAttribute("class", wanted);
  });
  drawPieces(board, cells, scene);
  drawLabels(board, scene);
  const shared = sharedTargets(scene);
  // What stays in the hand from move to move: where it may go needs no marks; nor where to touch what is shown.
  const pens = new Set((scene.trays ?? []).flatMap((tray) => (tray.keep ? tray.items : [])).map(({ site }) => site));
  const written = new Set(scene.marks.flatMap((mark) => (mark.text ? mark.cells : [])));
  const patterned = board.classList.contains("patterned");
  const marks = scene.marks.flatMap((mark) => {
    if (FIGURES.includes(mark.kind)) {
      const at = mark.cells.map((cell) => [place(cells[cell]).x, place(cells[cell]).y]);
      const names = scene.pieces.filter(({ text }) => text).map(({ cell }) => [place(cells[cell]).x, place(cells[cell]).y]);
      return figure(mark, at, () => Object.values(cells).map(corners), names);
    }
    if (mark.kind in ON_LINES) return [];
    if (mark.kind === "ghost") return coming(cells, mark);
    if (mark.kind === "carrier") return [region(cells, mark, "carrier", { stroke: `var(--${mark.colour}-rim)` })];
    if (mark.kind === "region") return ["under", "region"].map((name) => region(cells, mark, name));
    if (mark.kind === "step") return mark.cells.flatMap((cell) => step(cells[cell], mark));
    const told = new Set();
    return mark.cells.flatMap((cell) => {
      const piece = pieces.get(cell);
      if (mark.kind === "target" && mark.colour)
        return [smallStone(cells[cell], mark.colour, shared.get(cell) || [], !!piece)];
      if (piece && told.has(piece.cell)) return [];
      if (piece?.shape === "tile" && ONCE_A_TILE.includes(mark.kind)) told.add(piece.cell);
      if (mark.kind === "last") return last(cells, cell, piece, patterned, written.has(cell));
      return markElements(mark, cells, cell, piece, classes.get(cell));
    });
  });
  const isShown = scene.again && !scene.stamp;
  if (scene.touched.some((site) => !pens.has(site)) && !isShown)
    marks.push(...scene.next.map((cell) => target(cells[cell], pieces.has(cell))));
  board.querySelector(".marks")?.replaceChildren(...marks);
}

/** Lines that are met or broken say so on their labels. @param {SVGSVGElement} board @param {Scene} scene */
function drawLabels(board, scene) {
  const told = new Map(
    scene.marks
      .filter((mark) => mark.kind in ON_LINES)
      .map((mark) => [[...mark.cells].sort((a, b) => a - b).join(" "), mark.kind]),
  );
  // Where some labels tell more than coordinates do, only those can be met or broken.
  const which = board.querySelector(".lab.telling") ? ".lab.telling" : ".labels .lab";
  for (const label of /** @type {NodeListOf<SVGElement>} */ (board.querySelectorAll(which))) {
    const cells = (label.dataset.line || "").split(" ").map(Number);
    const kind = told.get(cells.sort((a, b) => a - b).join(" "));
    label.dataset.text ??= label.textContent || "";
    const text = label.dataset.text + (kind ? ON_LINES[kind] : "");
    if (label.textContent !== text) label.textContent = text;
    for (const each of Object.keys(ON_LINES)) label.classList.toggle(each, each === kind);
  }
}

/** Pieces that stay are left alone, so that only a new one settles. @param {SVGSVGElement} board @param {SVGElement[]} cells @param {Scene} scene */
function drawPieces(board, cells, scene) {
  const layer = /** @type {SVGElement} */ (board.querySelector(".pieces"));
  const won = new Set(scene.marks.filter((mark) => mark.kind === "win").flatMap((mark) => mark.cells));
  const lifted = new Set(scene.marks.filter((mark) => mark.kind === "lift").flatMap((mark) => mark.cells));
  const sign = (/** @type {Element} */ element) =>
    ["data-cell", "href", "fill", "points"].map((name) => element.getAttribute(name)).join() +
    element.innerHTML;
  const there = new Map([...layer.children].map((element) => [sign(element), element]));
  const pieces = scene.pieces.map((piece) => {
    const made = pieceElement(board, cells, piece);
    const element = there.get(sign(made)) || made;
    const shape = piece.shape?.startsWith("beam") ? "beam" : piece.shape || "";
    const name = shape === "beam" || CELL_SHAPED.includes(shape) ? `piece ${shape}` : "piece";
    const faint = (won.size && !covered(piece).some((cell) => won.has(cell))) || lifted.has(piece.cell);
    element.setAttribute("class", faint ? `${name} dim` : name);
    return element;
  });
  const kept = new Set(pieces);
  for (const element of [...layer.children]) if (!kept.has(element)) element.remove();
  pieces.forEach((element, index) => {
    if (layer.children[index] !== element) layer.insertBefore(element, layer.children[index] || null);
  });
}

/** The colours of targets by cell: those of one cell stand side by side. @param {Scene} scene @returns {Map<number, string[]>} */
function sharedTargets(scene) {
  const found = new Map();
  for (const mark of scene.marks)
    if (mark.kind === "target" && mark.colour)
      for (const cell of mark.cells) found.set(cell, [...(found.get(cell) || []), mark.colour]);
  return found;
}

/** A target of one player; at the lower edge of what lies there already. @param {SVGElement} cell @param {string} colour @param {string[]} colours @param {boolean} low */
function smallStone(cell, colour, colours, low) {
  const { r } = place(cell);
  const radius = Math.min(0.24 * UNIT, 0.5 * r) * (low ? 0.75 : 1);
  const aside = (colours.indexOf(colour) - (colours.length - 1) / 2) * 1.6 * radius;
  return used(cell, `#stone-${colour}`, "dot", radius, aside, low ? r : 0);
}

/** @param {Scene} scene @param {Map<number, Piece>} pieces @returns {Map<number, string>} */
function cellClasses(scene, pieces) {
  const classes = new Map();
  const hottest = Math.max(
    0,
    ...scene.marks.filter((mark) => mark.kind === "heat").map((mark) => mark.value ?? 0),
  );
  /** @type {(name: string, colour: string|undefined) => string} */
  const own = (name, colour) => (colour ? `${name}-${colour}` : name);
  for (const mark of scene.marks) {
    for (const cell of mark.cells) {
      if (mark.kind === "win") classes.set(cell, own("flood", mark.colour));
      else if (mark.kind === "carrier") classes.set(cell, `tint-${mark.colour}`);
      else if (mark.kind === "tint") classes.set(cell, own("tint", mark.colour));
      else if (mark.kind === "heat" && hottest > 0)
        classes.set(cell, `heat-${Math.max(1, Math.ceil((5 * (mark.value ?? 0)) / hottest - 1e-9))}`);
      else if (mark.kind === "select" && !pieces.has(cell)) classes.set(cell, "chosen");
    }
  }
  return classes;
}

/** One line around all cells of a mark. @param {SVGElement[]} cells @param {Mark} mark @param {string} name @param {Record<string, string>} [inks] */
function region(cells, mark, name, inks = {}) {
  const d = around(
    mark.cells.map((cell) => cells[cell]),
    2 * JOINT,
  );
  return s("path", { class: `edge ${name}`, d, ...inks });
}

/** A small stone with a number, that leaves the colour of its cell to be seen. @param {SVGElement} cell @param {Mark} mark */
function step(cell, mark) {
  const { x, y, r } = place(cell);
  const radius = 0.78 * r;
  const at = { x: number(x), y: number(y + 0.35 * radius), "font-size": number(radius) };
  const ink = { class: "said", "data-cell": cell.dataset.cell || "", ...at, fill: `var(--${mark.colour}-on)` };
  return [used(cell, `#stone-${mark.colour}`, "dot", radius), s("text", ink, mark.text || "")];
}

/** @param {Mark} mark @param {SVGElement[]} cells @param {number} index @param {Piece|undefined} piece @param {string|undefined} added @returns {SVGElement[]} */
function markElements(mark, cells, index, piece, added) {
  const cell = cells[index];
  const { r } = place(cell);
  const drawn = [];
  const fills = !!piece && CELL_SHAPED.includes(piece.shape || "");
  /** A line inside a cell, or inside all of the tile that lies there. */
  const edge = (/** @type {string} */ name, whole = true) => {
    const attributes = { class: `edge ${name}`, "data-cell": cell.dataset.cell || "" };
    if (piece?.shape !== "tile" || !whole) return s("polygon", { ...attributes, points: inset(cell) });
    const d = around(
      covered(piece).map((each) => cells[each]),
      2 * JOINT,
    );
    return s("path", { ...attributes, d });
  };
  if (mark.kind === "select" && piece && !fills)
    drawn.push(circle(cell, "select", 1.16 * r, { "stroke-width": number(0.14 * r) }));
  else if (mark.kind === "select" || (mark.kind === "tint" && fills)) drawn.push(edge("picked"));
  else if (mark.kind === "target") drawn.push(target(cell, !!piece));
  else if (mark.kind === "refused") drawn.push(edge("refused", false));
  else if (mark.kind === "lift" || mark.kind === "gone") drawn.push(edge("lift"));
  else if (mark.kind === "taken") drawn.push(edge("taken"));
  if (mark.text) drawn.push(said(cell, mark.text, piece, added));
  return drawn;
}

/** A ring; on a pattern it has a plain ground, and it goes around a crown or a text, or along a tile. @param {SVGElement[]} cells @param {number} index @param {Piece|undefined} piece @param {boolean} patterned @param {boolean} written whether a mark writes something there */
function last(cells, index, piece, patterned, written) {
  const cell = cells[index];
  const { r } = place(cell);
  const stroke = piece ? `var(--${piece.colour}-on)` : "var(--ink-2)";
  if (piece?.shape === "tile") {
    const d = around(
      covered(piece).map((each) => cells[each]),
      3 * JOINT,
    );
    return [s("path", { class: "last along", "data-cell": cell.dataset.cell || "", d, stroke })];
  }
  if (written || (piece && (piece.shape === "king" || writtenOn(cell, piece))))
    return [circle(cell, "last", 0.8 * r, { stroke, "stroke-width": number(0.1 * r) })];
  const ring = circle(cell, "last", 0.3 * r, { stroke, "stroke-width": number(0.13 * r) });
  const ground = piece && patterned && piece.shape !== "wall";
  return ground ? [circle(cell, "ground", 0.5 * r, { fill: `var(--${piece.colour})` }), ring] : [ring];
}

/** A dot where a hand may go; around what lies or is written there already, a ring of dashes. @param {SVGElement} cell @param {boolean} taken */
function target(cell, taken) {
  const { r } = place(cell);
  return taken || cell.dataset.text
    ? circle(cell, "reach", 1.16 * r, { "stroke-width": number(0.12 * r) })
    : circle(cell, "target", 0.16 * UNIT);
}

/** In the middle of a cell, or below what is written there. @param {SVGElement} cell @param {string} text @param {Piece|undefined} piece @param {string|undefined} added */
function said(cell, text, piece, added) {
  const { x, y, r } = place(cell);
  const below = !!cell.dataset.text;
  const attributes = {
    class: added === "heat-5" ? "said on-heat" : "said",
    "data-cell": cell.dataset.cell || "",
    "font-size": number((below ? 0.5 : 0.8) * r),
    x: number(x),
    y: number(y + (below ? 0.95 : 0.28) * r),
    ...(piece && !below && { fill: `var(--${piece.colour}-on)` }),
  };
  return s("text", attributes, text);
}

/** @param {SVGElement} cell @param {string} name @param {number} radius @param {Record<string, string>} [more] */
function circle(cell, name, radius, more = {}) {
  const { x, y } = place(cell);
  const where = { "data-cell": cell.dataset.cell || "", cx: number(x), cy: number(y) };
  return s("circle", { class: name, ...where, r: number(radius), ...more });
}
