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
