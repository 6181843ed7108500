// The way to the rules and the lesson of a game, and which games this device knows already.

import { h } from "./dom.js";
import { myGames } from "./my_games.js";
import { say } from "./words.js";

/** @typedef {Record<string, string>} Reading the addresses of what there is to read: `rules`, `lesson` */

const PLACE = "pavage.known_games";

/** A link to each. @param {Reading} reading @param {string} game its title @param {string} [kind] the class of a link */
export const readingLinks = (reading, game, kind = "text-link") =>
  Object.entries(reading).map(([what, href]) =>
    h("a", { class: kind, href, "aria-label": say(`reading.${what}_of`, { game }) }, say(`reading.${what}`)),
  );

/** The same in one line. @param {Reading} reading @param {string} game */
export function readingLine(reading, game) {
  const links = readingLinks(reading, game);
  return h("p", { class: "small reading" }, ...links.flatMap((link, place) => (place ? [" · ", link] : [link])));
}

/** @returns {string[]} */
function known() {
  const kept = localStorage.getItem(PLACE);
  return kept ? kept.split(" ") : [];
}

/** Its lesson need not be offered any more. @param {string} game */
export function know(game) {
  if (!known().includes(game)) localStorage.setItem(PLACE, [...known(), game].join(" "));
}

/** Whether a game was played, or its lesson seen or offered, before this table. @param {string} game @param {string} table */
export const isKnown = (game, table) =>
  known().includes(game) || myGames().some((kept) => kept.game === game && kept.id !== table);
