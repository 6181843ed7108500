// One outline around several cells. The same as pavage/view/outline.py, and a test compares.

const NEAR = 0.2;
const ROUNDING = 1.6;

/** @typedef {number[]} Point */

/** @param {number} value */
export const number = (value) => String(Number(value.toFixed(2)) + 0);

/** @type {(place: Point) => string} */
export const point = ([x, y]) => `${number(x)} ${number(y)}`;

/** The border of cells taken together, moved inward by a joint, its corners a little rounded: a path. @param {Point[][]} polygons @param {number} joint */
export function outline(polygons, joint) {
  const { corners, edges, isInner } = edgesOf(polygons);
  const border = edges.filter((edge) => !isInner(edge));
  return loops(border)
    .map((loop) => rounded(inward(straight(loop.map((at) => corners[at])), joint)))
    .join("");
}

/** The edges between the cells of one tile, as a path. @param {Point[][]} polygons */
export function seams(polygons) {
  const { corners, edges, isInner } = edgesOf(polygons);
  return edges
    .filter((edge) => edge[0] < edge[1] && isInner(edge))
    .map(([begin, end]) => `M${point(corners[begin])}L${point(corners[end])}`)
    .join("");
}

/** All corners, and all edges from corner to corner; those that another cell has the other way round are inner ones. @param {Point[][]} polygons */
function edgesOf(polygons) {
  /** @type {Point[]} */
  const corners = [];
  /** @type {number[][]} */
  const edges = [];
  for (const polygon of polygons) {
    const places = polygon.map((corner) => placeOf(corners, corner));
    places.forEach((place, index) => edges.push([place, places[(index + 1) % places.length]]));
  }
  const known = new Set(edges.map((edge) => edge.join()));
  return { corners, edges, isInner: (/** @type {number[]} */ [begin, end]) => known.has(`${end},${begin}`) };
}

/** @param {Point[]} corners @param {Point} corner */
function placeOf(corners, corner) {
  const found = corners.findIndex(
    ([x, y]) => Math.abs(x - corner[0]) < NEAR && Math.abs(y - corner[1]) < NEAR,
  );
  return found < 0 ? corners.push(corner) - 1 : found;
}

/** @param {number[][]} edges */
function loops(edges) {
  const left = [...edges];
  const found = [];
  while (left.length) {
    let [begin, end] = /** @type {number[]} */ (left.shift());
    const loop = [begin];
    while (end !== loop[0]) {
      const [following] = left.splice(
        left.findIndex((edge) => edge[0] === end),
        1,
      );
      loop.push(end);
      end = following[1];
    }
    found.push(loop);
  }
  return found;
}

/** @param {Point[]} loop @param {number} index */
const beside = (loop, index) => [
  loop[(index + loop.length - 1) % loop.length],
  loop[(index + 1) % loop.length],
];

/** @type {(loop: Point[]) => Point[]} */
const straight = (loop) =>
  loop.filter(([x, y], index) => {
    const [[ax, ay], [bx, by]] = beside(loop, index);
    const across = (x - ax) * (by - y) - (y - ay) * (bx - x);
    return Math.abs(across) > 0.05 * Math.hypot(x - ax, y - ay) * Math.hypot(bx - x, by - y);
  });

/** Every edge moved to the right of the way around, where the cells are. @type {(loop: Point[], joint: number) => Point[]} */
export const inward = (loop, joint) =>
  loop.map(([x, y], index) => {
    const [[ax, ay], [bx, by]] = beside(loop, index);
    const [before, after] = [Math.hypot(x - ax, y - ay), Math.hypot(bx - x, by - y)];
    const [ux, uy, vx, vy] = [(x - ax) / before, (y - ay) / before, (bx - x) / after, (by - y) / after];
    const share = joint / Math.max(0.1, 1 + ux * vx + uy * vy);
    return [x - (uy + vy) * share, y + (ux + vx) * share];
  });

/** @param {Point[]} loop */
function rounded(loop) {
  const parts = loop.map(([x, y], index) => {
    const [before, after] = beside(loop, index).map(([ox, oy]) => {
      const length = Math.hypot(ox - x, oy - y);
      const share = Math.min(ROUNDING, length / 2) / length;
      return [x + (ox - x) * share, y + (oy - y) * share];
    });
    return `${index ? "L" : "M"}${point(before)}Q${point([x, y])} ${point(after)}`;
  });
  return `${parts.join("")}Z`;
}
