// What a scene lays on a board: classes of cells, pieces, marks. The same as pavage/view/layers.py, and a test compares.

import { s } from "./dom.js";

/** @typedef {import("./api.js").Scene} Scene @typedef {import("./api.js").Mark} Mark @typedef {import("./api.js").Piece} Piece */

export const UNIT = 20;
const JOINT = 0.8;
const CELL_SHAPED = ["solid", "wall"];

/** @param {number} value */
export const number = (value) => String(Number(value.toFixed(2)) + 0);

/** @param {SVGElement} polygon @returns {{x: number, y: number, r: number}} */
export const place = (polygon) => ({
  x: Number(polygon.dataset.x),
  y: Number(polygon.dataset.y),
  r: Number(polygon.dataset.r),
});

/** @param {SVGElement} polygon @returns {number[][]} */
const corners = (polygon) =>
  (polygon.getAttribute("points") || "").split(" ").map((pair) => pair.split(",").map(Number));

/** The outline of a cell, a little inside it: for the focus and for a refusal. @param {SVGElement} polygon */
export function inset(polygon) {
  const { x, y } = place(polygon);
  return corners(polygon)
    .map(([px, py]) => `${number(x + (px - x) * 0.9135)},${number(y + (py - y) * 0.9135)}`)
    .join(" ");
}

/** The outline of a piece that fills its cell: every edge moved inward by the joint. @param {SVGElement} polygon */
export function cut(polygon) {
  const points = corners(polygon);
  const beside = (index, by) => points[(index + by + points.length) % points.length];
  const area = points.reduce((sum, [x, y], at) => sum + x * beside(at, 1)[1] - beside(at, 1)[0] * y, 0);
  return points
    .map(([x, y], index) => {
      const [[ax, ay], [bx, by]] = [beside(index, -1), beside(index, 1)];
      const [before, after] = [Math.hypot(x - ax, y - ay), Math.hypot(bx - x, by - y)];
      const [ux, uy, vx, vy] = [(x - ax) / before, (y - ay) / before, (bx - x) / after, (by - y) / after];
      const share = (Math.sign(area) * JOINT) / Math.max(0.1, 1 + ux * vx + uy * vy);
      return `${number(x - (uy + vy) * share)},${number(y + (ux + vx) * share)}`;
    })
    .join(" ");
}

/** What a piece that fills its cell is filled with. @param {string} colour @param {Element} board */
const fill = (colour, board) =>
  board.querySelector(`#fill-${colour}`) ? `url(#fill-${colour})` : `var(--${colour})`;

/**
 * Draw a scene on a board.
 * @param {SVGSVGElement} board @param {SVGElement[]} cells the polygons, by cell @param {Scene} scene
 */
export function draw(board, cells, scene) {
  const pieces = new Map(scene.pieces.map((piece) => [piece.cell, piece]));
  const classes = cellClasses(scene, pieces);
  const patterned = board.classList.contains("patterned");
  cells.forEach((cell, number) => {
    const name = cell.classList.contains("void") ? "c void" : "c";
    const wanted = classes.has(number) ? `${name} ${classes.get(number)}` : name;
    if (cell.getAttribute("class") !== wanted) cell.setAttribute("class", wanted);
  });
  drawPieces(board, cells, scene);
  const shared = sharedTargets(scene);
  const marks = scene.marks.flatMap((mark) =>
    mark.cells.flatMap((cell) =>
      mark.kind === "target" && mark.colour
        ? [smallStone(cells[cell], mark.colour, shared.get(cell) || [], pieces.has(cell))]
        : markElements(mark, cells[cell], pieces.get(cell), classes.get(cell), patterned),
    ),
  );
  if (scene.touched.length) marks.push(...scene.next.map((cell) => target(cells[cell], pieces.has(cell))));
  board.querySelector(".marks")?.replaceChildren(...marks);
}

/** Pieces that stay are left alone, so that only a new one settles. @param {SVGSVGElement} board @param {SVGElement[]} cells @param {Scene} scene */
function drawPieces(board, cells, scene) {
  const layer = /** @type {SVGElement} */ (board.querySelector(".pieces"));
  const won = new Set(scene.marks.filter((mark) => mark.kind === "win").flatMap((mark) => mark.cells));
  const sign = (/** @type {Element} */ element) =>
    ["data-cell", "href", "fill", "points"].map((name) => element.getAttribute(name)).join();
  const there = new Map([...layer.children].map((element) => [sign(element), element]));
  const pieces = scene.pieces.map((piece) => {
    const made = pieceElement(board, cells[piece.cell], piece);
    const element = there.get(sign(made)) || made;
    const name = `piece${CELL_SHAPED.includes(piece.shape) ? ` ${piece.shape}` : ""}`;
    element.setAttribute("class", won.size && !won.has(piece.cell) ? `${name} dim` : name);
    return element;
  });
  const kept = new Set(pieces);
  for (const element of [...layer.children]) if (!kept.has(element)) element.remove();
  pieces.forEach((element, index) => {
    if (layer.children[index] !== element) layer.insertBefore(element, layer.children[index] || null);
  });
}

