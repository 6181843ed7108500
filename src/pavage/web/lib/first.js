// What came with the page, so that its script need not ask for it.

/** @type {Record<string, unknown>} */
const came = JSON.parse(document.getElementById("first")?.textContent || "{}");

/** Taken once: whatever is wanted again is asked for again. @template T @param {string} name @param {() => Promise<T>} ask @returns {Promise<T>} */
export async function firstOr(name, ask) {
  if (!(name in came)) return ask();
  const taken = /** @type {T} */ (came[name]);
  delete came[name];
  return taken;
}

/** The board that came with the page, as it was drawn before anything lay on it. @param {HTMLElement} page @returns {(name: string, turn: number) => Promise<string>|null} */
export function firstDrawing(page) {
  const place = /** @type {HTMLElement|null} */ (page.querySelector(".first .board"));
  const svg = place?.querySelector("svg");
  if (!place || !svg) return () => null;
  const empty = /** @type {SVGElement} */ (svg.cloneNode(true));
  empty.querySelector(".pieces")?.replaceChildren();
  const text = new XMLSerializer().serializeToString(empty);
  return (name, turn) => (name === place.dataset.board && String(turn) === svg.dataset.turn ? Promise.resolve(text) : null);
}

/** From now on the board hears; what was done before it did is done now, if the position is still the one that was seen (early.js). @param {boolean} same */
export function listensNow(same) {
  dispatchEvent(new CustomEvent("board-listens", { detail: same }));
}
