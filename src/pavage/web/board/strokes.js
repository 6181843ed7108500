// A mouse that is held down and drawn over several cells; a finger that moves scrolls.

/**
 * @param {HTMLElement} stage
 * @param {{draws: () => boolean, put: (cell: number, same: boolean) => boolean, drawn: () => void}} told whether one
 *   draws cell by cell now; put something on a cell, as part of the same stroke, and say whether that changed anything
 */
export function listenToStrokes(stage, told) {
  let held = -1;
  /** Whether the stroke has changed something. */
  let begun = false;

  /** @param {PointerEvent} event */
  function under(event) {
    const cell = event.target instanceof Element ? event.target.closest("[data-cell].c") : null;
    const draws = event.pointerType === "mouse" && event.buttons === 1 && told.draws();
    return cell && draws ? Number(cell.getAttribute("data-cell")) : -1;
  }

  stage.addEventListener("pointerdown", (event) => ([held, begun] = [under(event), false]));
  stage.addEventListener("pointerover", (event) => {
    const cell = under(event);
    if (held < 0 || cell < 0 || cell === held) return;
    // Only now it is a stroke; before, it might have been a click.
    for (const each of [held, cell]) begun = told.put(each, begun) || begun;
    told.drawn();
  });
  addEventListener("pointerup", () => (held = -1));
}
