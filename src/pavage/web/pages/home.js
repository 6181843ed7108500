// The first page: all games as cards, and the games that this device has a seat at.

import { Refused, remove } from "../lib/api.js";
import { segmented } from "../lib/controls.js";
import { button, focusOn, h, svgOf } from "../lib/dom.js";
import { FIRST, forget, myGames, rememberCount } from "../lib/my_games.js";
import { listenToDrops, openGame, readGame } from "./game_import.js";
import { createHeader } from "../lib/header.js";
import { announce, dateLanguage, language, say, theme } from "../lib/words.js";

/** @type {Record<string, (players: number[]) => boolean>} */
const FILTERS = {
  all: () => true,
  two: (players) => players.includes(2),
  more: (players) => players.some((number) => number > 2),
  alone: (players) => players.includes(1),
};

/** The server has set the page; here it gets its filters, pictures further down, and my games. @param {HTMLElement} page */
export async function showPage(page) {
  const find = (/** @type {string} */ name) => /** @type {HTMLElement} */ (page.querySelector(name));
  const [filters, problem, mine] = [".filters", ".problem", ".my-games"].map(find);
  const cards = [.../** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll(".shelf li"))];
  let filter = history.state?.filter ?? "all";
  let all = false;
  /** The game that would be deleted, if the reader really wants it. */
  let leaving = "";

  // Another language is another page.
  const top = createHeader("games", () => location.reload());
  find("header.top").replaceWith(top.element);
  listenToDrops(
    async (text) => location.assign(await openGame(await readGame(text))),
    tell,
  );

  /** @param {string} wrong */
  function tell(wrong) {
    problem.hidden = false;
    problem.textContent = `✕ ${wrong}`;
  }

  // A browser may keep the page as it was while its reader plays.
  addEventListener("pageshow", ({ persisted }) => persisted && renderMine());

  // Pictures that did not come with the page are fetched when they come into sight.
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
  for (const card of cards) if (!card.querySelector(".pic svg")) sight.observe(card);

  function render() {
    document.title = `Pavage · ${say("place.games")}`;
    const choices = Object.keys(FILTERS).map((value) => ({ value, label: say(`filter.${value}`) }));
    const choose = (/** @type {string} */ chosen) => {
      filter = chosen;
      history.replaceState({ filter }, "");
      renderShelf();
    };
    filters.replaceChildren(segmented(say("home.filter"), choices, filter, choose, true));
    renderMine();
    renderShelf();
  }

  function renderShelf() {
    for (const card of cards) card.hidden = !FILTERS[filter]((card.dataset.players ?? "").split(" ").map(Number));
  }

  function renderMine() {
    const known = myGames();
    mine.hidden = !known.length;
    rememberCount(known.length);
    const shown = all ? known : known.slice(0, FIRST);
    const more = button(say("home.all_mine", { number: known.length }), {
      class: "btn bare",
      onclick: () => {
        all = true;
        renderMine();
        mine.querySelectorAll("a")[FIRST]?.focus();
      },
    });
    mine.removeAttribute("aria-busy");
    mine.replaceChildren(
      h("h2", { id: "my-games", tabindex: "-1" }, say("home.mine")),
      h("ul", { "aria-labelledby": "my-games" }, ...shown.map(row)),
      ...(shown.length < known.length ? [more] : []),
    );
  }

  /** @param {import("../lib/my_games.js").Kept & {id: string}} kept */
  function row(kept) {
    const title = cards.find((card) => card.dataset.game === kept.game)?.dataset.title ?? kept.title ?? kept.id;
    const when = new Date(kept.at).toLocaleString(dateLanguage(), { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
    const others = kept.others?.length ? say("home.against", { names: kept.others.join(", ") }) : (kept.here ?? []).slice(0, 6).join(" – ");
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
        pictureOf(kept),
        h(
          "span",
          { class: "told" },
          h("span", { class: "name" }, [title, kept.size].filter(Boolean).join(" ")),
          others ? h("span", { class: "small" }, others) : null,
          // How it stood is known in the words of that time; in another language it would be noise.
          h("span", { class: "small" }, [when, kept.language === language() && (kept.result || kept.line)].filter(Boolean).join(" · ")),
        ),
      ),
      h("span", { class: "row" }, ...acts),
    );
  }

  /** Delete a game for everybody; if the server does not know it, or us, any more, only here. @param {import("../lib/my_games.js").Kept & {id: string}} kept */
  async function end({ id, keys }) {
    leaving = "";
    problem.hidden = true;
    try {
      // In a contest there are no keys: to know the address of a board is to play there. A game of a series goes with its table.
      if (!id.includes("/")) await remove(`/api/tables/${id}`, keys[0] ?? "");
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

/** How a game of mine stands, as the server draws it; nothing of boards in a contest, and of tables that are gone. @param {import("../lib/my_games.js").Kept & {id: string}} kept */
function pictureOf({ id, others, gone, at }) {
  const place = h("span", { class: "thumb" });
  if (!others || gone) return place;
  const [table, game = ""] = id.split("/");
  const dark = theme() === "dark" || (theme() === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  const query = new URLSearchParams({ theme: theme() === "bw" ? "bw" : dark ? "dark" : "light", ...(game && { game }), at: String(at) });
  const image = h("img", { src: `/api/tables/${table}/picture.svg?${query}`, alt: "", loading: "lazy", width: 56, height: 56 });
  image.addEventListener("error", () => image.remove());
  place.append(image);
  return place;
}

/** @param {HTMLElement} card */
async function fill(card) {
  try {
    const answer = await fetch(new URL(`../cards/${encodeURIComponent(card.dataset.game ?? "")}.svg`, import.meta.url));
    if (!answer.ok) return;
    const board = svgOf(await answer.text());
    board.setAttribute("aria-hidden", "true");
    card.querySelector(".pic")?.replaceChildren(board);
  } catch {
    // Without its picture a card says what it is.
  }
}
