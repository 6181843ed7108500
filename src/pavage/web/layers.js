// What a scene lays on a board: classes of cells, pieces, marks. The same as pavage/view/layers.py, and a test compares.

import { s } from "./dom.js";

/** @typedef {import("./api.js").Scene} Scene @typedef {import("./api.js").Mark} Mark */

export const UNIT = 20;

/** @param {number} value */
export const number = (value) => String(Number(value.toFixed(2)) + 0);

/** @param {SVGElement} polygon @returns {{x: number, y: number, r: number}} */
export const place = (polygon) => ({
  x: Number(polygon.dataset.x),
  y: Number(polygon.dataset.y),
  r: Number(polygon.dataset.r),
});

/** The outline of a cell, a little inside it: for the focus and for a refusal. @param {SVGElement} polygon */
export function inset(polygon) {
  const { x, y } = place(polygon);
  const points = (polygon.getAttribute("points") || "").split(" ").map((pair) => pair.split(",").map(Number));
  return points
    .map(([px, py]) => `${number(x + (px - x) * 0.9135)},${number(y + (py - y) * 0.9135)}`)
    .join(" ");
}

/**
 * Draw a scene on a board.
 * @param {SVGSVGElement} board @param {SVGElement[]} cells the polygons, by cell @param {Scene} scene
 */
export function draw(board, cells, scene) {
  const colours = new Map(scene.pieces.map((piece) => [piece.cell, piece.colour]));
  const classes = cellClasses(scene, colours);
  cells.forEach((cell, number) => {
    const wanted = classes.has(number) ? `c ${classes.get(number)}` : "c";
    if (cell.getAttribute("class") !== wanted) cell.setAttribute("class", wanted);
  });
  drawPieces(/** @type {SVGElement} */ (board.querySelector(".pieces")), cells, scene);
  const marks = scene.marks.flatMap((mark) =>
    mark.cells.flatMap((cell) => markElements(mark, cells[cell], colours.get(cell), classes.get(cell))),
  );
  if (scene.touched.length)
    marks.push(...scene.next.map((cell) => circle(cells[cell], "target", 0.16 * UNIT)));
  board.querySelector(".marks")?.replaceChildren(...marks);
}

/** Pieces that stay are left alone, so that only a new one settles. @param {SVGElement} layer @param {SVGElement[]} cells @param {Scene} scene */
function drawPieces(layer, cells, scene) {
  const won = new Set(scene.marks.filter((mark) => mark.kind === "win").flatMap((mark) => mark.cells));
  const there = new Map(
    [...layer.children].map((use) => [`${use.getAttribute("data-cell")}${use.getAttribute("href")}`, use]),
  );
  const pieces = scene.pieces.map(({ cell, colour, shape }) => {
    const { x, y, r } = place(cells[cell]);
    const href = `#${shape}-${colour}`;
    const transform = `translate(${number(x)} ${number(y)}) scale(${number(r)})`;
    const use =
      there.get(`${cell}${href}`) || s("use", { href, "data-cell": String(cell), class: "piece", transform });
    use.setAttribute("class", won.size && !won.has(cell) ? "piece dim" : "piece");
    return use;
  });
  const kept = new Set(pieces);
  for (const use of [...layer.children]) if (!kept.has(use)) use.remove();
  pieces.forEach((use, index) => {
    if (layer.children[index] !== use) layer.insertBefore(use, layer.children[index] || null);
  });
}

/** @param {Scene} scene @param {Map<number, string>} colours @returns {Map<number, string>} */
function cellClasses(scene, colours) {
  const classes = new Map();
  const hottest = Math.max(
    0,
    ...scene.marks.filter((mark) => mark.kind === "heat").map((mark) => mark.value),
  );
  for (const mark of scene.marks) {
    for (const cell of mark.cells) {
      if (mark.kind === "win") classes.set(cell, mark.colour ? `flood-${mark.colour}` : "flood");
      else if (mark.kind === "heat" && hottest > 0)
        classes.set(cell, `heat-${Math.max(1, Math.ceil((5 * mark.value) / hottest - 1e-9))}`);
      else if (mark.kind === "select" && !colours.has(cell)) classes.set(cell, "chosen");
    }
  }
  return classes;
}

/** @param {Mark} mark @param {SVGElement} cell @param {string|undefined} colour @param {string|undefined} added @returns {SVGElement[]} */
function markElements(mark, cell, colour, added) {
  const { x, y, r } = place(cell);
  const drawn = [];
  const edge = (name) =>
    s("polygon", { class: `edge ${name}`, "data-cell": cell.dataset.cell || "", points: inset(cell) });
  if (mark.kind === "last") {
    const stroke = colour ? `var(--${colour}-on)` : "var(--ink-2)";
    drawn.push(circle(cell, "last", 0.3 * r, stroke, 0.13 * r));
  } else if (mark.kind === "select" && colour) drawn.push(circle(cell, "select", 1.16 * r, "", 0.14 * r));
  else if (mark.kind === "select") drawn.push(edge("picked"));
  else if (mark.kind === "target") drawn.push(circle(cell, "target", 0.16 * UNIT));
  else if (mark.kind === "refused") drawn.push(edge("refused"));
  if (mark.text) {
    const size = { "font-size": number(0.8 * r), x: number(x), y: number(y + 0.28 * r) };
    const name = added === "heat-5" ? "said on-heat" : "said";
    drawn.push(s("text", { class: name, "data-cell": cell.dataset.cell || "", ...size }, mark.text));
  }
  return drawn;
}

/** @param {SVGElement} cell @param {string} name @param {number} radius @param {string} [stroke] @param {number} [width] */
function circle(cell, name, radius, stroke = "", width = 0) {
  const { x, y } = place(cell);
  return s("circle", {
    class: name,
    "data-cell": cell.dataset.cell || "",
    cx: number(x),
    cy: number(y),
    r: number(radius),
    ...(stroke && { stroke }),
    ...(width && { "stroke-width": number(width) }),
  });
}
