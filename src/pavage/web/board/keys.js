// The keyboard: arrows walk over the cells as they lie on the screen; coordinates can be typed; "?" lists the keys.

import { showShortcuts } from "../lib/shortcuts.js";
import { place } from "./geometry.js";

const LONGEST = 80;
/** @type {Record<string, number[]>} */
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** What a move may be written with; a space never comes first. @param {string} text */
const signs = (text) => (text ? /[\p{L}\p{N} ()+\-−*/=,.@^:?>!×÷]/u : /[\p{L}\p{N}()+\-−*/=,.@^:?>!×÷]/u);

/**
 * @param {ReturnType<typeof import("./board.js").createBoard>} board
 * @param {{touch: (cell: number) => void, typed: (text: string) => void, typing: (text: string) => void,
 *   erase?: () => void, back: () => void, turns: () => boolean, turn: () => void}} told
 */
export function listenToKeys(board, told) {
  let text = "";
  // The line that is being followed, and where it has come to.
  let line = { axis: "", at: 0, cell: -1 };

  /** @param {string} next */
  function type(next) {
    text = next;
    told.typing(text);
  }

  /** The nearest cell in a direction. @param {number[]} direction */
  function walk([dx, dy]) {
    const here = place(board.cells[board.current]);
    const axis = dx ? "across" : "down";
    if (line.axis !== axis || line.cell !== board.current)
      line = { axis, at: dx ? here.y : here.x, cell: -1 };
    const found = board.cells.flatMap((polygon, cell) => {
      if (polygon.classList.contains("void")) return [];
      const { x, y } = place(polygon);
      const along = dx ? (x - here.x) * dx : (y - here.y) * dy;
      const aside = Math.abs(dx ? y - here.y : x - here.x);
      if (cell === board.current || along < 1 || aside > along * 1.2) return [];
      const cost = Math.hypot(along, aside) ** 3 / along ** 2;
      return [
        { cell, cost, stray: Math.abs((dx ? y : x) - line.at), inLine: board.inLine(cell, board.current) },
      ];
    });
    const least = Math.min(...found.map((each) => each.cost)) * 1.01;
    // On hexagons two cells are equally near: stay in the same row or column, else go straight on in a zigzag.
    const [best] = found
      .filter((each) => each.cost <= least)
      .sort((one, other) => Number(other.inLine) - Number(one.inLine) || one.stray - other.stray);
    if (!best) return;
    line.cell = best.cell;
    board.focus(best.cell);
  }

  /** Whether a key turns what is in the hand: the letter does, unless a cell begins with it. @param {string} key */
  function turns(key) {
    if (!told.turns()) return false;
    return key === "R" || (key === "r" && !board.cells.some((cell) => cell.dataset.name?.startsWith("r")));
  }

  /** What an arrow does on the board, or where nothing else is focused. @param {string} key @param {Element} target @returns {(() => void)|null} */
  function walking(key, target) {
    const direction = ARROWS[key];
    if (!direction) return null;
    if (target.matches(".c")) return () => walk(direction);
    return target === document.body ? () => board.focus() : null;
  }

  /** What a key does to what is being typed, but for one more sign. @param {string} key @returns {(() => void)|null} */
  function whileTyping(key) {
    if (key === "Backspace") return () => type(text.slice(0, -1));
    if (key !== "Enter") return null;
    return () => {
      const whole = text;
      type("");
      told.typed(whole);
    };
  }

  /** What a key does when nothing is being typed. @param {string} key @param {boolean} onCell @returns {(() => void)|null} */
  function atRest(key, onCell) {
    if (onCell && (key === "Enter" || key === " ")) return () => told.touch(board.current);
    if (key === "Backspace") return told.erase ?? null;
    if (key === "?") return showShortcuts;
    if (key === "+" || key === "-") return () => board.zoom(key === "+" ? 1 : -1);
    return turns(key) ? told.turn : null;
  }

  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("input, select, textarea, summary, .menu, dialog")) return;
    const act = walking(event.key, target) ?? (text ? whileTyping(event.key) : atRest(event.key, target.matches(".c")));
    if (act) {
      event.preventDefault();
      act();
    } else if (event.key === "Escape") {
      if (text) type("");
      else told.back();
    } else if (event.key.length === 1 && signs(text).test(event.key) && text.length < LONGEST) {
      // A space would scroll, and a stroke searches in some browsers.
      if (event.key === " " || event.key === "/") event.preventDefault();
      type(text + event.key);
    }
  });
}
