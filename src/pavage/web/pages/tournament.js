// Tournaments while they are played: standings, cross-table, boards and games, without reloading.

import { Refused, getJson, post } from "../lib/api.js";
import { select } from "../lib/controls.js";
import { button, focusOn, h, svgOf } from "../lib/dom.js";
import { keepSeats } from "../lib/my_games.js";
import { boardOf, createReplay, seatLine } from "../turns/replay.js";
import { createHeader } from "../lib/header.js";
import { announce, say } from "../lib/words.js";

/** Milliseconds between two questions whether there is something new. */
const PAUSE = 1000;
/** Games that are listed until somebody wants all of them. */
const FIRST = 60;

/** @typedef {import("../lib/state_types.js").Tournament} Tournament @typedef {import("../lib/state_types.js").GamePlayed} GamePlayed */
/** @typedef {import("../lib/state_types.js").TournamentsListed} Listed */

/** @param {HTMLElement} page @param {string} [name] of one tournament, as the address has it */
export async function showPage(page, name) {
  if (!name) return showList(page);
  /** @type {Listed} */
  const { tournaments } = await getJson("/api/tournaments");
  const known = tournaments.some(({ id }) => id === decodeURIComponent(name));
  return known ? showOne(page, name) : showMissing(page);
}

/** @param {HTMLElement} page */
function showMissing(page) {
  const top = createHeader("tournaments", render);
  const main = h("main", { class: "tournaments" });
  page.replaceChildren(h("div", { class: "page" }, top.element, main));

  function render() {
    document.title = `${say("live.title")} · Pavage`;
    main.replaceChildren(
      h("h1", {}, say("live.title")),
      h("p", { class: "sentence" }, say("live.missing")),
      h("p", {}, h("a", { class: "btn", href: "/tournaments" }, say("live.title"))),
    );
  }
  render();
}

/** @param {HTMLElement} page */
async function showList(page) {
  const top = createHeader("tournaments", render);
  const main = h("main", { class: "tournaments" });
  page.replaceChildren(h("div", { class: "page" }, top.element, main));

  async function render() {
    /** @type {Listed} */
    const { tournaments } = await getJson("/api/tournaments");
    document.title = `${say("live.title")} · Pavage`;
    const rows = tournaments.map(({ id, name, running, ...told }) =>
      h(
        "li",
        {},
        h("a", { href: `/tournaments/${encodeURIComponent(id)}` }, h("span", { class: "name" }, name), h("span", { class: "small" }, say(running ? "live.list_running" : "live.list_line", told))),
      ),
    );
    main.replaceChildren(
      h("h1", {}, say("live.title")),
      rows.length ? h("ul", { class: "plain-list" }, ...rows) : h("p", { class: "sentence" }, say("live.none")),
      h("p", { class: "small" }, say("live.how")),
      h("pre", {}, h("code", {}, "pavage tournament examples/hex7.toml --live")),
      h("h2", {}, say("live.relay_title")),
      h("p", { class: "small" }, say("live.relay_line")),
      h("p", {}, h("a", { class: "btn", href: "/relay" }, say("live.relay"))),
    );
  }
  await render();
}

