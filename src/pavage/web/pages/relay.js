// The form for a relay: which game, which programs, how much time.

import { getJson, post } from "../lib/api.js";
import { field, select } from "../lib/controls.js";
import { button, h } from "../lib/dom.js";
import { keepSeats } from "../lib/my_games.js";
import { clockControl, optionControl, optionQuery, playersOf } from "./options.js";
import { createHeader } from "../lib/header.js";
import { say } from "../lib/words.js";

const LETTERS = "ABCDEFGHIJKL";

/** @param {HTMLElement} page */
export async function showPage(page) {
  const address = new URLSearchParams(location.search);
  let games = await played();
  const wanted = {
    game: games.find(({ name }) => name === address.get("game"))?.name ?? games[0].name,
    /** @type {Record<string, import("./options.js").Value>} */ options: Object.fromEntries(address.getAll("option").map(assignment)),
    /** @type {string[]} */ names: (address.get("names") ?? "").split(",").filter(Boolean),
    clock: address.get("clock") ?? "10m+5s",
    otherClock: false,
    lots: false,
    /** @type {Set<string>} */ free: new Set(),
  };
  /** How many programs play. */
  let seats = 2;
  let problem = "";
  const top = createHeader("tournaments", async () => {
    games = await played();
    render();
  });
  const form = h("form", { class: "form narrow" });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin({ game: wanted.game, options: wanted.options, clock: wanted.clock, names: named() });
  });
  page.replaceChildren(h("div", { class: "page" }, top.element, h("main", {}, form)));

  /** Only games for two and more. */
  async function played() {
    /** @type {import("./options.js").Game[]} */
    const games = await getJson("/api/games");
    return games.filter((game) => Math.max(...playersOf(game)) > 1);
  }

  /** @param {string} text */
  function assignment(text) {
    const place = text.indexOf("=");
    return [text.slice(0, place), text.slice(place + 1)];
  }

  const named = () => Array.from({ length: seats }, (_, seat) => wanted.names[seat] || say("relay.name", { letter: LETTERS[seat] }));

  /** @param {{game?: string, options?: Record<string, import("./options.js").Value>, clock?: string, names: string[], tournament?: string}} asked */
  async function begin(asked) {
    try {
      /** @type {import("../lib/state_types.js").TableSet} */
      const made = await post("/api/relays", asked);
      keepSeats(made, { game: asked.game, title: games.find(({ name }) => name === asked.game)?.title });
      location.replace(`/play/${made.id}`);
    } catch (error) {
      problem = String(error instanceof Error ? error.message : error);
      render();
    }
  }

  /** How many sit there depends on the options. */
  async function count() {
    try {
      /** @type {import("./options.js").Preview} */
      const preview = await getJson(`/api/games/${wanted.game}/preview?${optionQuery(wanted.options)}`);
      seats = preview.seats.length;
      problem = "";
    } catch (error) {
      problem = String(error instanceof Error ? error.message : error);
    }
    render();
  }

  const controls = () => [.../** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("input, select, button"))];

  function render() {
    const focused = controls().findIndex((each) => each === document.activeElement);
    document.title = `${say("relay.title")} · Pavage`;
    const game = games.find(({ name }) => name === wanted.game) ?? games[0];
    const choices = games.map(({ name, title }) => ({ value: name, label: title }));
    const chosen = (/** @type {import("./options.js").Option} */ option) => option.kind === "whole" && option.low === option.high;
    const first = game.options.filter((option) => (option.main || option.name === "players") && !chosen(option));
    form.replaceChildren(
      h("div", {}, h("h1", {}, say("relay.title")), h("p", { class: "small" }, say("relay.line"))),
      h("div", { class: "field" }, h("p", { class: "legend" }, say("boards.game")), select(say("boards.game"), choices, wanted.game, (name) => (Object.assign(wanted, { game: name, options: {}, free: new Set() }), count()))),
      ...first.map((option) => optionControl(option, wanted, (name, set) => ((wanted.options[name] = set), count()), render)),
      h(
        "div",
        { class: "field names-of" },
        h("p", { class: "legend" }, say("relay.names")),
        ...Array.from({ length: seats }, (_, seat) =>
          field(say("relay.name", { letter: LETTERS[seat] }), wanted.names[seat] ?? "", (name) => (wanted.names[seat] = name), { maxlength: 32, autocomplete: "off" }),
        ),
      ),
      clockControl(wanted, render),
      button(say("relay.begin"), { type: "submit", class: "btn main large" }),
      h("p", { class: "problem small warn", role: "alert" }, problem ? `✕ ${problem}` : ""),
    );
    controls()[focused]?.focus();
  }

  if (address.has("begin")) {
    // Somebody said everything on the command line.
    const tournament = address.get("tournament") ?? "";
    await begin(tournament ? { tournament, names: wanted.names } : { game: wanted.game, options: wanted.options, clock: wanted.clock, names: wanted.names });
    if (!problem) return;
  }
  await count();
}
