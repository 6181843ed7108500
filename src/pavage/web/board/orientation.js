// How a board lies on the screen: so that its cells are as large as they can be, unless the reader wants it otherwise.

import { preferences } from "../lib/menu.js";

/** @typedef {import("../lib/state_types.js").Shape} Shape */

/** Board and panel stand side by side: large windows, and phones that lie on their side. */
export const wide = matchMedia("(min-width: 900px), (min-width: 600px) and (max-height: 500px)");

/** Whether coordinates are shown. */
export function labelled() {
  const coordinates = preferences.get("coordinates", "auto");
  return coordinates === "auto" ? wide.matches : coordinates === "on";
}

/** @param {HTMLElement} stage @param {Shape[]} shapes */
export function bestShape(stage, shapes) {
  const orientation = preferences.get("orientation", "auto");
  if (orientation === "flat") return shapes[0];
  if (orientation === "turned" && shapes[1]) return shapes[1];
  return shapes.reduce((best, shape) => (scale(stage, shape) > scale(stage, best) * 1.02 ? shape : best));
}

/** @param {Shape} shape */
const measures = (shape) => (labelled() ? shape.with_labels : shape.without_labels);

/** How large the cells become. @param {HTMLElement} stage @param {Shape} shape */
function scale(stage, shape) {
  const [width, height] = measures(shape);
  const across = wide.matches ? stage.clientWidth - 48 : innerWidth - 28;
  // The height that a phone's own bars leave, which come and go while one scrolls: the board does not turn with them.
  const high = document.documentElement.clientHeight;
  // A tall board leaves no room for dice, cards and signs below it.
  const tall = stage.closest(".equipped") ? high * 0.5 : high - 200;
  const down = wide.matches ? high - 48 : height > width ? tall : high * 0.68;
  return Math.min(across / width, down / height);
}

/**
 * Whether the board leaves its corners empty, so that seats and buttons may stand there.
 * @param {HTMLElement} stage @param {Shape} shape @param {SVGElement[]} cells
 */
export function cornersAreFree(stage, shape, cells) {
  const [width, height] = measures(shape);
  if (height <= width) return false;
  const size = scale(stage, shape);
  const centres = Object.values(cells).map((cell) => [Number(cell.dataset.x), Number(cell.dataset.y)]);
  const [xs, ys] = [centres.map(([x]) => x), centres.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return !centres.some(([x, y]) => {
    const aside = Math.min(x - left, right - x) * size;
    const inward = Math.min(y - top, bottom - y) * size;
    return inward < 44 && aside < (width * size) / 2 - 52;
  });
}

/**
 * Keeps the drawing of a board in place; one that turns or grows has several.
 * @param {HTMLElement} stage @param {ReturnType<typeof import("./board.js").createBoard>} board
 * @param {(name: string, turn: number) => Promise<string>} draw
 */
export function createOrientation(stage, board, draw) {
  /** @type {Map<string, Promise<string>>} */
  const drawings = new Map();
  let wanted = "";
  /** The first drawing that lay so: a board that grows keeps its place. @type {Map<number, Shape>} */
  const first = new Map();

  /** Lay the board as it fits best. @param {string} name @param {Shape[]} shapes @returns {Promise<Shape|null>} null if another one is wanted meanwhile */
  return async function lay(name, shapes) {
    const shape = bestShape(stage, shapes);
    const drawing = `${name} ${shape.turn}`;
    wanted = drawing;
    if (board.mounted !== drawing) {
      if (!drawings.has(drawing)) drawings.set(drawing, draw(name, shape.turn));
      const text = await drawings.get(drawing);
      if (wanted !== drawing || !text) return null;
      // Meanwhile this one may already be there.
      if (board.mounted !== drawing) board.mount(text, drawing);
    }
    board.label(labelled(), preferences.get("coordinates", "auto") === "on");
    if (!first.has(shape.turn)) first.set(shape.turn, shape);
    board.svg?.style.setProperty("aspect-ratio", measures(first.get(shape.turn) ?? shape).join(" / "));
    return shape;
  };
}
