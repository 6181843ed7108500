// Boards that somebody drew: kept on this device, drawn small, put into a link, and handed to a game.

import { s } from "./dom.js";
import { cellsAround, diagram } from "./voronoi.js";
import { packed, unpacked } from "./record_link.js";

/** @typedef {import("./voronoi.js").Point} Point */
/** @typedef {{id: string, name: string, points?: Point[], cells?: {polygon: Point[]}[], sides?: unknown}} OwnBoard points that cells grow around, or cells of a file */

const PLACE = "pavage.boards";
const DRAFT = "pavage.board";
const MOST = 40;

/** @param {string} place @returns {unknown} */
function kept(place) {
  try {
    return JSON.parse(localStorage.getItem(place) || "null");
  } catch {
    return null;
  }
}

/** Whether something is a board, whoever wrote it. @param {unknown} board @returns {board is OwnBoard} */
function isBoard(board) {
  const { name, points, cells } = /** @type {Partial<OwnBoard>} */ (board ?? {});
  const isPoint = (/** @type {unknown} */ each) => Array.isArray(each) && each.length === 2 && each.every(Number.isFinite);
  const drawn = Array.isArray(points) && points.every(isPoint);
  return typeof name === "string" && (drawn || (Array.isArray(cells) && cells.every((cell) => cell?.polygon?.every(isPoint))));
}

/** The boards of this device, the newest first. @returns {OwnBoard[]} */
export function ownBoards() {
  const all = kept(PLACE);
  return Array.isArray(all) ? all.filter(isBoard) : [];
}

/** @param {string|null} id */
export const ownBoard = (id) => ownBoards().find((each) => each.id === id) ?? null;

/** @param {OwnBoard} board */
export function keepBoard(board) {
  const others = ownBoards().filter(({ id }) => id !== board.id);
  localStorage.setItem(PLACE, JSON.stringify([board, ...others].slice(0, MOST)));
}

/** @param {string} id */
export const forgetBoard = (id) =>
  localStorage.setItem(PLACE, JSON.stringify(ownBoards().filter((each) => each.id !== id)));

/** What is being drawn, as it was left. @returns {OwnBoard|null} */
export function draft() {
  const board = kept(DRAFT);
  return isBoard(board) ? board : null;
}

/** @param {OwnBoard} board */
export const keepDraft = (board) => localStorage.setItem(DRAFT, JSON.stringify(board));

export const newId = () => Math.random().toString(36).slice(2, 10);

/** The cells as they are drawn. @param {OwnBoard} board @returns {Point[][]} */
export const polygonsOf = ({ points = [], cells }) =>
  cells ? cells.map(({ polygon }) => polygon) : diagram(points).map((all) => all.map(([x, y]) => [x * 100, y * 100]));

/** A link that holds the board itself. @param {OwnBoard} board */
export const linkTo = async ({ name, points, cells, sides }) =>
  `${location.origin}/boards#${await packed(JSON.stringify({ name, points: points?.map((each) => each.map(rounded)), cells, sides }))}`;

const rounded = (/** @type {number} */ value) => Math.round(value * 10_000) / 10_000;

/** The board that a link holds; null if it holds none. @param {string} text @returns {Promise<OwnBoard|null>} */
export async function boardIn(text) {
  try {
    const board = JSON.parse(await unpacked(text));
    return isBoard(board) ? { ...board, id: newId() } : null;
  } catch {
    return null;
  }
}

/**
 * A game on this board that has not begun, as a record.
 * @param {OwnBoard} board @param {string} game @param {Iterable<[string, string]>} options
 */
export function recordOn(board, game, options) {
  const cells = board.cells ?? cellsAround(board.points ?? []).map((polygon) => ({ polygon }));
  const name = board.name.normalize("NFD").replace(/[^\w-]/g, "").slice(0, 40) || "mine";
  const tiling = JSON.stringify({ tiling: `file:${name}`, version: 1, cells, sides: board.sides });
  const chosen = [...options].filter(([option]) => option !== "board").map(([option, value]) => `option ${option}: ${value}`);
  return ["pavage 1", `game: ${game}`, ...chosen, `tiling: ${tiling}`, "", ""].join("\n");
}

/** A board as a drawing. @param {OwnBoard} board @param {boolean} [whole] also its points */
export function boardPicture(board, whole = false) {
  const polygons = polygonsOf(board);
  /** @type {Point[]} */
  const all = board.cells ? polygons.flat() : [[0, 0], [100, 100]];
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const [left, above] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - above];
  const margin = Math.max(width, height) * 0.02;
  const box = [left - margin, above - margin, width + 2 * margin, height + 2 * margin];
  const svg = s("svg", { viewBox: box.join(" "), class: "tiling" });
  for (const polygon of polygons)
    svg.append(s("polygon", { class: "c", points: polygon.map(([x, y]) => `${x},${y}`).join(" ") }));
  const points = whole ? (board.points ?? []) : [];
  for (const [x, y] of points) svg.append(s("circle", { class: "seed", cx: String(x * 100), cy: String(y * 100), r: "1.1" }));
  return svg;
}