/** Solid pieces and walls have the shape of their cell; all others are round and drawn once, by id. @param {Element} board @param {SVGElement} cell @param {{colour: string, shape: string}} piece */
export function pieceElement(board, cell, { colour, shape }) {
  const where = { "data-cell": cell.dataset.cell || "" };
  if (shape === "wall") return s("polygon", { ...where, points: cut(cell) });
  if (shape === "solid")
    return s("polygon", {
      ...where,
      points: cut(cell),
      fill: fill(colour, board),
      stroke: `var(--${colour}-rim)`,
    });
  return used(cell, `#${shape}-${colour}`, "", place(cell).r);
}

/** @param {SVGElement} cell @param {string} href @param {string} name @param {number} radius @param {number} [aside] @param {number} [down] */
function used(cell, href, name, radius, aside = 0, down = 0) {
  const { x, y } = place(cell);
  const transform = `translate(${number(x + aside)} ${number(y + down)}) scale(${number(radius)})`;
  return s("use", { "data-cell": cell.dataset.cell || "", href, class: name, transform });
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
    ...scene.marks.filter((mark) => mark.kind === "heat").map((mark) => mark.value),
  );
  const own = (name, colour) => (colour ? `${name}-${colour}` : name);
  for (const mark of scene.marks) {
    for (const cell of mark.cells) {
      if (mark.kind === "win") classes.set(cell, own("flood", mark.colour));
      else if (mark.kind === "tint") classes.set(cell, own("tint", mark.colour));
      else if (mark.kind === "heat" && hottest > 0)
        classes.set(cell, `heat-${Math.max(1, Math.ceil((5 * mark.value) / hottest - 1e-9))}`);
      else if (mark.kind === "select" && !pieces.has(cell)) classes.set(cell, "chosen");
    }
  }
  return classes;
}

/** @param {Mark} mark @param {SVGElement} cell @param {Piece|undefined} piece @param {string|undefined} added @param {boolean} patterned @returns {SVGElement[]} */
function markElements(mark, cell, piece, added, patterned) {
  const { r } = place(cell);
  const drawn = [];
  const fills = !!piece && CELL_SHAPED.includes(piece.shape);
  const edge = (name) =>
    s("polygon", { class: `edge ${name}`, "data-cell": cell.dataset.cell || "", points: inset(cell) });
  if (mark.kind === "last") drawn.push(...last(cell, piece, patterned));
  else if (mark.kind === "select" && piece && !fills)
    drawn.push(circle(cell, "select", 1.16 * r, { "stroke-width": number(0.14 * r) }));
  else if (mark.kind === "select" || (mark.kind === "tint" && fills)) drawn.push(edge("picked"));
  else if (mark.kind === "target") drawn.push(target(cell, !!piece));
  else if (mark.kind === "refused") drawn.push(edge("refused"));
  if (mark.text) drawn.push(said(cell, mark.text, piece, added));
  return drawn;
}

/** A ring; on a pattern it has a plain ground, and it goes around a crown. @param {SVGElement} cell @param {Piece|undefined} piece @param {boolean} patterned */
function last(cell, piece, patterned) {
  const { r } = place(cell);
  const stroke = piece ? `var(--${piece.colour}-on)` : "var(--ink-2)";
  if (piece?.shape === "king")
    return [circle(cell, "last", 0.8 * r, { stroke, "stroke-width": number(0.1 * r) })];
  const ring = circle(cell, "last", 0.3 * r, { stroke, "stroke-width": number(0.13 * r) });
  const ground = piece && patterned && piece.shape !== "wall";
  return ground ? [circle(cell, "ground", 0.5 * r, { fill: `var(--${piece.colour})` }), ring] : [ring];
}

/** A dot where a hand may go; around what lies there already, a ring of dashes. @param {SVGElement} cell @param {boolean} taken */
function target(cell, taken) {
  const { r } = place(cell);
  return taken
    ? circle(cell, "reach", 1.16 * r, { "stroke-width": number(0.12 * r) })
    : circle(cell, "target", 0.16 * UNIT);
}

/** @param {SVGElement} cell @param {string} text @param {Piece|undefined} piece @param {string|undefined} added */
function said(cell, text, piece, added) {
  const { x, y, r } = place(cell);
  const attributes = {
    class: added === "heat-5" ? "said on-heat" : "said",
    "data-cell": cell.dataset.cell || "",
    "font-size": number(0.8 * r),
    x: number(x),
    y: number(y + 0.28 * r),
    ...(piece && { fill: `var(--${piece.colour}-on)` }),
  };
  return s("text", attributes, text);
}

/** @param {SVGElement} cell @param {string} name @param {number} radius @param {Record<string, string>} [more] */
function circle(cell, name, radius, more = {}) {
  const { x, y } = place(cell);
  const where = { "data-cell": cell.dataset.cell || "", cx: number(x), cy: number(y) };
  return s("circle", { class: name, ...where, r: number(radius), ...more });
}
