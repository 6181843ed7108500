// Pieces: stones and kings by their ids, solid ones and walls cut to their cells, tiles over several cells.
// The same as pavage/view/pieces.py, and a test compares.

import { s } from "../lib/dom.js";
import { UNIT, around, corners, covered, cut, place, shrunk } from "./geometry.js";
import { number, point, seams } from "./outline.js";

/** @typedef {import("../lib/state_types.js").Mark} Mark @typedef {import("../lib/state_types.js").Piece} Piece */

/** What a piece that fills its cell is filled with. @param {string} colour @param {Element} board */
const fill = (colour, board) =>
  board.querySelector(`#fill-${colour}`) ? `url(#fill-${colour})` : `var(--${colour})`;

const BEAMS = ["beam_across", "beam_down"];
/** How far from the corners of a block its cross ends. */
const EDGE = 2.4;
/** Half of a beam, in edges of a cell: it reaches into both cells that it joins. */
const [LENGTH, THICKNESS] = [0.8, 0.17];

/** Tiles, solid pieces and walls have the shape of their cells; the others are round, drawn once, by id. @param {Element} board @param {SVGElement[]} cells @param {Piece} piece */
export function pieceElement(board, cells, piece) {
  const { colour, shape = "stone" } = piece;
  const cell = cells[piece.cell];
  const where = { "data-cell": cell.dataset.cell || "" };
  if (shape === "tile") return group(where, tile(board, cells, piece));
  if (shape === "wall") return s("polygon", { ...where, points: cut(cell) });
  if (shape === "solid")
    return s("polygon", {
      ...where,
      points: cut(cell),
      fill: fill(colour, board),
      stroke: `var(--${colour}-rim)`,
    });
  if (BEAMS.includes(shape))
    return s("polygon", {
      ...where,
      points: beam(cell, shape),
      fill: fill(colour, board),
      stroke: `var(--${colour}-rim)`,
    });
  const [text, { x, y, r }] = [writtenOn(cell, piece), place(cell)];
  if (!text) return used(cell, `#${shape}-${colour}`, "", r);
  return group(where, [used(cell, `#${shape}-${colour}`, "face", r), lettering(colour, text, [x, y], 0.8 * r)]);
}

/** A bar from the cell above to the one below, or from the left to the right. @param {SVGElement} cell @param {string} shape */
function beam(cell, shape) {
  const { x, y } = place(cell);
  const [along, aside] = [LENGTH * UNIT, THICKNESS * UNIT];
  const [wide, high] = shape === "beam_across" ? [along, aside] : [aside, along];
  const turns = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
  return turns.map(([across, down]) => `${number(x + across * wide)},${number(y + down * high)}`).join(" ");
}

/** @param {Record<string, string>} attributes @param {SVGElement[]} children */
function group(attributes, children) {
  const made = s("g", attributes);
  made.append(...children);
  return made;
}

/** What a piece bears: its own text, else what is written in its cell, if it leaves room for it. @param {SVGElement} cell @param {Piece} piece */
export function writtenOn(cell, { text, shape = "stone", cells }) {
  if (text || (cells?.length ?? 0) > 1 || !["stone", "tile"].includes(shape)) return text || "";
  return cell.dataset.text || "";
}

/** A face around all its cells, faint lines between them, tiles joined in it, its text, a seal in a corner. @param {Element} board @param {SVGElement[]} cells @param {Piece} piece */
function tile(board, cells, piece) {
  const { colour } = piece;
  const own = covered(piece).map((cell) => cells[cell]);
  const [rim, ink] = [`var(--${colour}-rim)`, `var(--${colour}-on)`];
  const parts = [s("path", { class: "face", d: around(own), fill: fill(colour, board), stroke: rim })];
  if (own.length > 1) parts.push(s("path", { class: "seams", d: seams(own.map(corners)), stroke: ink }));
  if (piece.parts?.length) parts.push(...joined(cells, piece.parts, own, ink));
  const text = writtenOn(cells[piece.cell], piece);
  if (text) {
    if (own.length === 1 && fill(colour, board).startsWith("url"))
      parts.push(
        s("polygon", { class: "heart", points: shrunk(own[0], 0.66), fill: `var(--${colour})` }),
      );
    parts.push(lettering(colour, text, middle(own), letteringSize(own, text)));
  }
  if (piece.sealed) parts.push(...seal(own, colour));
  return parts;
}

