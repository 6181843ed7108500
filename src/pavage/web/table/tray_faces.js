// What lies in a tray, drawn: dice, tiles to scale, cards, motifs of hexagons, signs.

import { h, s } from "../lib/dom.js";
import { number } from "../board/outline.js";

/** @typedef {import("../lib/state_types.js").Item} Item */

const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
// The longest side that a tile may have in a tray, and a cell of it, in pixels.
const ROOM = 80;
const CELL = 11;

/** @param {number} width @param {number} height @param {string} box @param {...SVGElement} parts */
function drawing(width, height, box, ...parts) {
  const size = { width: number(width), height: number(height), viewBox: box };
  const made = s("svg", { ...size, "aria-hidden": "true", focusable: "false" });
  made.append(...parts);
  return made;
}

/** @param {Item} item */
function die(item) {
  const pips = PIPS[/** @type {keyof typeof PIPS} */ (Number(item.text))];
  const inner = pips
    ? pips.map(([x, y]) => s("circle", { cx: String(x * 13), cy: String(y * 13), r: "4.6", class: "pip" }))
    : [s("text", { y: "8", class: "pip" }, item.text || "?")];
  const cube = s("rect", { x: "-27", y: "-27", width: "54", height: "54", rx: "9", class: "cube" });
  return drawing(56, 56, "-28 -28 56 56", cube, ...inner);
}

/** @param {Item} item @param {number} unit pixels of a cell */
function tile({ points = [], colour = "neutral" }, unit) {
  const [[high, wide]] = points.length ? points : [[1, 1]];
  const [width, height] = [wide * unit, high * unit];
  const lines = [
    ...Array.from({ length: wide - 1 }, (_, at) => `M${number((at + 1) * unit)} 0V${number(height)}`),
    ...Array.from({ length: high - 1 }, (_, at) => `M0 ${number((at + 1) * unit)}H${number(width)}`),
  ].join("");
  const face = { width: number(width), height: number(height), rx: "2", fill: `var(--${colour})` };
  return drawing(
    width + 2,
    height + 2,
    `-1 -1 ${number(width + 2)} ${number(height + 2)}`,
    s("rect", { ...face, stroke: `var(--${colour}-rim)`, "stroke-width": "1.25" }),
    s("path", { d: lines, stroke: `var(--${colour}-on)`, opacity: ".25" }),
  );
}

/** Hexagons by axial coordinates: the first to the right, the second to the upper right. @param {Item} item */
function motif({ points = [], colour = "neutral" }) {
  const size = 7;
  const centres = points.map(([q, r]) => [size * Math.sqrt(3) * (q + r / 2), -size * 1.5 * r]);
  const corner = (/** @type {number} */ k) => [Math.sin((k * Math.PI) / 3) * size, Math.cos((k * Math.PI) / 3) * size];
  const hexagons = centres.map(([x, y]) =>
    s("polygon", {
      points: [0, 1, 2, 3, 4, 5]
        .map((k) => `${number(x + corner(k)[0])},${number(y + corner(k)[1])}`)
        .join(" "),
      fill: `var(--${colour})`,
      stroke: `var(--${colour}-rim)`,
    }),
  );
  const [xs, ys] = [centres.map(([x]) => x), centres.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - size, Math.min(...ys) - size - 1];
  const [width, height] = [Math.max(...xs) + size - left, Math.max(...ys) + size + 1 - top];
  return drawing(width, height, [left, top, width, height].map(number).join(" "), ...hexagons);
}

/** The drawing of an item, and what is written beside it. @param {Item} item @param {number} unit @returns {Node[]} */
export function faceOf(item, unit) {
  const { face = "text", text = "", label } = item;
  const written = text ? h("span", { class: "sign" }, text) : null;
  const count = item.count ? h("span", { class: "count" }, `×${item.count}`) : null;
  if (face === "die") return [die(item)];
  if (face === "tile") return [tile(item, unit), h("span", { class: "under" }, written, count)];
  if (face === "motif" && item.points?.length) return [motif(item), ...(written ? [written] : [])];
  // A sign that cannot be touched says little: what it is stands there in words.
  const sign = item.site === undefined && face === "text" ? null : written;
  return [sign ?? h("span", { class: "word" }, label), ...(count ? [count] : [])];
}

/** How large the cells of tiles are drawn, so that all of a tray have the same scale. @param {Item[]} items @param {boolean} small */
export function unitOf(items, small) {
  const longest = Math.max(1, ...items.flatMap(({ points = [] }) => points.flat()));
  return Math.min(CELL, ROOM / longest) * (small ? 0.6 : 1);
}
