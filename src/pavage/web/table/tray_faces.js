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

/** What each card does to a tile: the tile, its image in dashes, and between them axis, centre, vector or turn. @type {Record<string, {tile: number[], image: number[], line: string}>} */
const CARDS = {
  SA: { tile: [-11, 0], image: [11, 0], line: "M0 -13V13" },
  SC: { tile: [-11, 6], image: [11, -6], line: "M-2.5 -2.5L2.5 2.5M-2.5 2.5L2.5 -2.5" },
  T: { tile: [-11, 4], image: [11, 4], line: "M-11 -9H10M6 -12.5L10.5 -9L6 -5.5" },
  R: { tile: [10, 7], image: [-8, -6], line: "M11 -3A12 12 0 0 0 2 -11M6.5 -13.5L1.5 -11L4.5 -6.5M-6 9L-2 13M-6 13L-2 9" },
  HEXTRA: { tile: [-9, 0], image: [9, 0], line: "M0 -4V4M-4 0H4" },
};

/** A hexagon around a point. @param {number[]} at @param {number} size */
function hexagon([x, y], size) {
  const turns = [0, 1, 2, 3, 4, 5].map((k) => (k * Math.PI) / 3);
  return turns.map((turn) => `${number(x + Math.sin(turn) * size)},${number(y + Math.cos(turn) * size)}`).join(" ");
}

/** @param {Item} item */
function card({ text = "", colour = "neutral" }) {
  const shown = CARDS[text];
  if (!shown) return [];
  const inks = { fill: `var(--${colour})`, stroke: `var(--${colour}-rim)` };
  return [
    drawing(
      44,
      32,
      "-22 -16 44 32",
      s("polygon", { points: hexagon(shown.tile, 7.5), ...inks }),
      s("polygon", { class: "image", points: hexagon(shown.image, 7.5), stroke: inks.stroke }),
      s("path", { class: "how", d: shown.line }),
    ),
  ];
}

/** Hexagons by axial coordinates: the first to the right, the second to the upper right. @param {Item} item @param {number} size */
function motif({ points = [], colour = "neutral" }, size) {
  const centres = points.map(([q, r]) => [size * Math.sqrt(3) * (q + r / 2), -size * 1.5 * r]);
  const hexagons = centres.map((at) =>
    s("polygon", { points: hexagon(at, size), fill: `var(--${colour})`, stroke: `var(--${colour}-rim)` }),
  );
  const [xs, ys] = [centres.map(([x]) => x), centres.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - size, Math.min(...ys) - size - 1];
  const [width, height] = [Math.max(...xs) + size - left, Math.max(...ys) + size + 1 - top];
  return drawing(width, height, [left, top, width, height].map(number).join(" "), ...hexagons);
}

/** The motifs that lie open in somebody's trays, to be seen beside their name. @param {Item[]} items */
export const motifsOf = (items) =>
  items.filter(({ face, site, points }) => face === "motif" && site === undefined && points?.length).map((item) => motif(item, 5.2));

/** What is drawn of an item; nothing where words must do. @param {Item} item @param {number} unit @returns {SVGElement[]} */
function pictureOf(item, unit) {
  if (item.face === "die") return [die(item)];
  if (item.face === "tile") return [tile(item, unit)];
  if (item.face === "card") return card(item);
  return item.face === "motif" && item.points?.length ? [motif(item, 1.2 * unit)] : [];
}

/** The drawing of an item, and what is written beside it. @param {Item} item @param {number} unit @returns {Node[]} */
export function faceOf(item, unit) {
  const { face = "text", text = "", label } = item;
  const picture = pictureOf(item, unit);
  const written = text ? [h("span", { class: "sign" }, text)] : [];
  const count = item.count ? [h("span", { class: "count" }, `×${item.count}`)] : [];
  if (face === "die") return picture;
  if (face === "tile") return [...picture, h("span", { class: "under" }, ...written, ...count)];
  if (picture.length) return [...picture, ...written];
  // A sign that cannot be touched says little: what it is stands there in words.
  const says = written.length && (item.site !== undefined || face !== "text");
  return [...(says ? written : [h("span", { class: "word" }, label)]), ...count];
}

/** How large the cells of tiles are drawn, so that all of a tray have the same scale. @param {Item[]} items @param {boolean} small */
export function unitOf(items, small) {
  const longest = Math.max(1, ...items.flatMap(({ points = [] }) => points.flat()));
  return Math.min(CELL, ROOM / longest) * (small ? 0.6 : 1);
}
