// A board as it lies on the page: where its cells are, and lines inside them. The same as pavage/view/geometry.py.

import { inward, number, outline } from "./outline.js";

/** @typedef {import("../lib/state_types.js").Piece} Piece */

export const UNIT = 20;
export const JOINT = 0.8;

/** @param {SVGElement} polygon @returns {{x: number, y: number, r: number}} */
export const place = (polygon) => ({
  x: Number(polygon.dataset.x),
  y: Number(polygon.dataset.y),
  r: Number(polygon.dataset.r),
});

/** @param {SVGElement} polygon @returns {number[][]} */
export const corners = (polygon) =>
  (polygon.getAttribute("points") || "").split(" ").map((pair) => pair.split(",").map(Number));

/** The outline of a cell, a little inside it: for the focus and for a refusal. @param {SVGElement} polygon */
export const inset = (polygon) => shrunk(polygon, 0.9135);

/** @param {SVGElement} polygon @param {number} share */
export function shrunk(polygon, share) {
  const { x, y } = place(polygon);
  return corners(polygon)
    .map(([px, py]) => `${number(x + (px - x) * share)},${number(y + (py - y) * share)}`)
    .join(" ");
}

/** The outline of several cells taken together. @param {SVGElement[]} polygons @param {number} [joint] */
export const around = (polygons, joint = JOINT) => outline(polygons.map(corners), joint);

/** The cells that a piece lies on. @param {Piece} piece */
export const covered = (piece) => (piece.cells?.length ? piece.cells : [piece.cell]);

/** The outline of a piece that fills its cell: every edge moved inward by the joint. @param {SVGElement} polygon */
export function cut(polygon) {
  const points = corners(polygon);
  const area = points.reduce((sum, [x, y], at) => {
    const [bx, by] = points[(at + 1) % points.length];
    return sum + x * by - bx * y;
  }, 0);
  return inward(points, Math.sign(area) * JOINT)
    .map(([x, y]) => `${number(x)},${number(y)}`)
    .join(" ");
}

/** The polygons of a board by cell: a growing board shows only some of them. @param {Element} board @returns {SVGElement[]} */
export function cellsOf(board) {
  /** @type {SVGElement[]} */
  const cells = [];
  for (const polygon of /** @type {NodeListOf<SVGElement>} */ (board.querySelectorAll(".cells .c")))
    cells[Number(polygon.dataset.cell)] = polygon;
  return cells;
}
