// The keyboard: arrows walk over the cells as they lie on the screen; coordinates can be typed.

import { place } from "./geometry.js";

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** What a move may be written with; a space never comes first. @param {string} text */
const signs = (text) => (text ? /[\p{L}\p{N} ()+\-−*/=,.@^:?>!×÷]/u : /[\p{L}\p{N}()+\-−*/=,.@^:?>!×÷]/u);

/**
 * @param {ReturnType<typeof import("./board.js").createBoard>} board
 * @param {{touch: (cell: number) => void, typed: (text: string) => void, typing: (text: string) => void,
 *   back: () => void, turns: () => boolean, turn: () => void}} told
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
    if (text || !told.turns()) return false;
    return key === "R" || (key === "r" && !board.cells.some((cell) => cell.dataset.name?.startsWith("r")));
  }

  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("input, select, textarea, summary, .menu")) return;
    const onCell = target.matches(".c");
    const elsewhere = !onCell && target !== document.body;
    if (event.key in ARROWS && !elsewhere) {
      event.preventDefault();
      if (onCell) walk(ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)]);
      else board.focus();
    } else if (event.key === "Enter" && text) {
      event.preventDefault();
      told.typed(text);
      type("");
    } else if ((event.key === "Enter" || (event.key === " " && !text)) && onCell) {
      event.preventDefault();
      told.touch(board.current);
    } else if (event.key === "Escape") {
      if (text) type("");
      else told.back();
    } else if (event.key === "Backspace" && text) {
      event.preventDefault();
      type(text.slice(0, -1));
    } else if (!text && (event.key === "+" || event.key === "-")) {
      event.preventDefault();
      board.zoom(event.key === "+" ? 1 : -1);
    } else if (turns(event.key)) {
      event.preventDefault();
      told.turn();
    } else if (event.key.length === 1 && signs(text).test(event.key) && text.length < 80) {
      // A space would scroll, and a stroke searches in some browsers.
      if (event.key === " " || event.key === "/") event.preventDefault();
      type(text + event.key);
    }
  });
}
