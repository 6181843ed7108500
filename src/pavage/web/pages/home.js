// The first page: all games as cards, and the games that this device has a seat at.

import { Refused, getJson, remove } from "../lib/api.js";
import { segmented } from "../lib/controls.js";
import { button, focusOn, h, svgOf } from "../lib/dom.js";
import { forget, myGames } from "../lib/my_games.js";
import { listenToDrops, openGame, readGame } from "./game_import.js";
import { createHeader } from "../lib/header.js";
import { playersOf } from "./options.js";
import { announce, language, say } from "../lib/words.js";

const FIRST = 6;
/** @type {Record<string, (players: number[]) => boolean>} */
const FILTERS = {
  all: () => true,
  two: (players) => players.includes(2),
  more: (players) => players.some((number) => number > 2),
  alone: (players) => players.includes(1),
};

/** @typedef {import("./options.js").Game} Game */

/** @param {HTMLElement} page */
export async function showPage(page) {
  /** @type {Game[]} */
  let games = await getJson("/api/games");
  let filter = "all";
  let all = false;
  /** The game that would be deleted, if the reader really wants it. */
  let leaving = "";

  const top = createHeader("games", async () => {
    games = await getJson("/api/games");
    render();
  });
  const lede = h("div");
  const filters = h("div", { class: "filters" });
  const mine = h("section", { class: "my-games", hidden: true });
  const shelf = h("ul", { class: "shelf" });
  const problem = h("p", { class: "problem small warn", role: "alert", hidden: true });
  const main = h("main", {}, h("section", { class: "lede" }, lede, filters), problem, mine, shelf);
  listenToDrops(
    async (text) => location.assign(await openGame(await readGame(text))),
    tell,
  );
  page.replaceChildren(h("div", { class: "page home" }, top.element, main));

  /** @param {string} wrong */
  function tell(wrong) {
    problem.hidden = false;
    problem.textContent = `✕ ${wrong}`;
  }

  // A browser may keep the page as it was while its reader plays.
  addEventListener("pageshow", ({ persisted }) => persisted && renderMine());

  // Boards are drawn when they come into sight.
  /** @type {Map<string, Promise<SVGElement|null>>} */
  const boards = new Map();
  const sight = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen)
        if (isIntersecting) {
          sight.unobserve(target);
          fill(/** @type {HTMLElement} */ (target));
        }
    },
    { rootMargin: "200px" },
  );

  /** @param {HTMLElement} place */
  async function fill(place) {
    const name = place.dataset.game || "";
    if (!boards.has(name)) boards.set(name, boardOf(name));
    const board = await boards.get(name);
    if (board) place.replaceChildren(board);
  }

  function render() {
    document.title = `Pavage · ${say("place.games")}`;
    const [line, words] = [say("home.title", { number: games.length }), say("home.line")];
    lede.replaceChildren(h("h1", {}, line), h("p", { class: "small" }, words));
    const choices = Object.keys(FILTERS).map((value) => ({ value, label: say(`filter.${value}`) }));
    filters.replaceChildren(
      segmented(
        say("home.filter"),
        choices,
        filter,
        (chosen) => {
          filter = chosen;
          renderShelf();
        },
        true,
      ),
    );
    renderMine();
    renderShelf();
  }

  function renderShelf() {
    const shown = games.filter((game) => FILTERS[filter](playersOf(game)));
    shelf.setAttribute("aria-label", say("place.games"));
    shelf.replaceChildren(
      ...shown.map((game) => {
        const picture = h("div", { class: "pic", "data-game": game.name });
        sight.observe(picture);
        const meta = [playersLine(game), game.length].filter(Boolean).join(" · ");
        return h(
          "li",
          {},
          h(
            "a",
            { href: `/new?game=${encodeURIComponent(game.name)}` },
            picture,
            h("h2", {}, game.title),
            h("p", { class: "meta" }, meta),
            h("p", { class: "say" }, game.summary),
          ),
        );
      }),
    );
  }

  function renderMine() {
    const known = myGames();
    mine.hidden = !known.length;
    const shown = all ? known : known.slice(0, FIRST);
    const more = button(say("home.all_mine", { number: known.length }), {
      class: "btn bare",
      onclick: () => {
        all = true;
        renderMine();
        mine.querySelectorAll("a")[FIRST]?.focus();
      },
    });
    mine.replaceChildren(
      h("h2", { id: "my-games", tabindex: "-1" }, say("home.mine")),
      h("ul", { "aria-labelledby": "my-games" }, ...shown.map(row)),
      ...(shown.length < known.length ? [more] : []),
    );
  }

  /** @param {import("../lib/my_games.js").Kept & {id: string}} kept */
  function row(kept) {
    const title = games.find((game) => game.name === kept.game)?.title ?? kept.title ?? kept.id;
    const when = new Date(kept.at).toLocaleDateString(language(), { day: "numeric", month: "short" });
    const ask = (/** @type {string} */ id) => () => {
      leaving = id;
      renderMine();
      focusOn(mine, `[data-id="${kept.id}"] button`);
    };
    const acts =
      leaving === kept.id
        ? [
            button(say("home.keep"), { onclick: ask("") }),
            button(say("home.really_delete"), { onclick: () => end(kept) }),
          ]
        : [button(say("home.delete"), { "aria-label": say("home.delete_it", { title, when }), onclick: ask(kept.id) })];
    return h(
      "li",
      { "data-id": kept.id },
      h(
        "a",
        { href: `/play/${kept.id}` },
        h("span", { class: "name" }, title),
        // How it stood is known in the words of that time; in another language it would be noise.
        h("span", { class: "small" }, [when, kept.language === language() && kept.line].filter(Boolean).join(" · ")),
      ),
      h("span", { class: "row" }, ...acts),
    );
  }

  /** Delete a game for everybody; if the server does not know it, or us, any more, only here. @param {import("../lib/my_games.js").Kept & {id: string}} kept */
  async function end({ id, keys }) {
    leaving = "";
    problem.hidden = true;
    try {
      // In a contest there are no keys: to know the address of a board is to play there.
      await remove(`/api/tables/${id}`, keys[0] ?? "");
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (![403, 404].includes(error.status)) {
        renderMine();
        return tell(error.message);
      }
    }
    forget(id);
    renderMine();
    announce(say("home.deleted"));
    mine.querySelector("h2")?.focus();
  }

  render();
  if (location.hash === "#my-games") mine.querySelector("h2")?.focus();
}

