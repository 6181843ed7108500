// The module that shows this page.

import { brand, h, keepClicks } from "./lib/dom.js";
import { say } from "./lib/words.js";

const page = /** @type {HTMLElement} */ (document.getElementById("page"));
/** The table or the tournament that the address names, if it names one: /play/NAME. */
const about = location.pathname.split("/")[2];

keepClicks(document.body);
try {
  // Each page loads only what it needs: the server knows which module shows an address.
  /** @type {{showPage: (page: HTMLElement, about?: string) => unknown}} */
  const view = await import(`./${page.dataset.view}`);
  await view.showPage(page, about);
  document.documentElement.dataset.taken = "";
} catch (error) {
  const sentence = h("h1", { class: "problem warn" }, `✕ ${error instanceof Error ? error.message : error}`);
  const way = h("p", {}, h("a", { class: "btn main", href: "/" }, say("gone.games")));
  const main = h("main", { class: "form narrow" }, sentence, way);
  page.replaceChildren(h("div", { class: "page" }, h("header", { class: "top" }, brand("Pavage")), main));
}