/** @param {HTMLElement} page @param {string} name */
async function showOne(page, name) {
  const path = `/api/tournaments/${name}`;
  /** @type {Tournament|null} */
  let now = null;
  /** @type {GamePlayed[]} in the order in which they ended */
  let games = [];
  let who = "";
  let all = false;
  let waiting = 0;
  const top = createHeader("tournaments", respeak);
  const part = (/** @type {string} */ kind) => h("section", { class: kind, hidden: true });
  const [lede, boards, standings, cross, carried, played] = ["lede", "now", "standings", "crossing", "carried", "played"].map(part);
  const problem = h("p", { class: "problem small warn", role: "alert" });
  const replay = createReplay(path, () => (history.replaceState(null, "", location.pathname), mark()));
  const main = h("main", { class: "tournament coming" }, lede, problem, replay.part, boards, standings, carried, cross, played);
  page.replaceChildren(h("div", { class: "page" }, top.element, main));

  async function look() {
    clearTimeout(waiting);
    const query = new URLSearchParams({ games: String(games.length), version: now?.version ?? "" });
    try {
      /** @type {Tournament} */
      const told = await getJson(`${path}?${query}`);
      problem.textContent = "";
      if (told.version !== now?.version) await take(told);
    } catch (error) {
      problem.textContent = `✕ ${error instanceof Error ? error.message : error}`;
      if (!(error instanceof Refused)) throw error;
    }
    waiting = setTimeout(look, PAUSE);
  }

  /** @param {Tournament} told */
  async function take(told) {
    const before = now;
    // Who began the tournament anew began at the first game.
    games = told.first > told.done ? [] : [...games.slice(0, told.first), ...told.games];
    now = told;
    if (games.length < told.first) return reread();
    const drawn = await Promise.all(told.running.map((each) => boardOf(path, each, `${versus(each)}. ${each.said}`)));
    render(told, drawn);
    await replay.refresh();
    if (before && before.done !== told.done) announce(`${say("live.progress", told)}. ${told.rows[0][0]}: ${told.rows[0][1]}`);
  }

  async function reread() {
    now = null;
    games = [];
    await look();
  }

  async function respeak() {
    await reread();
    await replay.respeak();
  }

  const versus = (/** @type {import("../lib/state_types.js").Running} */ each) => each.seats.map(({ name }) => name).join(" – ");

  /** @param {Tournament} now @param {SVGSVGElement[]} drawn */
  function render(now, drawn) {
    document.title = `${now.name} · Pavage`;
    for (const each of [lede, standings, cross, played]) each.hidden = false;
    lede.replaceChildren(
      h("h1", {}, now.name),
      h("p", { class: "small" }, now.summary),
      h("progress", { max: now.total, value: now.done, "aria-label": say("live.progress", now) }),
      h("p", { class: "small state", "data-state": now.state }, now.state_text),
    );
    showBoards(now, drawn);
    showStandings(now);
    fill(cross, say("live.cross"), svgOf(now.picture), [now.notes[1], ...now.extremes]);
    showCarried(now);
    showGames(now);
  }

  /** @param {Tournament} now @param {SVGSVGElement[]} drawn */
  function showBoards(now, drawn) {
    boards.hidden = !now.running.length;
    const focused = document.activeElement?.closest(".now [data-game]")?.getAttribute("data-game");
    boards.replaceChildren(
      h("h2", {}, say("live.running")),
      h(
        "ul",
        { class: "shelf" },
        ...now.running.map((each, number) =>
          h(
            "li",
            { class: each.seats.length > 2 ? "patterned" : null },
            h(
              "button",
              { type: "button", class: "running", "data-game": each.id, "aria-label": say("live.open_game", { title: versus(each), id: each.id }), onclick: () => open(each.id) },
              h("div", { class: "pic" }, drawn[number]),
              seatLine(each),
              h("span", { class: "move" }, each.ply ? `${each.ply}. ${each.last}` : "–"),
            ),
          ),
        ),
      ),
    );
    if (focused) focusOn(boards, `[data-game="${focused}"]`);
  }

  /** @param {Tournament} now */
  function showStandings(now) {
    const [rank, player, ...figures] = now.head;
    const head = h("tr", {}, h("th", { scope: "col", class: "r" }, rank), h("th", { scope: "col" }, player), ...figures.map((text) => h("th", { scope: "col", class: "r" }, text)));
    const rows = now.rows.map(([who, points, ...rest], place) =>
      h("tr", {}, h("td", { class: "r" }, String(place + 1)), h("th", { scope: "row" }, who), h("td", { class: "r" }, h("strong", {}, points)), ...rest.map((text) => h("td", { class: "r" }, text))),
    );
    fill(standings, say("live.standings"), h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows)), [now.notes[0]]);
  }

  /** A part with something that may be too wide; it stays where the reader has moved it. @param {HTMLElement} place @param {string} title @param {Node} content @param {string[]} notes */
  function fill(place, title, content, notes) {
    const left = place.querySelector(".wide")?.scrollLeft ?? 0;
    const focused = place.contains(document.activeElement);
    const wide = h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": title }, content);
    place.replaceChildren(h("h2", {}, title), wide, ...notes.map((note) => h("p", { class: "note" }, note)));
    wide.scrollLeft = left;
    if (focused) wide.focus();
  }

  /** @param {Tournament} now */
  function showCarried(now) {
    carried.hidden = !now.waiting.length;
    carried.replaceChildren(
      h("h2", {}, say("live.waiting")),
      h("p", { class: "small" }, say("live.waiting_line")),
      h(
        "ul",
        { class: "plain-list" },
        ...now.waiting.map(({ id, names }) =>
          h("li", {}, h("span", { class: "name" }, `${id} · ${names.join(" – ")}`), now.recording ? button(say("live.carry"), { onclick: () => carry(now.name, names) }) : null),
        ),
      ),
    );
  }

  /** @param {string} title @param {string[]} names */
  async function carry(title, names) {
    try {
      /** @type {import("../lib/state_types.js").TableSet} */
      const made = await post("/api/relays", { tournament: decodeURIComponent(name), names });
      keepSeats(made, { title });
      location.assign(`/play/${made.id}`);
    } catch (error) {
      problem.textContent = `✕ ${error instanceof Error ? error.message : error}`;
    }
  }

  /** @param {Tournament} now */
  function showGames(now) {
    const focused = document.activeElement?.closest(".played a")?.getAttribute("href");
    if (played.querySelector("select") !== document.activeElement || !played.querySelector("select")) {
      const everybody = { value: "", label: say("live.everybody") };
      const choices = [everybody, ...now.players.map((name) => ({ value: name, label: name }))];
      played.replaceChildren(
        h("h2", {}, say("live.games")),
        h("div", { class: "filter" }, h("span", { class: "small", "aria-hidden": "true" }, say("live.show")), select(say("live.show"), choices, who, (chosen) => ((who = chosen), showGames(now)))),
        h("ul", { class: "list-of-games" }),
        h("div", { class: "rest" }),
      );
    }
    // The latest first: that is what just happened.
    const wanted = games.filter((game) => !who || game.seats.includes(who)).reverse();
    const shown = all ? wanted : wanted.slice(0, FIRST);
    played.querySelector(".list-of-games")?.replaceChildren(...shown.map(line));
    const more = button(say("live.more_games", { number: wanted.length }), { onclick: () => ((all = true), showGames(now)) });
    const none = h("p", { class: "small" }, say("live.no_games"));
    played.querySelector(".rest")?.replaceChildren(...(wanted.length ? [] : [none]), ...(shown.length < wanted.length ? [more] : []));
    if (focused) focusOn(played, `a[href="${CSS.escape(focused)}"]`);
    mark();
  }

  /** @param {GamePlayed} game */
  const line = (game) =>
    h(
      "li",
      {},
      h(
        "a",
        { href: `#${game.id}`, "data-id": game.id },
        h("span", { class: "note" }, game.id),
        h("span", {}, game.title, game.faults ? h("span", { class: "fault", title: game.faults }, " ! ", h("span", { class: "unseen" }, game.faults)) : null),
        h("span", { class: "r" }, game.score),
        h("span", { class: "note r" }, game.moves),
      ),
    );

  function mark() {
    for (const link of played.querySelectorAll("a")) {
      if (link.dataset.id === replay.game) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  /** @param {string} id */
  async function open(id) {
    if (location.hash.slice(1) !== id) history.replaceState(null, "", `#${id}`);
    try {
      await replay.open(id);
    } catch (error) {
      replay.part.hidden = true;
      problem.textContent = `✕ ${error instanceof Error ? error.message : error}`;
    }
    mark();
  }

  const asked = () => decodeURIComponent(location.hash.slice(1));
  addEventListener("hashchange", () => asked() && open(asked()));
  await look();
  if (asked() && now) await open(asked());
  main.classList.remove("coming");
}
