// What is typed or touched at a board before the script of its page has come. No module: it runs before anything is
// shown, holds back what the board could not hear yet, and lets it happen when the board says that it listens.

"use strict"; // so that what is in the braces stays there

{
  /** @typedef {{key?: string, pointerType?: string, cell: string|null}} Done a key or a touch, and at which cell */
  /** @type {Done[]} */
  let kept = [];

  /** @param {Event} event @param {Element} target @param {string|null} cell @returns {Done|null} what a board would hear of it */
  function heard(event, target, cell) {
    if (!(event instanceof KeyboardEvent)) return cell ? { cell, pointerType: event instanceof PointerEvent ? event.pointerType : "" } : null;
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || (!cell && target !== document.body)) return null;
    return key.length === 1 || key === "Enter" || key === "Backspace" ? { cell, key } : null;
  }

  /** @param {Event} event */
  function keep(event) {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const done = heard(event, target, target.closest(".board .c")?.getAttribute("data-cell") ?? null);
    if (!done) return;
    kept.push(done);
    event.stopPropagation();
  }

  /** @param {Done} done */
  function again({ key, cell, pointerType }) {
    const place = cell === null ? document.body : document.querySelector(`.board .c[data-cell="${cell}"]`);
    if (place instanceof SVGElement) place.focus();
    place?.dispatchEvent(key ? new KeyboardEvent("keydown", { key, bubbles: true }) : new PointerEvent("click", { pointerType, bubbles: true }));
  }

  addEventListener("keydown", keep, true);
  addEventListener("click", keep, true);
  // Not if the position is another by now: nobody has seen it.
  addEventListener(
    "board-listens",
    (event) => {
      removeEventListener("keydown", keep, true);
      removeEventListener("click", keep, true);
      if (event instanceof CustomEvent && event.detail) kept.forEach(again);
      kept = [];
    },
    { once: true },
  );
}
