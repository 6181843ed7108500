// The form for a new game, made from what the game declares.

import { getJson, post } from "./api.js";
import { field, segmented, select } from "./controls.js";
import { button, h, icon, stone } from "./dom.js";
import { cellsOf } from "./drawn.js";
import { draw } from "./layers.js";
import { preferences } from "./menu.js";
import { keepSeats } from "./mine.js";
import { clockControl, lotsControl, optionControl, summary } from "./options.js";
import { createTop } from "./top.js";
import { say } from "./words.js";

const PATIENCE = 250;
const ALONE = { who: "you", name: "", level: "" };

/** @param {HTMLElement} page */
export async function showNew(page) {
  let games = await getJson("/api/games");
  const wanted = {
    game: named(new URLSearchParams(location.search).get("game")),
    preset: "",
    /** @type {Record<string, any>} */ options: {},
    /** @type {{who: string, name: string, level: string}[]} */ chairs: [],
    clock: "",
    otherClock: false,
    lots: false,
    contest: { mode: "", names: ["", ""], minutes: 15 },
    /** @type {Set<string>} */ free: new Set(),
  };
  /** @type {any} */
  let shown = null;
  let problem = "";
  /** Only some games can be raced. @type {typeof import("./contest.js")|null} */
  let contest = null;
  let asked = 0;
  let unfolded = false;
  let choosing = false;

  const stage = h("section", { class: "stage" });
  const form = h("form", { class: "form" });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    play();
  });
  const top = createTop("", respeak);
  const main = h("main", { class: "two new" }, stage, form);
  page.replaceChildren(h("div", { class: "page full" }, top.element, main));

  /** A game that there is, the first one if nobody names one. @param {string|null} name */
  function named(name) {
    return (games.find((each) => each.name === name) ?? games[0]).name;
  }

  const game = () => games.find((each) => each.name === wanted.game);
  const control = (option) => optionControl(option, wanted, choose, render);

  async function respeak() {
    games = await getJson("/api/games");
    await preview();
    render();
  }

  /** Ask the server how the game would begin. @param {number} [patience] milliseconds to wait for more typing */
  async function preview(patience = 0) {
    const mine = ++asked;
    if (patience) await new Promise((done) => setTimeout(done, patience));
    if (mine !== asked) return;
    const query = new URLSearchParams(
      Object.entries(wanted.options).map(([name, set]) => [name, written(set)]),
    );
    try {
      const answer = await getJson(`/api/games/${wanted.game}/preview?${query}`);
      if (mine !== asked) return;
      if (game().contests.length) contest ??= await import("./contest.js");
      shown = answer;
      problem = "";
      const svg = new DOMParser().parseFromString(answer.svg, "image/svg+xml").documentElement;
      svg.setAttribute("viewBox", svg.dataset.withoutLabels || "");
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", `${say("label.board")} ${answer.title}`);
      for (const group of svg.querySelectorAll(".labels .lab:not(.telling), .names")) group.remove();
      const drawing = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (svg));
      draw(drawing, cellsOf(drawing), answer.scene);
      for (const cell of svg.querySelectorAll(".c"))
        for (const name of ["role", "tabindex", "aria-label"]) cell.removeAttribute(name);
      stage.replaceChildren(document.adoptNode(svg));
      main.classList.toggle("patterned", answer.patterned);
    } catch (error) {
      if (mine === asked) problem = String(error instanceof Error ? error.message : error);
    }
  }

  /** @param {any} set */
  const written = (set) => (typeof set === "boolean" ? (set ? "on" : "off") : String(set));

  /**
   * An option has another value. The form is drawn again only if the seats have changed: an answer that comes late
   * must not take away what is being typed meanwhile.
   * @param {string} name @param {any} set @param {boolean} typed
   */
  async function choose(name, set, typed) {
    wanted.options[name] = set;
    const seats = JSON.stringify(shown.seats);
    await preview(typed ? PATIENCE : 0);
    if (JSON.stringify(shown.seats) !== seats) render();
    else tellProblem();
  }

  /** The lines that follow from what was chosen. */
  function tellProblem() {
    const line = form.querySelector(".problem");
    if (line) line.textContent = problem ? `✕ ${problem}` : "";
    const told = form.querySelector(".more summary span");
    if (told) told.textContent = summary(options().folded, wanted);
  }

  /** The options that are asked at once, and those that lie folded away. */
  function options() {
    const visible = game().options.filter(
      (option) => !(option.kind === "whole" && option.low === option.high),
    );
    const first = visible.filter((option) => option.main || option.name === "players");
    return { first, folded: visible.filter((option) => !first.includes(option)) };
  }

  /** Draw the form again, and leave the focus where it was. */
  function render() {
    const focused = document.activeElement;
    const place =
      focused && form.contains(focused)
        ? [...form.querySelectorAll("input, select, button, summary")].indexOf(focused)
        : -1;
    document.title = `${say("page_new", { game: game().title })} · Pavage`;
    const { first, folded } = options();
    form.replaceChildren(
      ...[
        h("div", {}, h("h1", {}, game().title), h("p", { class: "small" }, game().summary)),
        games.length > 1 ? chooser() : null,
        presets(),
        ...first.filter(isPlayers).map(control),
        // Whoever plays alone has nobody to choose.
        ...(shown.seats.length > 1 ? shown.seats.map(seat) : []),
        contest && game().contests.length
          ? contest.contestControl(game().contests, wanted.contest, render)
          : null,
        ...first.filter((option) => !isPlayers(option)).map(control),
        h(
          "details",
          { class: "more", open: unfolded, ontoggle: (event) => (unfolded = event.target.open) },
          h("summary", {}, say("form.options"), h("span", {}, summary(folded, wanted)), icon("down")),
          h(
            "div",
            { class: "folded" },
            ...folded.map(control),
            ...(contesting() ? [] : [clockControl(wanted, render)]),
            ...(shown.seats.length > 1 ? [lotsControl(wanted)] : []),
          ),
        ),
        button(say("form.play"), { type: "submit", class: "btn main large" }),
        h("p", { class: "problem small warn", role: "alert" }),
      ].filter(Boolean),
    );
    tellProblem();
    if (place >= 0) [...form.querySelectorAll("input, select, button, summary")][place]?.focus();
  }

  /** @param {{name: string}} option */
  const isPlayers = (option) => option.name === "players";

  /** All games, each with a line about it. */
  function chooser() {
    const items = games.map((each) =>
      h(
        "li",
        {},
        h(
          "a",
          {
            href: `/?game=${each.name}`,
            "aria-current": each.name === wanted.game ? "true" : null,
            onclick: (event) => {
              event.preventDefault();
              pick(each.name);
            },
          },
          h("span", { class: "name" }, each.title),
          h("span", { class: "small" }, each.summary),
        ),
      ),
    );
    return h(
      "details",
      { class: "games", open: choosing, ontoggle: (event) => (choosing = event.target.open) },
      h("summary", {}, say("form.games", { number: games.length }), icon("down")),
      h("ul", {}, ...items),
    );
  }

  /** @param {string} name */
  async function pick(name) {
    Object.assign(wanted, { game: name, preset: "", options: {}, free: new Set() });
    choosing = false;
    history.replaceState(null, "", `/?game=${name}`);
    await preview();
    render();
    form.querySelector(".games summary")?.focus();
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

  /** @param {{colour: string, title: string}} seat @param {number} number */
  function seat(seat, number) {
    const chair = (wanted.chairs[number] ??= {
      who: number ? "computer" : "you",
      name: number ? "" : preferences.get("name", ""),
      level: "medium",
    });
    // A program that played the last game may not play this one.
    if (chair.who.startsWith("bot:") && !game().bots.some(({ value }) => value === chair.who)) chair.who = "computer";
    const label = say("form.seat_of", { seat: seat.title });
    const naming = (hint = say("form.name_of")) =>
      field(`${hint}, ${seat.title}`, chair.name, (name) => (chair.name = name), {
        maxlength: 32,
        placeholder: hint,
        autocomplete: "off",
      });
    const people = ["you", "person", "friend"].map((who) => ({ value: who, label: say(`form.${who}`) }));
    if (shown.seats.length > 2) return oneLine(seat, chair, label, people, naming);
    const everybody = [...people, { value: "computer", label: say("form.computer") }, ...game().bots];
    const more =
      chair.who === "computer"
        ? segmented(
            `${say("form.level_of")}, ${seat.title}`,
            game().levels,
            chair.level,
            (level) => (chair.level = level),
            true,
          )
        : chair.who === "person"
          ? naming()
          : chair.who === "you" && friends()
            ? naming(say("form.your_name"))
            : null;
    return h(
      "div",
      { class: "field" },
      h("p", { class: "legend" }, seat.title),
      h(
        "div",
        { class: "pick" },
        stone(seat.colour),
        select(label, everybody, chair.who, (who) => ((chair.who = who), render())),
      ),
      more && h("div", { class: "beneath" }, more),
    );
  }

  /** Whether somebody comes by a link, who then reads my name. */
  const friends = () => wanted.chairs.slice(0, shown.seats.length).some((chair) => chair?.who === "friend");

  /** A seat among many: who sits there, and how well a computer plays, are one choice. */
  function oneLine(seat, chair, label, people, naming) {
    const computers = game().levels.map(({ value, label }) => ({
      value: `computer ${value}`,
      label: say("form.computer_of", { level: label }),
    }));
    const now = chair.who === "computer" ? `computer ${chair.level}` : chair.who;
    const sit = (chosen) => {
      const [who, level = chair.level] = chosen.split(" ");
      Object.assign(chair, { who, level });
      render();
    };
    return h(
      "div",
      { class: "field line" },
      stone(seat.colour),
      h("p", { class: "legend" }, seat.title),
      select(label, [...people, ...computers, ...game().bots], now, sit),
      chair.who === "person" ? h("div", { class: "beneath" }, naming()) : null,
      chair.who === "you" && friends() ? h("div", { class: "beneath" }, naming(say("form.your_name"))) : null,
    );
  }

  const contesting = () => game().contests.includes(wanted.contest.mode);

  async function play() {
    if (contesting()) return begin();
    const chairs = shown.seats.map((_, number) => {
      const { who, name, level } = shown.seats.length > 1 ? wanted.chairs[number] : ALONE;
      const away = who === "friend" ? { away: true } : {};
      const named = who === "person" || (who === "you" && friends());
      const played = who === "computer" ? level : who.startsWith("bot:") ? who : "";
      return { name: named ? name : "", level: played, ...away };
    });
    try {
      const made = await post("/api/tables", {
        game: wanted.game,
        options: wanted.options,
        chairs,
        clock: wanted.clock,
        lots: wanted.lots && chairs.length > 1,
      });
      keepSeats(made, { game: wanted.game, title: game().title });
      location.assign(`/play/${made.id}`);
    } catch (error) {
      problem = String(error instanceof Error ? error.message : error);
      render();
    }
  }

  /** A race or a duel: everybody gets a link. */
  async function begin() {
    const { mode, minutes } = wanted.contest;
    const asked = { mode, minutes, options: wanted.options, names: contest?.namesOf(wanted.contest) };
    try {
      contest?.showLinks(form, (await post("/api/contests", asked)).players);
    } catch (error) {
      problem = String(error instanceof Error ? error.message : error);
      render();
    }
  }
  await preview();
  render();
}
