// A game of a series, at an address of its own: /play/TABLE/2. Others may have followed it.

import { getJson } from "../lib/api.js";
import { createHeader } from "../lib/header.js";
import { h } from "../lib/dom.js";
import { say } from "../lib/words.js";
import { createReplay } from "./replay.js";

/** @typedef {import("../lib/state_types.js").SeriesGame} SeriesGame */

/** @param {HTMLElement} page @param {string} [id] the table */
export async function showPage(page, id = "") {
  const here = Number(location.pathname.split("/")[3]);
  const path = `/api/tables/${id}`;
  const top = createHeader("", async () => {
    await render();
    await replay.respeak();
  });
  const title = h("h1");
  const games = h("ol", { class: "row wrap series-games" });
  const table = h("a", { class: "btn", href: `/play/${id}` });
  const replay = createReplay(path, () => location.assign(`/play/${id}`));

  async function render() {
    /** @type {SeriesGame[]} */
    const known = await getJson(`${path}/games`);
    title.textContent = say("series.title", { number: here, games: known.length });
    document.title = `${title.textContent} · Pavage`;
    table.textContent = say("series.table");
    games.setAttribute("aria-label", say("series.games"));
    games.replaceChildren(
      ...known.map(({ number, result }) =>
        h("li", {}, h("a", { class: "btn", href: gameAddress(id, number, known.length), "aria-current": number === here ? "page" : null, title: result || null }, String(number))),
      ),
    );
  }

  // A game that there is not is told by whoever shows this page.
  await render();
  await replay.open(String(here));
  page.replaceChildren(h("div", { class: "page" }, top.element, h("main", { class: "tournaments" }, title, h("div", { class: "row wrap" }, games, table), replay.part)));
}

/** The last one is still on its table. @param {string} id @param {number} number @param {number} last */
const gameAddress = (id, number, last) => (number === last ? `/play/${id}` : `/play/${id}/${number}`);
