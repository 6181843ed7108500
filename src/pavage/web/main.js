// Which page this is.

import { h } from "./dom.js";

const page = /** @type {HTMLElement} */ (document.getElementById("page"));
const table = location.pathname.match(/^\/play\/([\w-]+)$/);

try {
  // Each page loads only what it needs.
  if (table) (await import("./play.js")).showTable(page, table[1]);
  else await (await import("./new.js")).showNew(page);
} catch (error) {
  page.replaceChildren(
    h("p", { class: "problem warn" }, `✕ ${error instanceof Error ? error.message : error}`),
  );
}
