// Which game: all of them, each with a line about it.

import { h, icon } from "../lib/dom.js";
import { say } from "../lib/words.js";

/**
 * @param {{name: string, title: string, summary: string}[]} games @param {string} now the game that is chosen
 * @param {boolean} open @param {{toggled: (open: boolean) => void, picked: (name: string) => void}} told
 */
export function gameChooser(games, now, open, told) {
  const items = games.map(({ name, title, summary }) =>
    h(
      "li",
      {},
      h(
        "a",
        {
          href: `/?game=${name}`,
          "aria-current": name === now ? "true" : null,
          onclick: (event) => {
            event.preventDefault();
            told.picked(name);
          },
        },
        h("span", { class: "name" }, title),
        h("span", { class: "small" }, summary),
      ),
    ),
  );
  const chooser = h(
    "details",
    { class: "games", open },
    h("summary", {}, say("form.games", { number: games.length }), icon("down")),
    h("ul", {}, ...items),
  );
  chooser.addEventListener("toggle", () => told.toggled(chooser.open));
  return chooser;
}
