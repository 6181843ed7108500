// Which page this is.

import { h } from "./dom.js";
import { showNew } from "./new.js";
import { showTable } from "./play.js";

const page = /** @type {HTMLElement} */ (document.getElementById("page"));
const table = location.pathname.match(/^\/play\/([\w-]+)$/);

try {
  if (table) showTable(page, table[1]);
  else await showNew(page);
} catch (error) {
  page.replaceChildren(
    h("p", { class: "problem warn" }, `✕ ${error instanceof Error ? error.message : error}`),
  );
}
