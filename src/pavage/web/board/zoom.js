// Nearer to a large board: by pinching, by the wheel with Ctrl, by buttons and keys. Moved by hand once it is near.

const MOST = 6;
const STEP = 1.4;
const SLOP = 6;

/**
 * @param {HTMLElement} stage
 * @param {{svg: () => SVGSVGElement|null, shown: () => void, draws: () => boolean}} told the drawing; told when it
 *   is shown in another way; whether one finger draws on it
 */
export function createZoom(stage, told) {
  let near = 1;
  /** The middle of what is shown, as a share of the whole. */
  let [x, y] = [0.5, 0.5];
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  let moved = false;
  let apart = 0;

  /** @returns {number[]} */
  const whole = () => (told.svg()?.dataset.whole || "0 0 1 1").split(" ").map(Number);

  function show() {
    const svg = told.svg();
    if (!svg) return;
    const half = 0.5 / near;
    x = Math.min(1 - half, Math.max(half, x));
    y = Math.min(1 - half, Math.max(half, y));
    const [left, top, width, height] = whole();
    const part = [left + (x - half) * width, top + (y - half) * height, width / near, height / near];
    svg.setAttribute("viewBox", part.map((each) => each.toFixed(2)).join(" "));
    svg.classList.toggle("near", near > 1);
    told.shown();
  }

  /** Where a point of the screen lies, as a share of the whole. @param {number} clientX @param {number} clientY */
  function shareAt(clientX, clientY) {
    const svg = told.svg();
    const matrix = svg?.getScreenCTM();
    if (!svg || !matrix) return [0.5, 0.5];
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const [left, top, width, height] = whole();
    return [(point.x - left) / width, (point.y - top) / height];
  }

  /** Come nearer to a place, which stays where it is. @param {number} factor @param {number[]} at */
  function by(factor, [atX, atY] = [x, y]) {
    const next = Math.min(MOST, Math.max(1, near * factor));
    x = atX + ((x - atX) * near) / next;
    y = atY + ((y - atY) * near) / next;
    near = next < 1.02 ? 1 : next;
    show();
  }

  /** Move what is shown by some pixels. @param {number} dx @param {number} dy */
  function move(dx, dy) {
    const matrix = told.svg()?.getScreenCTM();
    if (!matrix) return;
    const [, , width, height] = whole();
    x -= dx / matrix.a / width;
    y -= dy / matrix.d / height;
    show();
  }

  stage.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      by(Math.exp(-event.deltaY / 300), shareAt(event.clientX, event.clientY));
    },
    { passive: false },
  );
  stage.addEventListener("pointerdown", (event) => {
    if (!fingers.size) moved = false;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    apart = 0;
  });
  addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    const pair = fingers.size === 2;
    if (!pair && (near === 1 || told.draws())) return;
    if (!moved && !pair && Math.hypot(dx, dy) < SLOP) return;
    moved = true;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!pair) return move(dx, dy);
    const [one, other] = [...fingers.values()];
    const distance = Math.hypot(one.x - other.x, one.y - other.y);
    if (apart) by(distance / apart, shareAt((one.x + other.x) / 2, (one.y + other.y) / 2));
    move(dx / 2, dy / 2);
    apart = distance;
  });
  const lift = (/** @type {PointerEvent} */ event) => {
    fingers.delete(event.pointerId);
    apart = 0;
  };
  addEventListener("pointerup", lift);
  addEventListener("pointercancel", lift);
  // What moved the board touched no cell.
  stage.addEventListener(
    "click",
    (event) => {
      if (!moved) return;
      moved = false;
      event.stopPropagation();
    },
    { capture: true },
  );

  return {
    show,
    /** Whether hands move the board now. */
    get near() {
      return near > 1;
    },
    get moved() {
      return moved;
    },
    /** @param {number} steps */
    step: (steps) => by(STEP ** steps),
    /** Bring a place into sight. @param {number} px @param {number} py in the units of the drawing */
    reveal(px, py) {
      if (near === 1) return;
      const [left, top, width, height] = whole();
      const [sx, sy] = [(px - left) / width, (py - top) / height];
      const half = 0.5 / near - 0.08 / near;
      if (Math.abs(sx - x) > half) x = sx;
      if (Math.abs(sy - y) > half) y = sy;
      show();
    },
  };
}
