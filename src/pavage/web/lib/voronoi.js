// Cells around points that somebody clicked: each cell is all of the square that lies nearest to its point.

/** @typedef {[number, number]} Point */

/** Corners nearer to each other than this share of a cell become one: nobody could see the edge between them. */
const NEAR = 0.16;

/** The part of a convex polygon where ax + by is at most the limit. @param {Point[]} polygon @param {number} a @param {number} b @param {number} limit */
function cut(polygon, a, b, limit) {
  /** @type {Point[]} */
  const kept = [];
  polygon.forEach(([x, y], at) => {
    const [nx, ny] = polygon[(at + 1) % polygon.length];
    const [here, there] = [a * x + b * y - limit, a * nx + b * ny - limit];
    if (here <= 0) kept.push([x, y]);
    if (here < 0 !== there < 0 && here !== there) {
      const share = here / (here - there);
      kept.push([x + share * (nx - x), y + share * (ny - y)]);
    }
  });
  return kept;
}

/** @param {Point[]} points in a square of side 1 @returns {Point[][]} */
export function diagram(points) {
  return points.map(([x, y], self) => {
    /** @type {Point[]} */
    let polygon = [[0, 0], [1, 0], [1, 1], [0, 1]];
    points.forEach(([px, py], other) => {
      if (other === self) return;
      polygon = cut(polygon, px - x, py - y, (px * px + py * py - x * x - y * y) / 2);
    });
    return polygon;
  });
}

/** Every point in the middle of its cell: the cells grow alike. @param {Point[]} points @returns {Point[]} */
export const spread = (points) =>
  diagram(points).map((polygon) => {
    let [area, cx, cy] = [0, 0, 0];
    polygon.forEach(([x, y], at) => {
      const [nx, ny] = polygon[(at + 1) % polygon.length];
      const cross = x * ny - nx * y;
      area += cross;
      cx += (x + nx) * cross;
      cy += (y + ny) * cross;
    });
    return [cx / (3 * area), cy / (3 * area)];
  });

/** How fixed a corner is: those of the square stay, those on its border stay on it. @param {Point} point */
const fixed = ([x, y]) => [x, y].filter((each) => each < 1e-9 || each > 1 - 1e-9).length;

/**
 * The same cells with corners that neighbours share exactly, and none too near to another.
 * @param {Point[]} points @returns {Point[][]} in a square whose cells have edges about 1 long
 */
export function cellsAround(points) {
  const polygons = diagram(points);
  const near = NEAR / Math.sqrt(points.length || 1);
  /** @type {Point[]} */
  const corners = [];
  const order = polygons.flat().sort((one, other) => fixed(other) - fixed(one));
  for (const point of order)
    if (!corners.some(([x, y]) => Math.hypot(x - point[0], y - point[1]) < near)) corners.push(point);
  const nearest = (/** @type {Point} */ point) =>
    corners.reduce(
      (best, [x, y], at) => {
        const far = Math.hypot(x - point[0], y - point[1]);
        return far < best.far ? { at, far } : best;
      },
      { at: -1, far: Infinity },
    ).at;
  const side = 1.6 * Math.sqrt(points.length);
  const rounded = (/** @type {number} */ value) => Math.round(value * side * 1000) / 1000;
  return polygons.map((polygon) => {
    const at = polygon.map(nearest).filter((corner, place, all) => corner !== all[(place + 1) % all.length]);
    return at.map((corner) => [rounded(corners[corner][0]), rounded(corners[corner][1])]);
  });
}
