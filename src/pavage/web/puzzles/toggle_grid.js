// A grid of cells that are full or empty: touched, drawn over with mouse or finger, or moved on with arrow keys.

import { h } from "../lib/dom.js";

/** @typedef {boolean[][]} Cells in rows: whether each is full */

/** A grid without a pawn. @param {number} rows @param {number} columns @returns {Cells} */
export const emptyCells = (rows, columns) => Array.from({ length: rows }, () => Array(columns).fill(false));

/** As the server reads it, # for a pawn. @param {Cells} cells */
export const asRows = (cells) => cells.map((row) => row.map((full) => (full ? "#" : ".")).join(""));

/** @param {string[]} rows @returns {Cells} */
export const fromRows = (rows) => rows.map((row) => [...row].map((sign) => sign === "#"));

/** What stands at the end of each row and of each column. @param {Cells} cells */
export function sumsOf(cells) {
  const count = (/** @type {boolean[]} */ line) => line.filter(Boolean).length;
  return { rows: cells.map(count), columns: cells[0].map((_, column) => count(cells.map((row) => row[column]))) };
}

const name = (/** @type {number} */ row, /** @type {number} */ column) => String.fromCharCode(97 + column) + (row + 1);

/**
 * @param {string} label what it is @param {Cells} cells as it begins; changed in place
 * @param {() => void} changed told of every change @param {{sums?: boolean}} [more] with the sums at its sides
 */
export function toggleGrid(label, cells, changed, { sums = false } = {}) {
  const [rows, columns] = [cells.length, cells[0].length];
  /** What a stroke writes while the pointer is down. @type {boolean|null} */
  let pen = null;
  let at = [0, 0];
  const buttons = cells.map((line, row) => line.map((_, column) => cell(row, column)));
  const told = { rows: ends(rows), columns: ends(columns) };

  /** @param {number} count */
  function ends(count) {
    return Array.from({ length: count }, () => h("span", { class: "sum", "aria-hidden": "true" }));
  }

  /** @param {number} row @param {number} column */
  function cell(row, column) {
    return h("button", {
      type: "button",
      class: "toggle",
      "aria-label": name(row, column),
      "data-at": `${row},${column}`,
      // By keyboard: a pointer has written before it is a click.
      onclick: (/** @type {Event} */ event) => event instanceof UIEvent && event.detail === 0 && write(row, column, !cells[row][column]),
    });
  }

  /** @param {number} row @param {number} column @param {boolean} full */
  function write(row, column, full) {
    if (cells[row][column] === full) return;
    cells[row][column] = full;
    show();
    changed();
  }

  /** @param {PointerEvent} event */
  function under(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-at]");
    if (!(found instanceof HTMLElement) || !grid.contains(found)) return null;
    return (found.dataset.at ?? "").split(",").map(Number);
  }

  const lines = buttons.map((line, row) => [...line, ...(sums ? [told.rows[row]] : [])]);
  const grid = h(
    "div",
    { class: "toggle-grid", role: "group", "aria-label": label },
    ...lines.flat(),
    ...(sums ? told.columns : []),
  );
  grid.style.setProperty("--columns", String(columns + (sums ? 1 : 0)));
  grid.addEventListener("pointerdown", (event) => {
    const place = under(event);
    if (!place || event.button) return;
    // What was pressed holds the pointer; the others must hear of it too.
    if (event.target instanceof Element) event.target.releasePointerCapture?.(event.pointerId);
    pen = !cells[place[0]][place[1]];
    write(place[0], place[1], pen);
    focus(place);
  });
  grid.addEventListener("pointermove", (event) => {
    const place = pen === null ? null : under(event);
    if (place && pen !== null) write(place[0], place[1], pen);
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (pen = null));
  grid.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && target.dataset.at) at = target.dataset.at.split(",").map(Number);
  });
  grid.addEventListener("keydown", (event) => {
    /** @type {Record<string, number[]>} */
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    focus([(at[0] + step[0] + rows) % rows, (at[1] + step[1] + columns) % columns]);
  });

  /** @param {number[]} place */
  function focus(place) {
    at = place;
    show();
    buttons[place[0]][place[1]].focus();
  }

  function show() {
    const now = sumsOf(cells);
    buttons.forEach((line, row) =>
      line.forEach((button, column) => {
        button.setAttribute("aria-pressed", String(cells[row][column]));
        button.tabIndex = row === at[0] && column === at[1] ? 0 : -1;
      }),
    );
    now.rows.forEach((sum, row) => (told.rows[row].textContent = String(sum)));
    now.columns.forEach((sum, column) => (told.columns[column].textContent = String(sum)));
  }

  show();
  return { element: grid, show };
}
