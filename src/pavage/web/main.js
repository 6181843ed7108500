// Which page this is.

import { brand, h, keepClicks } from "./lib/dom.js";
import { say } from "./lib/words.js";

const page = /** @type {HTMLElement} */ (document.getElementById("page"));
const tournament = location.pathname.match(/^\/tournaments(?:\/([^/]+))?$/);
const table = location.pathname.match(/^\/play\/([\w-]+)$/);
// A page has an address of its own, or is named by the query of the first one: /new?game=hex, /?game=hex.
const [asked = ""] = new URLSearchParams(location.search).keys();
const name = location.pathname.slice(1) || asked;

keepClicks(document.body);
try {
  // Each page loads only what it needs.
  if (table) (await import("./table/play.js")).showTable(page, table[1]);
  else if (tournament) await (await import("./pages/tournament.js")).showTournaments(page, tournament[1]);
  else if (name === "relay") await (await import("./pages/relay.js")).showRelay(page);
  else if (name === "new" || name === "game") await (await import("./pages/new.js")).showNew(page);
  else if (name === "setup") await (await import("./pages/setup.js")).showSetup(page);
  else if (name === "view") await (await import("./pages/shared_game.js")).showRecord(page);
  else if (name === "boards") await (await import("./pages/boards.js")).showBoards(page);
  else await (await import("./pages/home.js")).showHome(page);
} catch (error) {
  const sentence = h("p", { class: "problem warn" }, `✕ ${error instanceof Error ? error.message : error}`);
  const way = h("p", {}, h("a", { class: "btn main", href: "/" }, say("gone.games")));
  const main = h("main", { class: "form narrow" }, sentence, way);
  page.replaceChildren(h("div", { class: "page" }, h("header", { class: "top" }, brand("Pavage")), main));
}
