// A way drawn on the board with mouse or finger, from one cell to another.

/**
 * @param {HTMLElement} stage
 * @param {{cellAt: (x: number, y: number) => number, begins: () => boolean,
 *   shown: (from: number, to: number) => void, dragged: (from: number, to: number) => void}} told where cells are,
 *   whether anything may be touched, what is being drawn (to: -1 for nothing), what was drawn
 */
export function listenToDrags(stage, told) {
  let from = -1;
  let to = -1;
  let pointer = -1;

  function end() {
    if (to >= 0) told.shown(from, -1);
    from = to = pointer = -1;
  }

  stage.addEventListener("pointerdown", (event) => {
    end();
    if (event.button || !event.isPrimary || !told.begins()) return;
    from = told.cellAt(event.clientX, event.clientY);
    pointer = event.pointerId;
  });
  addEventListener("pointermove", (event) => {
    if (from < 0 || event.pointerId !== pointer) return;
    const over = told.cellAt(event.clientX, event.clientY);
    const next = over === from ? -1 : over;
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
