// The form for the next round: which game, how it is played, who sits with whom.

import { getJson } from "../lib/api.js";
import { field, segmented, select } from "../lib/controls.js";
import { button, h, icon } from "../lib/dom.js";
import { clockControl, optionControl, optionsIn, summary } from "../pages/options.js";
import { say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").ClassShown} ClassShown @typedef {import("../lib/state_types.js").ClassProposal} ClassProposal */
/** @typedef {import("../pages/options.js").Game} Game @typedef {import("../pages/options.js").Value} Value */
/** @typedef {number|null} Seat the number of a pupil, null for a computer */

/** @param {(act: string, more: object) => Promise<unknown>} act tells the server; what it refuses is shown by whoever gave it */
export function createNextRound(act) {
  /** A sheet for teachers brings its game and options along. */
  const address = new URLSearchParams(location.search);
  const part = h("section", { class: "next-round" });
  const groups = h("section", { class: "groups", hidden: true });
  const wanted = {
    game: address.get("game") ?? "hex",
    /** @type {Record<string, Value>} */ options: {},
    mode: "tables",
    method: "swiss",
    level: "easy",
    minutes: 15,
    /** Minutes after which the games of a round are stopped; 0 for none. */
    limit: 0,
    /** @type {Set<string>} */ free: new Set(),
    clock: "",
    otherClock: false,
    lots: false,
  };
  /** @type {Game[]} */
  let games = [];
  /** @type {ClassShown|null} */
  let now = null;
  /** The tables that are proposed, the seats of each; the last one is of those who are left out. @type {Seat[][]} */
  let tables = [];
  /** The seat that was touched first. @type {[number, number]|null} */
  let picked = null;
  let unfolded = false;
  /** The seats at the table of a group of 1, 2, … pupils. @type {number[]} */
  let fits = [];

  const game = () => games.find((each) => each.name === wanted.game) ?? games[0];
  const playing = () => (now?.pupils ?? []).filter(({ state }) => state !== "away");
  const nameOf = (/** @type {number} */ number) => now?.pupils[number]?.name ?? "";

  async function load() {
    const first = !games.length;
    games = await getJson("/api/games");
    if (first) {
      wanted.game = game().name;
      wanted.options = typedOptions();
      settleMode();
    }
    render();
  }

  /** @param {string} name */
  function pick(name) {
    Object.assign(wanted, { game: name, options: {}, free: new Set() });
    tables = [];
    settleMode();
    render();
  }

  /** Not every game can be played in every way. */
  function settleMode() {
    if (modes().every(({ value }) => value !== wanted.mode)) wanted.mode = modes()[0].value;
  }

  /** The options of the address, as the form has them. @returns {Record<string, Value>} */
  function typedOptions() {
    const brought = Object.entries(optionsIn(address)).flatMap(([name, value]) => {
      const option = game().options.find((each) => each.name === name);
      if (!option) return [];
      const isNumber = option.kind === "whole" || option.kind === "numbers";
      return [[name, isNumber ? Number(value) : option.kind === "switch" ? value === "on" || value === "True" : value]];
    });
    return Object.fromEntries(brought);
  }

  /** How a game can be played by a class. */
  function modes() {
    const players = game().options.find((each) => each.name === "players");
    const alone = players?.default === 1;
    const raced = game().contests.includes("race");
    return [...(alone ? [] : ["tables", "computer"]), ...(raced ? ["race"] : [])].map((value) => ({ value, label: say(`class.mode.${value}`) }));
  }

  /** @param {string} name @param {Value} set */
  function choose(name, set) {
    wanted.options[name] = set;
    if (tables.length) {
      tables = [];
      render();
    }
  }

  async function propose() {
    const here = playing().filter((pupil) => pupil.here);
    /** @type {ClassProposal} */
    const told = /** @type {ClassProposal} */ (
      await act("propose", { game: wanted.game, options: wanted.options, method: wanted.method, pupils: here.map(({ number }) => number) })
    );
    if (!told?.groups) return;
    fits = [...told.fits];
    const full = told.groups.map((group) => [...group, ...new Array(told.players - group.length).fill(null)]);
    const sitting = new Set(told.groups.flat());
    const out = playing().filter(({ number }) => !sitting.has(number));
    tables = [...full, [...out.map(({ number }) => number), null]];
    picked = null;
    render();
    groups.scrollIntoView({ block: "nearest" });
  }

  async function begin() {
    const groups = wanted.mode === "tables" ? tables.slice(0, -1).map((seats) => seats.filter((seat) => seat !== null)).filter((group) => group.length) : alone();
    const mode = wanted.mode === "race" ? "race" : "tables";
    const { level, options } = wanted;
    const minutes = (mode === "race" ? wanted.minutes : wanted.limit) || null;
    const clock = mode === "race" ? "" : wanted.clock;
    const begun = await act("begin", { round: now?.rounds ?? 0, mode, game: wanted.game, options, groups, level, minutes, clock });
    if (begun) tables = [];
    render();
    if (begun) scrollTo(0, 0);
  }

  /** Everybody for themselves: against the computer, or in a race. */
  const alone = () => playing().map(({ number }) => [number]);

  /** Who comes while groups are made is left out until somebody gives them a seat. */
  function seatNewcomers() {
    const seated = new Set(tables.flat());
    const come = playing().filter(({ number }) => !seated.has(number));
    if (tables.length) tables[tables.length - 1].unshift(...come.map(({ number }) => number));
  }

  /** Two seats are touched, and who sits there changes places. @param {number} table @param {number} seat */
  function touch(table, seat) {
    if (!picked) picked = [table, seat];
    else {
      const [other, place] = picked;
      [tables[other][place], tables[table][seat]] = [tables[table][seat], tables[other][place]];
      picked = null;
      // One may always be left out.
      const last = tables[tables.length - 1];
      if (!last.includes(null)) last.push(null);
    }
    render();
  }

  /** @param {Seat[]} seats @param {number} table */
  function group(seats, table) {
    const out = table === tables.length - 1;
    const people = seats.filter((who) => who !== null).length;
    // A computer plays only where the game needs one more; other seats stay free.
    let computers = out || !people ? 0 : fits[people - 1] - people;
    const chips = seats.map((who, seat) =>
      button(who === null ? (computers-- > 0 ? say("the_computer") : "–") : nameOf(who), {
        class: `btn chip${who === null ? " empty" : ""}`,
        "aria-pressed": String(picked?.[0] === table && picked[1] === seat),
        onclick: () => touch(table, seat),
      }),
    );
    const title = out ? say("class.left_out") : say("class.group", { number: table + 1 });
    return h("li", {}, h("p", { class: "small" }, title), h("div", { class: "row wrap" }, ...chips));
  }

  /** Who would sit where, and the button with which they do. @param {number} number of the round */
  function renderGroups(number) {
    const chips = () => [.../** @type {NodeListOf<HTMLElement>} */ (groups.querySelectorAll("button"))];
    const place = chips().findIndex((each) => each === document.activeElement);
    groups.hidden = wanted.mode !== "tables" || !tables.length;
    if (groups.hidden) return groups.replaceChildren();
    groups.replaceChildren(
      h("h2", {}, say("class.groups")),
      h("p", { class: "note" }, say("class.groups_line")),
      h("ul", { class: "plain group-list" }, ...tables.map(group)),
      button(say("class.begin", { number }), { class: "btn main large", "data-act": "begin", onclick: begin }),
    );
    chips()[place]?.focus({ preventScroll: true });
  }

  /** What lies folded away: the options that are not asked at once. */
  function options() {
    const visible = game().options.filter((option) => !(option.kind === "whole" && option.low === option.high));
    const first = visible.filter((option) => option.main || option.name === "players");
    const folded = visible.filter((option) => !first.includes(option));
    const clocked = wanted.mode !== "race";
    const control = (/** @type {import("../pages/options.js").Option} */ option) => optionControl(option, wanted, choose, render);
    const more = h(
      "details",
      { class: "more", open: unfolded },
      h("summary", {}, say("form.options"), h("span", {}, summary(folded, wanted, clocked)), icon("down")),
      h("div", { class: "folded" }, ...folded.map(control), clocked ? clockControl(wanted, render) : null),
    );
    more.addEventListener("toggle", () => (unfolded = more.open));
    return [...first.map(control), ...(folded.length || clocked ? [more] : [])];
  }

  function render() {
    if (!games.length || !now) return;
    const place = controls().findIndex((each) => each === document.activeElement);
    const titles = games.map(({ name, title }) => ({ value: name, label: title }));
    const busy = now.pupils.filter(({ state }) => state === "playing").length;
    const alone = wanted.mode !== "tables";
    const number = now.rounds + 1;
    renderGroups(number);
    const parts = [
      h("h2", {}, say("class.next_round")),
      h("div", { class: "field" }, h("p", { class: "legend" }, say("print.game")), select(say("print.game"), titles, game().name, pick)),
      segmented(say("class.how"), modes(), wanted.mode, (mode) => ((wanted.mode = mode), render())),
      ...options(),
      wanted.mode === "race" ? minutes() : level(),
      wanted.mode === "race" ? null : limit(),
      wanted.mode === "tables" ? segmented(say("class.method"), methods(), wanted.method, (method) => ((wanted.method = method), (tables = []), render())) : null,
      busy ? h("p", { class: "small warn" }, say("class.still_playing", { number: busy })) : null,
      alone ? null : button(say("class.propose"), { class: tables.length ? "btn large" : "btn main large", onclick: propose }),
      alone ? button(wanted.mode === "race" ? say("class.begin_race") : say("class.begin", { number }), { class: "btn main large", "data-act": "begin", onclick: begin }) : null,
    ];
    part.replaceChildren(...parts.filter((each) => each !== null));
    controls()[place]?.focus({ preventScroll: true });
  }

  const controls = () => [.../** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll("input, select, button, summary"))];
  const methods = () => ["swiss", "lots"].map((value) => ({ value, label: say(`class.method_of.${value}`) }));
  const level = () => h("div", { class: "field" }, h("p", { class: "legend" }, say("class.level")), select(say("class.level"), game().levels, wanted.level, (chosen) => (wanted.level = chosen)));
  const limit = () =>
    h(
      "div",
      { class: "field" },
      h("p", { class: "legend" }, say("class.limit")),
      field(say("class.limit"), wanted.limit ? String(wanted.limit) : "", (typed) => (wanted.limit = Math.max(0, Math.min(120, Math.floor(Number(typed)) || 0))), {
        type: "number",
        min: 1,
        max: 120,
        inputmode: "numeric",
        placeholder: say("class.limit_takes"),
      }),
    );
  const minutes = () =>
    h(
      "div",
      { class: "field" },
      h("p", { class: "legend" }, say("class.minutes")),
      field(say("class.minutes"), String(wanted.minutes), (typed) => (wanted.minutes = Math.max(1, Math.min(120, Math.floor(Number(typed)) || 15))), { type: "number", min: 1, max: 120, inputmode: "numeric" }),
    );

  return {
    part,
    groups,
    load,
    /** @param {ClassShown} told */
    show(told) {
      const before = now;
      now = told;
      // Who is choosing is not disturbed by what happens on the boards.
      const news = (/** @type {ClassShown} */ each) => JSON.stringify([each.rounds, each.pupils.map(({ name, state }) => [name, state])]);
      if (!before || news(before) !== news(told)) {
        if (before && before.rounds !== told.rounds) tables = [];
        seatNewcomers();
        render();
      }
    },
  };
}