/** Other people's games have no picture among ours: they are shown as they begin. @param {string} name */
async function boardOf(name) {
  try {
    const answer = await fetch(new URL(`../cards/${encodeURIComponent(name)}.svg`, import.meta.url));
    if (!answer.ok) throw new Refused(name);
    return bare(svgOf(await answer.text()));
  } catch {
    try {
      /** @type {import("./options.js").Preview} */
      const { svg, scene } = await getJson(`/api/games/${name}/preview`);
      const { staticBoard } = await import("../board/static_board.js");
      return bare(staticBoard(svg, scene));
    } catch {
      return null;
    }
  }
}

/** The name beside it says all. @param {SVGElement} board */
function bare(board) {
  board.removeAttribute("role");
  board.setAttribute("aria-hidden", "true");
  return board;
}

/** @param {Game} game */
function playersLine(game) {
  const players = playersOf(game);
  const [low, high] = [players[0], players[players.length - 1]];
  if (high === 1) return say(game.contests.length ? "players.race" : "players.alone");
  if (low === high) return say("players.some", { number: low });
  if (high - low === players.length - 1) return say("players.some", { number: `${low}–${high}` });
  const few = players.slice(0, -1).join(", ");
  return say("players.some", { number: say("players.or", { few, last: high }) });
}