/** The tiles that a block was made of, and a cross from corner to corner. @param {SVGElement[]} cells @param {number[][]} inside @param {SVGElement[]} own @param {string} stroke */
function joined(cells, inside, own, stroke) {
  const lines = inside.map((part) => around(part.map((cell) => cells[cell]))).join("");
  const points = own.flatMap(corners);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right] = [Math.min(...xs) + EDGE, Math.max(...xs) - EDGE];
  const [top, bottom] = [Math.min(...ys) + EDGE, Math.max(...ys) - EDGE];
  const ways = [[[left, top], [right, bottom]], [[left, bottom], [right, top]]];
  const cross = ways.map(([from, to]) => `M${point(from)}L${point(to)}`).join("");
  return [s("path", { class: "joined", d: lines, stroke }), s("path", { class: "crossed", d: cross, stroke })];
}

/** @param {string} colour @param {string} text @param {number[]} at @param {number} size */
function lettering(colour, text, [x, y], size) {
  const where = { x: number(x), y: number(y + 0.35 * size), "font-size": number(size) };
  const inks = { fill: `var(--${colour}-on)`, stroke: `var(--${colour})` };
  return s("text", { class: "lettering", ...where, ...inks }, text);
}

/** @param {SVGElement[]} own */
function middle(own) {
  const places = own.map(place);
  return [
    places.reduce((sum, { x }) => sum + x, 0) / own.length,
    places.reduce((sum, { y }) => sum + y, 0) / own.length,
  ];
}

/** @param {SVGElement[]} own @param {string} text */
function letteringSize(own, text) {
  const length = [...text].length;
  if (own.length === 1) return Math.min(place(own[0]).r, (3.2 * place(own[0]).r) / length);
  const points = own.flatMap(corners);
  const span = (/** @type {0|1} */ axis) =>
    Math.max(...points.map((each) => each[axis])) - Math.min(...points.map((each) => each[axis]));
  const [wide, high] = [span(0), span(1)];
  return Math.min(0.88 * UNIT, 0.54 * Math.min(wide, high), (1.4 * wide) / length);
}

/** A crossed circle in the upper right corner. @param {SVGElement[]} own @param {string} colour */
function seal(own, colour) {
  const height = (/** @type {SVGElement} */ cell) => Math.round(place(cell).x - place(cell).y);
  const at = place(own.reduce((best, cell) => (height(cell) > height(best) ? cell : best)));
  const [x, y, radius] = [at.x + 0.62 * at.r, at.y - 0.62 * at.r, 0.3 * at.r];
  const [arm, stroke] = [0.5 * radius, `var(--${colour}-on)`];
  const [low, high] = [arm, -arm].map((each) => point([x - arm, y + each]));
  const cross = `M${low}l${point([2 * arm, -2 * arm])}M${high}l${point([2 * arm, 2 * arm])}`;
  const ring = { cx: number(x), cy: number(y), r: number(radius), fill: `var(--${colour})` };
  return [
    s("circle", { class: "seal", ...ring, stroke }),
    s("path", { class: "seal", d: cross, stroke }),
  ];
}

/** What would come to lie on the cells of a mark, dashed. @param {SVGElement[]} cells @param {Mark} mark */
export function coming(cells, mark) {
  if (!mark.cells.length) return [];
  const own = mark.cells.map((cell) => cells[cell]);
  const where = { "data-cell": String(mark.cells[0]) };
  const inks = mark.colour && { fill: `var(--${mark.colour})`, stroke: `var(--${mark.colour}-rim)` };
  const drawn = [s("path", { class: "coming", ...where, d: around(own), ...(inks || {}) })];
  if (mark.text) {
    const [[x, y], size] = [middle(own), letteringSize(own, mark.text)];
    const at = { x: number(x), y: number(y + 0.35 * size), "font-size": number(size) };
    drawn.push(s("text", { class: "said", ...where, ...at }, mark.text));
  }
  return drawn;
}

/** @param {SVGElement} cell @param {string} href @param {string} name @param {number} radius @param {number} [aside] @param {number} [down] */
export function used(cell, href, name, radius, aside = 0, down = 0) {
  const { x, y } = place(cell);
  const transform = `translate(${number(x + aside)} ${number(y + down)}) scale(${number(radius)})`;
  return s("use", { "data-cell": cell.dataset.cell || "", href, class: name, transform });
}
