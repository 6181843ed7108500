// The form for a new game, made from what the game declares.

import { getJson, oneAtATime, post } from "../lib/api.js";
import { firstOr } from "../lib/first.js";
import { createChairs } from "./chairs.js";
import { gameChooser } from "./game_choice.js";
import { select } from "../lib/controls.js";
import { button, focusOn, h, icon } from "../lib/dom.js";
import { preferences } from "../lib/menu.js";
import { keepSeats } from "../lib/my_games.js";
import { clockControl, lotsControl, optionControl, optionQuery, optionsIn, rematchControl, summary } from "./options.js";
import { keepChoices, lastChoices, usualLevel } from "../lib/last_choices.js";
import { readingLine } from "../lib/reading.js";
import { ownBoard, recordOn } from "../lib/own_boards.js";
import { unpacked } from "../lib/record_link.js";
import { staticBoard } from "../board/static_board.js";
import { createHeader } from "../lib/header.js";
import { tilingGallery } from "../lib/tiling_gallery.js";
import { say } from "../lib/words.js";

const PATIENCE = 250;

/** @typedef {import("./options.js").Game} Game @typedef {import("./options.js").Option} Option @typedef {import("./options.js").Value} Value */

/** @param {HTMLElement} page */
export async function showPage(page) {
  /** @type {Game[]} */
  let games = await firstOr("games", () => getJson("/api/games"));
  const address = new URLSearchParams(location.search);
  const wanted = {
    game: named(address.get("game")),
    preset: "",
    options: optionsIn(address),
    /** @type {Record<string, Value>} */ settled: {},
    /** @type {import("./chairs.js").Chair[]} */ chairs: [],
    level: usualLevel(),
    clock: "",
    otherClock: false,
    lots: false,
    lotsAgain: false,
    contest: { mode: "", names: [preferences.get("name", ""), ""], minutes: 15 },
    /** @type {Set<string>} */ free: new Set(),
  };
  // What came with the page shows the game as it usually begins.
  if (Object.keys(wanted.options).length) await firstOr("preview", async () => null);
  /** A position made by hand to begin with, as a record. */
  const start = location.hash.length > 1 ? await unpacked(location.hash.slice(1)) : "";
  /** A board that somebody drew, to play on. */
  let own = ownBoard(address.get("own"));
  /** What a table is set with: a position, a game on a drawn board, or a game and its options. */
  const startRecord = () => start || (own ? recordOn(own, wanted.game, query()) : "");
  /** How the game would begin, as the server said last. @type {import("./options.js").Preview|null} */
  let shown = null;
  let problem = "";
  /** Only some games can be raced. @type {typeof import("./contest.js")|null} */
  let contest = null;
  /** The boards of a race that was set here; the entry in the history keeps them for whoever reloads. @type {{name: string, id: string}[]|null} */
  let race = history.state?.race ?? null;
  let turn = 0;
  /** The answer that was asked for last. */
  let coming = Promise.resolve();
  let unfolded = false;
  let choosing = false;

  const stage = h("section", { class: "stage" });
  const form = h("form", { class: "form" });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    play();
  });
  const top = createHeader("", respeak);
  const main = h("main", { class: "two new" }, stage, form);
  page.replaceChildren(h("div", { class: "page full" }, top.element, main));

  /** A game that there is, the first one if nobody names one. @param {string|null} name */
  function named(name) {
    return (games.find((each) => each.name === name) ?? games[0]).name;
  }

  const game = () => games.find((each) => each.name === wanted.game) ?? games[0];
  const seats = () => shown?.seats ?? [];
  /** How well a computer plays, where somebody was sent to one. */
  const level = address.get("level") ?? "";
  if (game().levels.some(({ value }) => value === level)) wanted.level = level;
  // A position or the address may bring their own options, and whoever was sent to a computer plays that one.
  else if (!start && !own && !Object.keys(wanted.options).length) Object.assign(wanted, lastChoices(game()));
  const chairs = createChairs(wanted, {
    levels: () => game().levels,
    bots: () => game().bots,
    seats,
    render,
  });
  /** Whether all tilings are seen; until somebody says, as the game means it. @type {boolean|null} */
  let browsing = null;
  const control = (/** @type {Option} */ option) => {
    const asked = optionControl(option, wanted, choose, render);
    if (option.kind !== "board") return asked;
    asked.append(tilings(option, asked));
    if (own) unchoose(asked);
    return asked;
  };

  /** None of the boards that are offered at once is chosen. @param {HTMLElement} beside */
  function unchoose(beside) {
    for (const radio of beside.querySelectorAll("input")) if (radio.type === "radio") radio.checked = false;
  }

  /** @param {Option} option @param {HTMLElement} beside the boards that are offered at once */
  const tilings = ({ name, default: usual, browsed = false }, beside) =>
    tilingGallery(wanted.game, own ? `own:${own.id}` : String(wanted.options[name] ?? wanted.settled[name] ?? usual), browsing ?? (browsed || !!own), {
      toggled: (open) => (browsing = open),
      own: (id) => {
        own = ownBoard(id);
        unchoose(beside);
        choose(name, usual, true);
      },
      chosen: (code) => {
        own = null;
        wanted.free.delete(name);
        for (const radio of beside.querySelectorAll("input")) if (radio.type === "radio") radio.checked = radio.value === code;
        choose(name, code, true);
      },
    });

  async function respeak() {
    games = await getJson("/api/games");
    await preview();
    render();
  }

  /** Ask the server how the game would begin. @param {number} [patience] milliseconds to wait for more typing */
  function preview(patience = 0) {
    return (coming = look(patience));
  }

  /** @param {number} patience */
  async function look(patience) {
    const mine = ++turn;
    const asked = () => getJson(`/api/games/${wanted.game}/preview?${query()}`);
    if (patience) await new Promise((done) => setTimeout(done, patience));
    if (mine !== turn) return;
    try {
      const record = startRecord();
      /** @type {import("./options.js").Preview} */
      const answer = record
        ? await post("/api/setup", { record })
        : await (Object.keys(wanted.options).length ? asked() : firstOr("preview", asked));
      if (mine !== turn) return;
      if (game().contests.length) contest ??= await import("./contest.js");
      shown = answer;
      // A puzzle that was handed in has a board of its own.
      wanted.settled = answer.settled ?? {};
      problem = "";
      const svg = staticBoard(answer.svg, answer.scene);
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", `${say("label.board")} ${answer.size ?? answer.title}`);
      stage.replaceChildren(svg);
      main.classList.toggle("patterned", answer.patterned);
    } catch (error) {
      if (mine === turn) problem = String(error instanceof Error ? error.message : error);
    }
  }

  const query = () => optionQuery(wanted.options);

  /**
   * An option has another value. The form is drawn again only if the seats have changed: an answer that comes late
   * must not take away what is being typed meanwhile.
   * @param {string} name @param {Value} set @param {boolean} typed
   */
  async function choose(name, set, typed) {
    wanted.options[name] = set;
    tellProblem();
    const before = JSON.stringify(seats());
    await preview(typed ? PATIENCE : 0);
    if (JSON.stringify(seats()) !== before) render();
    else tellProblem();
  }

  /** The lines that follow from what was chosen. */
  function tellProblem() {
    const line = form.querySelector(".problem");
    if (line) line.textContent = problem ? `✕ ${problem}` : "";
    const told = form.querySelector(".more summary span");
    if (told) told.textContent = summary(options().folded, wanted);
    form.querySelector(".by-hand")?.setAttribute("href", editor());
    form.querySelector(".to-print")?.setAttribute("href", printed());
  }

  /** The options that are asked at once, and those that lie folded away. */
  function options() {
    // With a position, its options are chosen already.
    const visible = (start ? [] : game().options).filter(
      (option) => !(option.kind === "whole" && option.low === option.high),
    );
    const first = visible.filter((option) => option.main || option.name === "players");
    return { first, folded: visible.filter((option) => !first.includes(option)) };
  }

  /** Draw the form again, and leave the focus where it was. */
  function render() {
    document.title = `${say("page_new", { game: game().title })} · Pavage`;
    if (race && contest) return contest.showLinks(form, race);
    const place = controls().findIndex((each) => each === document.activeElement);
    const { first, folded } = options();
    const parts = [
      h("div", {}, h("h1", {}, game().title), h("p", { class: "small" }, game().summary), readingLine(game().reading, game().title)),
      games.length > 1 && !start ? gameChooser(games, wanted.game, choosing, chooser) : null,
      // Where the board is what one came to choose, it is asked for before all else.
      ...first.filter(({ browsed }) => browsed).map(control),
      ...first.filter(isPlayers).map(control),
      // Whoever plays alone has nobody to choose.
      ...(seats().length > 1 ? seats().map(chairs.control) : []),
      contest && seats().length === 1 && game().contests.length && !start
        ? contest.contestControl(game().contests, wanted.contest, render)
        : null,
      start ? null : presets(),
      ...first.filter((option) => !isPlayers(option) && !option.browsed).map(control),
      moreOptions(folded),
      byHand(),
      button(say("form.play"), { type: "submit", class: "btn main large" }),
      h("p", { class: "problem small warn", role: "alert" }),
    ];
    form.replaceChildren(...parts.filter((each) => each !== null));
    tellProblem();
    controls()[place]?.focus();
  }

  /** What can be focused in the form. */
  const controls = () => [
    .../** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("input, select, button, summary")),
  ];

  /** What lies folded away. @param {Option[]} folded */
  function moreOptions(folded) {
    const part = h(
      "details",
      { class: "more", open: unfolded },
      h("summary", {}, say("form.options"), h("span", {}, summary(folded, wanted)), icon("down")),
      h(
        "div",
        { class: "folded" },
        ...folded.map(control),
        ...(contesting() ? [] : [clockControl(wanted, render)]),
        ...(seats().length > 1 ? [lotsControl(wanted)] : []),
        ...(game().exchanges ? [rematchControl(wanted)] : []),
      ),
    );
    part.addEventListener("toggle", () => (unfolded = part.open));
    return part;
  }

  /** @param {{name: string}} option */
  const isPlayers = (option) => option.name === "players";

  const chooser = { toggled: (/** @type {boolean} */ open) => (choosing = open), picked: pick };

  /** @param {string} name */
  async function pick(name) {
    Object.assign(wanted, { game: name, preset: "", options: {}, free: new Set() });
    [own, browsing] = [null, null];
    Object.assign(wanted, lastChoices(game()));
    choosing = false;
    history.replaceState(null, "", `/?game=${name}`);
    await preview();
    render();
    focusOn(form, ".games summary");
    scrollTo(0, 0);
  }

  /** Named sets of options, if the game has any. */
  function presets() {
    const named = game().presets;
    if (!named.length) return null;
    const choices = [{ value: "", label: say("form.no_preset") }, ...named];
    const control = select(say("form.preset"), choices, wanted.preset, async (chosen) => {
      wanted.preset = chosen;
      wanted.options = { ...named.find((each) => each.value === chosen)?.options };
      await preview();
      render();
    });
    return h("div", { class: "field" }, h("p", { class: "legend" }, say("form.preset")), control);
  }

  /** Where a position is made by hand, or changed. */
  function byHand() {
    const link = h("a", { class: "text-link by-hand", href: editor() }, say(start ? "setup.change" : "setup.make"));
    const print = h("a", { class: "text-link to-print", href: printed() }, say("print.board"));
    return h("p", { class: "small" }, start ? `${say("setup.from_here")} ` : null, link, " · ", print);
  }

  /** Where the same game is printed. */
  const printed = () => {
    const options = [...query()].map(([name, value]) => [`option.${name}`, value]);
    return `/print?${new URLSearchParams([["game", wanted.game], ...options])}`;
  };

  const editor = () => (start ? `/setup${location.hash}` : `/setup?game=${wanted.game}&${query()}`);

  const contesting = () => !start && seats().length === 1 && game().contests.includes(wanted.contest.mode);

  const play = oneAtATime(async () => {
    // What was chosen last may need other seats than those that are still seen.
    await coming;
    if (problem) {
      // What was refused, or could not be asked, may be right by now; but then there may be other seats to choose for.
      const before = JSON.stringify(seats());
      await preview();
      render();
      if (problem || JSON.stringify(seats()) !== before) return;
    }
    if (contesting()) return begin();
    const seated = chairs.asked();
    try {
      const record = startRecord();
      const what = record ? { record } : { game: wanted.game, options: wanted.options };
      /** @type {import("../lib/state_types.js").TableSet} */
      const made = await post("/api/tables", {
        ...what,
        chairs: seated,
        clock: wanted.clock,
        lots: wanted.lots && seated.length > 1,
        lots_again: wanted.lotsAgain && game().exchanges,
      });
      if (!start) keepChoices(game(), wanted);
      keepSeats(made, { game: wanted.game, title: game().title });
      location.assign(`/play/${made.id}`);
    } catch (error) {
      problem = String(error instanceof Error ? error.message : error);
      render();
    }
  });

  /** A race or a duel: everybody gets a link. */
  async function begin() {
    const { mode, minutes } = wanted.contest;
    const names = contest?.namesOf(wanted.contest);
    const asked = { mode, minutes, game: wanted.game, options: wanted.options, names };
    try {
      /** @type {import("../lib/state_types.js").ContestSet} */
      const { players } = await post("/api/contests", asked);
      race = players;
      history.replaceState({ race }, "");
      render();
      form.querySelector("h1")?.focus();
    } catch (error) {
      problem = String(error instanceof Error ? error.message : error);
      render();
    }
  }
  await preview();
  render();
}
