// What one touch would do, drawn before it is done: a piece, the shape in the hand, a rectangle between two corners.

import { s } from "../lib/dom.js";
import { UNIT, around, covered, inset, place } from "./geometry.js";
import { pieceElement } from "./pieces.js";

/** @typedef {import("../lib/state_types.js").Scene} Scene */
/** @typedef {{svg: SVGSVGElement, cells: SVGElement[], scene: Scene}} Shown a scene on a board */

/** How far beside the board, in cells, a tile may be held to be meant for its edge. */
const REACH = 1.5;

/** The cell that was touched last for this move. @param {Scene} scene @param {SVGElement[]} cells @returns {number|undefined} */
export const corner = (scene, cells) => [...scene.touched].reverse().find((site) => cells[site]);

/** The shape in the hand, the rectangle that would be closed, or a piece where nothing lies. @param {Shown} shown @param {number} cell @returns {Element[]|null} */
export function ghostAt(shown, cell) {
  const { svg, cells, scene } = shown;
  if (scene.stamp) return stamp(shown, scene.stamp, cell);
  const from = corner(scene, cells);
  if (scene.box) return from === undefined ? [coming(scene, [cells[cell]])] : box(shown, from, cell);
  const inHand = scene.touched.every((site) => !cells[site]);
  const taken = scene.pieces.some((piece) => covered(piece).includes(cell));
  if (!scene.ghost || !inHand || taken) return null;
  // A colour, or a shape and a colour.
  const [colour, shape = "stone"] = scene.ghost.split(" ").reverse();
  const piece = pieceElement(svg, cells, { cell, colour, shape });
  piece.setAttribute("class", shape === "stone" ? "stone-ghost" : shape);
  return [piece];
}

/** The cells that come with one; none if they are not all there. @param {Shown} shown @param {number[][]} steps @param {number} cell */
function stamp({ svg, cells, scene }, steps, cell) {
  const [scale, turn] = [Number(svg.dataset.scale), (Number(svg.dataset.turn) * Math.PI) / 180];
  const here = place(cells[cell]);
  const found = steps.map(([dx, dy]) => {
    const x = here.x + scale * (dx * Math.cos(turn) - dy * Math.sin(turn));
    const y = here.y + scale * (dx * Math.sin(turn) + dy * Math.cos(turn));
    return cells.find((each) => each && Math.hypot(place(each).x - x, place(each).y - y) < UNIT / 4);
  });
  return found.every((each) => !!each) ? [coming(scene, found)] : null;
}

/**
 * A tile that is held over the board: where its first cell would lie, and its ghost there; none beside the board.
 * @param {Shown} shown @param {{high: number, wide: number}} size @param {{x: number, y: number}} middle where its middle is held
 */
export function heldAt({ cells, scene }, { high, wide }, middle) {
  const places = Object.keys(cells).map((cell) => ({ cell: Number(cell), ...place(cells[Number(cell)]) }));
  const nearest = (/** @type {number} */ x, /** @type {number} */ y) =>
    places.find((each) => Math.abs(each.x - x) <= UNIT / 2 && Math.abs(each.y - y) <= UNIT / 2);
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  /** As near as it fits. @type {(from: number, length: number, along: number[]) => number} */
  const within = (from, length, along) =>
    Math.max(Math.min(...along), Math.min(from, Math.max(...along) - (length - 1) * UNIT));
  const [left, top] = [middle.x - ((wide - 1) * UNIT) / 2, middle.y - ((high - 1) * UNIT) / 2];
  const [x, y] = [within(left, wide, xs), within(top, high, ys)];
  if (Math.abs(x - left) > REACH * UNIT || Math.abs(y - top) > REACH * UNIT) return null;
  const [first, last] = [nearest(x, y), nearest(x + (wide - 1) * UNIT, y + (high - 1) * UNIT)];
  if (!first || !last) return null;
  return { cell: first.cell, drawn: [coming(scene, between(cells, first.cell, last.cell).map((cell) => cells[cell]))] };
}

/** The rectangle between two corners, and its measures. @param {Shown} shown @param {number} from @param {number} to */
export function box({ cells, scene }, from, to) {
  const [one, other] = [place(cells[from]), place(cells[to])];
  const inside = between(cells, from, to).map((cell) => cells[cell]);
  const count = (/** @type {"x"|"y"} */ axis) => new Set(inside.map((cell) => Math.round(place(cell)[axis]))).size;
  const at = { x: String((one.x + other.x) / 2), y: String((one.y + other.y) / 2 + 3.5) };
  return [coming(scene, inside), s("text", { class: "measures", ...at }, `${count("y")} × ${count("x")}`)];
}

/** The cells of the rectangle between two corners. @param {SVGElement[]} cells @param {number} from @param {number} to @returns {number[]} */
export function between(cells, from, to) {
  const [one, other] = [place(cells[from]), place(cells[to])];
  /** @type {(value: number, a: number, b: number) => boolean} */
  const within = (value, a, b) => value > Math.min(a, b) - 1 && value < Math.max(a, b) + 1;
  return Object.keys(cells)
    .map(Number)
    .filter((cell) => {
      const { x, y } = place(cells[cell]);
      return within(x, one.x, other.x) && within(y, one.y, other.y);
    });
}

/** @param {Scene} scene @param {SVGElement[]} shape */
function coming(scene, shape) {
  const [colour] = scene.ghost.split(" ").reverse();
  const inks = colour && { fill: `var(--${colour})`, stroke: `var(--${colour}-rim)` };
  return s("path", { class: "coming", d: around(shape), ...(inks || {}) });
}

/** A line inside a cell. @param {SVGElement} cell @param {"picked"|"refused"} [kind] */
export const edged = (cell, kind = "picked") => s("polygon", { class: `edge ${kind}`, points: inset(cell) });
