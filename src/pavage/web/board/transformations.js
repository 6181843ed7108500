// Axes, arrows, centres and turns on a board. The same as pavage/view/transformations.py, and a test compares.

import { s } from "../lib/dom.js";
import { number, point } from "./outline.js";

/** @typedef {import("../lib/state_types.js").Mark} Mark @typedef {number[]} Point */

export const FIGURES = ["axis", "arrow", "centre", "turn"];
const HEAD = 4.6;
const CROSS = 4;
/** Half of what an axis leaves free for the name of a tile, and a ring round one. */
const NAME = 11;
const RING = 13.5;
const ON_LINE = 0.1;

/** @param {Mark} mark @param {Point[]} at the middles of its cells @param {() => Point[][]} polygons of all cells @param {Point[]} written where names of tiles stand: axes and centres spare them @returns {SVGElement[]} */
export function figure(mark, at, polygons, written) {
  if (at.length < (mark.kind === "centre" ? 1 : 2)) return [];
  const where = { "data-cell": String(mark.cells[0]) };
  /** @type {(name: string, d: string) => SVGElement[]} */
  const lines = (name, d) =>
    ["halo", name].map((layer) => s("path", { class: `figure ${layer}`, ...where, d }));
  /** @type {(tip: number[], way: number[]) => SVGElement} */
  const head = ([x, y], [dx, dy]) => {
    const [bx, by, half] = [x - dx * HEAD, y - dy * HEAD, HEAD * 0.5];
    const points = [
      [x, y],
      [bx - dy * half, by + dx * half],
      [bx + dy * half, by - dx * half],
    ];
    const drawn = points.map(([px, py]) => `${number(px)},${number(py)}`).join(" ");
    return s("polygon", { class: "head", ...where, points: drawn });
  };
  const mean = (/** @type {0|1} */ axis) => at.reduce((sum, each) => sum + each[axis], 0) / at.length;
  if (mark.kind === "centre") {
    const [x, y] = [mean(0), mean(1)];
    if (written.some(([px, py]) => Math.abs(px - x) + Math.abs(py - y) < ON_LINE)) {
      const [size, wide] = [number(RING), number(2 * RING)];
      const half = `a${size} ${size} 0 1 0`;
      return lines("centre", `M${point([x - RING, y])}${half} ${wide} 0${half} -${wide} 0`);
    }
    const cross = `M${point([x - CROSS, y])}H${number(x + CROSS)}M${point([x, y - CROSS])}V${number(y + CROSS)}`;
    return lines("centre", cross);
  }
  const [[x, y], [ox, oy]] = at;
  const length = Math.hypot(ox - x, oy - y);
  if (!length) return [];
  const [dx, dy] = [(ox - x) / length, (oy - y) / length];
  if (mark.kind === "axis") {
    const steps = [0, length];
    for (const polygon of polygons())
      polygon.forEach(([ax, ay], index) => {
        const [bx, by] = polygon[(index + 1) % polygon.length];
        const [here, there] = [(ax - x) * dy - (ay - y) * dx, (bx - x) * dy - (by - y) * dx];
        if (Math.abs(here) < ON_LINE) steps.push((ax - x) * dx + (ay - y) * dy);
        if (Math.min(Math.abs(here), Math.abs(there)) < ON_LINE || here < 0 === there < 0) return;
        const share = here / (here - there);
        steps.push((ax + (bx - ax) * share - x) * dx + (ay + (by - ay) * share - y) * dy);
      });
    const names = written
      .filter(([px, py]) => Math.abs((px - x) * dy - (py - y) * dx) < ON_LINE)
      .map(([px, py]) => (px - x) * dx + (py - y) * dy)
      .sort((one, other) => one - other);
    const begins = [Math.min(...steps), ...names.map((step) => step + NAME)];
    const ends = [...names.map((step) => step - NAME), Math.max(...steps)];
    const spot = (/** @type {number} */ step) => point([x + dx * step, y + dy * step]);
    const parts = begins.map((begin, part) => (ends[part] > begin ? `M${spot(begin)}L${spot(ends[part])}` : ""));
    return lines("axis", parts.join(""));
  }
  if (mark.kind === "arrow") {
    const shaft = `M${point([x, y])}L${point([ox - dx * HEAD, oy - dy * HEAD])}`;
    return [...lines("arrow", shaft), head([ox, oy], [dx, dy])];
  }
  if (!mark.value) return [];
  const [begin, by] = [Math.atan2(oy - y, ox - x), (mark.value * Math.PI) / 180];
  const sense = Math.sign(by);
  const round = (/** @type {number} */ angle) => [x + length * Math.cos(angle), y + length * Math.sin(angle)];
  const [tip, stop] = [round(begin - by), round(begin - by + (sense * HEAD) / length)];
  const large = Math.abs(mark.value) > 180 ? 1 : 0;
  const size = number(length);
  const arc = `M${point([ox, oy])}A${size} ${size} 0 ${large} ${sense < 0 ? 1 : 0} ${point(stop)}`;
  const away = Math.hypot(tip[0] - stop[0], tip[1] - stop[1]) || 1;
  const [tx, ty] = round(begin - by / 2);
  const degrees = { class: "degrees", ...where, x: number(tx), y: number(ty + 2.6) };
  return [
    ...lines("arrow", arc),
    head(tip, [(tip[0] - stop[0]) / away, (tip[1] - stop[1]) / away]),
    s("text", degrees, mark.text || `${number(mark.value).replace("-", "\u2212")}°`),
  ];
}
