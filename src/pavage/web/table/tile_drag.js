// A tile that is dragged from a stock to the board: it hangs on the pointer, its ghost snaps to the cells.

/** @typedef {import("../lib/state_types.js").Item} Item */

/** Pixels by which a hand may tremble before it drags. */
const SLOP = 8;
/** Pixels between a finger and the tile above it: whoever drags sees it. */
const ABOVE = 28;

/**
 * @param {{hold: (size: {high: number, wide: number}, x: number, y: number) => number, release: () => void, edge: number}} board
 * @param {(site: number, cell: number) => void} laid told which tile was let go over which cell
 */
export function createTileDrag(board, laid) {
  /** Begin to drag a tile, once the pointer goes away. @param {PointerEvent} event @param {HTMLElement} from what lies in the tray @param {Item} item */
  return (event, from, item) => {
    const { site, points = [] } = item;
    const picture = from.querySelector("svg");
    if (event.button || !event.isPrimary || site === undefined || !points.length || !picture) return;
    const [[high, wide]] = points;
    const lifted = event.pointerType === "touch" ? ABOVE + (high * board.edge) / 2 : 0;
    /** What hangs on the pointer. @type {HTMLElement|null} */
    let hanging = null;
    let cell = -1;

    function take() {
      hanging = document.createElement("div");
      hanging.className = "hanging";
      hanging.append(/** @type {Element} */ (picture).cloneNode(true));
      hanging.style.width = `${wide * board.edge}px`;
      hanging.style.height = `${high * board.edge}px`;
      document.body.append(hanging);
    }

    /** @param {PointerEvent} moved */
    function move(moved) {
      if (moved.pointerId !== event.pointerId) return;
      const { clientX: x, clientY: y } = moved;
      if (!hanging && Math.hypot(x - event.clientX, y - event.clientY) < SLOP) return;
      if (!hanging) take();
      cell = board.hold({ high, wide }, x, y - lifted);
      if (!hanging) return;
      hanging.style.transform = `translate(${x}px, ${y - lifted}px) translate(-50%, -50%)`;
      hanging.classList.toggle("over", cell >= 0);
    }

    /** @param {PointerEvent} ended */
    function end(ended) {
      if (ended.pointerId !== event.pointerId) return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!hanging) return;
      hanging.remove();
      board.release();
      ignoreClick();
      if (ended.type === "pointerup" && cell >= 0) laid(site ?? -1, cell);
    }

    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  };
}

/** The click that a browser makes of a drag, at once, was not meant. */
function ignoreClick() {
  const ignore = (/** @type {Event} */ event) => event.stopPropagation();
  addEventListener("click", ignore, { capture: true });
  setTimeout(() => removeEventListener("click", ignore, { capture: true }));
}
