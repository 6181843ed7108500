// A way drawn on the board with mouse or finger: from one cell to another, or with a pen over all cells on the way.

/**
 * @param {HTMLElement} stage
 * @param {{cellAt: (x: number, y: number) => number, begins: () => boolean,
 *   shown: (from: number, to: number) => void, dragged: (from: number, to: number) => void,
 *   writes: () => boolean, written: (cell: number) => void}} told where cells are, whether anything may be touched,
 *   what is being drawn (to: -1 for nothing), what was drawn; whether there is a pen in the hand, and told of every
 *   cell that it comes over, once
 */
export function listenToDrags(stage, told) {
  let from = -1;
  let to = -1;
  let pointer = -1;
  /** The cells that a pen has come over in this stroke; null without a pen. @type {Set<number>|null} */
  let stroke = null;

  function end() {
    if (to >= 0) told.shown(from, -1);
    from = to = pointer = -1;
    stroke = null;
  }

  /** @param {Set<number>} seen @param {number} cell */
  function write(seen, cell) {
    if (cell < 0 || seen.has(cell)) return;
    seen.add(cell);
    told.written(cell);
  }

  stage.addEventListener("pointerdown", (event) => {
    end();
    if (event.button || !event.isPrimary || !told.begins()) return;
    from = told.cellAt(event.clientX, event.clientY);
    pointer = event.pointerId;
    if (told.writes()) stroke = new Set();
  });
  addEventListener("pointermove", (event) => {
    if (from < 0 || event.pointerId !== pointer) return;
    const over = told.cellAt(event.clientX, event.clientY);
    const next = over === from ? -1 : over;
    if (stroke) {
      // Only with a second cell is it a stroke; before, it might be a touch.
      if (stroke.size || next >= 0) for (const cell of [from, over]) write(stroke, cell);
      return;
    }
    if (next === to) return;
    to = next;
    told.shown(from, to);
  });
  addEventListener("pointerup", (event) => {
    if (event.pointerId !== pointer) return;
    const [begin, finish] = [from, to];
    end();
    if (finish >= 0) told.dragged(begin, finish);
  });
  addEventListener("pointercancel", end);
}
