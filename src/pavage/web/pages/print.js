// Printing: what of a game, on which paper; every page is shown before it is saved.

import { getJson, Refused } from "../lib/api.js";
import { field, segmented, select } from "../lib/controls.js";
import { button, h, icon } from "../lib/dom.js";
import { createHeader } from "../lib/header.js";
import { optionControl, optionsIn } from "./options.js";
import { announce, say } from "../lib/words.js";

const PATIENCE = 300;
/** What the server says when it makes no pages now, and milliseconds after which it is asked again. */
const BUSY = 503;
const AGAIN = 3000;
const WITH_OPTIONS = ["board", "real", "pieces", "puzzles"];
const BOARDS = ["board", "real"];
/** What an address may fill in beforehand, by the names that the server knows. */
const FILLED = ["cell", "coordinates", "bands", "backs", "folded", "position", "every", "count", "sheets", "seed", "grade", "text", "names"];

/** @typedef {import("./options.js").Game} Game @typedef {import("./options.js").Value} Value */
/** @typedef {import("../lib/state_types.js").PrintedPage} Shown @typedef {import("../lib/state_types.js").PrintsOffered} Offer */

/** @param {HTMLElement} page */
export async function showPage(page) {
  /** @type {Game[]} */
  let games = await getJson("/api/games");
  const address = new URLSearchParams(location.search);
  /** A table whose game is printed. */
  const table = address.get("table") ?? "";
  const wanted = {
    game: games.find(({ name }) => name === address.get("game"))?.name ?? games[0].name,
    kind: address.get("kind") ?? (table ? "record" : "board"),
    paper: address.get("paper") ?? "a4",
    ink: address.get("ink") ?? "colour",
    options: optionsIn(address),
    /** @type {Set<string>} */ free: new Set(),
    clock: "",
    otherClock: false,
    lots: false,
    /** What is filled in, by the names that the server knows. @type {Record<string, string>} */
    more: Object.fromEntries([...address].filter(([name]) => FILLED.includes(name))),
  };
  /** @type {Offer} */
  let offer = { game: "", kinds: [], papers: [] };
  /** @type {Shown|null} */
  let shown = null;
  let at = 1;
  let problem = "";
  let asked = 0;

  const top = createHeader("", respeak);
  const paper = h("div", { class: "paper-sheet" });
  const number = h("span", { class: "small" });
  const how = h("p", { class: "small" });
  const arrows = [-1, 1].map((by) => /** @type {const} */ ([by, turnBy(by)]));
  const turning = h("div", { class: "row paper-pages" }, arrows[0][1], number, arrows[1][1]);
  const stage = h("section", { class: "stage paper-stage" }, paper, turning);
  const form = h("form", { class: "form" });
  form.addEventListener("submit", (event) => event.preventDefault());
  page.replaceChildren(h("div", { class: "page full" }, top.element, h("main", { class: "two new" }, stage, form)));

  const game = () => games.find(({ name }) => name === wanted.game) ?? games[0];

  async function respeak() {
    games = await getJson("/api/games");
    render();
    await preview();
  }

  /** Everything that was chosen, as the server takes it. */
  function query() {
    const all = { kind: wanted.kind, paper: wanted.paper, ink: wanted.ink, table, ...wanted.more };
    const told = new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ""));
    if (WITH_OPTIONS.includes(wanted.kind) && !table)
      for (const [name, value] of Object.entries(wanted.options))
        told.set(`option.${name}`, typeof value === "boolean" ? (value ? "on" : "off") : String(value));
    return told;
  }

  /** @param {number} [patience] milliseconds to wait for more typing */
  async function preview(patience = 0) {
    const mine = ++asked;
    paper.classList.add("on-its-way");
    if (patience) await new Promise((done) => setTimeout(done, patience));
    if (mine !== asked) return;
    try {
      const told = query();
      told.set("page", String(at));
      /** @type {Shown} */
      const answer = await getJson(`/api/print/${wanted.game}/preview?${told}`);
      if (mine !== asked) return;
      [shown, problem, at] = [answer, "", answer.page];
    } catch (error) {
      if (mine !== asked) return;
      problem = String(error instanceof Error ? error.message : error);
      // Somebody else prints, or the machine is slow: whoever waits need not do anything.
      if (error instanceof Refused && error.status === BUSY) {
        problem = say("print.again");
        setTimeout(() => mine === asked && preview(), AGAIN);
      }
    }
    paper.classList.remove("on-its-way");
    tell();
  }

  /** What follows from the last answer. */
  function tell() {
    if (shown && !problem) {
      const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(shown.svg)}`;
      const alt = say("print.picture", { page: at, title: shown.title });
      paper.replaceChildren(h("img", { src: source, alt }));
      announce(say("print.page", { page: at, pages: shown.pages }));
    }
    const pages = shown?.pages ?? 1;
    number.textContent = shown ? say("print.page", { page: at, pages }) : problem ? "" : say("print.making");
    for (const [by, arrow] of arrows) {
      arrow.setAttribute("aria-label", say(by < 0 ? "print.before" : "print.after"));
      arrow.setAttribute("aria-disabled", String(at + by < 1 || at + by > pages));
    }
    how.textContent = shown && !problem ? shown.how : "";
    const line = form.querySelector(".problem");
    if (line) line.textContent = problem ? `✕ ${problem}` : "";
    tellLinks();
  }

  /** Where it can be saved. */
  function tellLinks() {
    for (const [form_, link] of Object.entries(links)) {
      const told = query();
      if (form_ === "svg") told.set("page", String(at));
      link.href = `/api/print/${wanted.game}/sheet.${form_}?${told}`;
      // A link that would only save a sentence leads nowhere.
      link.setAttribute("aria-disabled", String(!!problem));
      if (problem) link.removeAttribute("href");
    }
  }

  const links = {
    pdf: h("a", { class: "btn main large", download: true }),
    svg: h("a", { class: "btn", download: true }),
  };

  /** A button to the page before or after. @param {number} by */
  function turnBy(by) {
    const turn = () => {
      if (!shown || at + by < 1 || at + by > shown.pages) return;
      at += by;
      preview();
    };
    return h("button", { type: "button", class: "btn bare", onclick: turn }, icon(by < 0 ? "back" : "forward"));
  }

  /** Something else is wanted: from its first page on. @param {boolean} typed */
  function changed(typed = false) {
    at = 1;
    preview(typed ? PATIENCE : 0);
  }

  /** @param {string} name */
  async function pick(name) {
    Object.assign(wanted, { game: name, options: {}, free: new Set(), more: {} });
    await ask();
    render();
    changed();
  }

  async function ask() {
    offer = await getJson(`/api/print/${wanted.game}`);
    if (table) offer = { ...offer, kinds: ["record", "board"] };
    if (!offer.kinds.includes(wanted.kind)) wanted.kind = offer.kinds[0];
  }

  /** @param {string} legend @param {Node} control */
  const labelled = (legend, control) => h("div", { class: "field" }, h("p", { class: "legend" }, legend), control);

  /** @param {string} name @param {import("../lib/dom.js").Attributes} [more] */
  function typed(name, more = {}) {
    const set = (/** @type {string} */ value) => {
      wanted.more[name] = value;
      changed(true);
    };
    return labelled(say(`print.${name}`), field(say(`print.${name}`), wanted.more[name] ?? "", set, { autocomplete: "off", placeholder: "", ...more }));
  }

  /** @param {string} name @param {string[]} values @param {string} usual @param {(value: string) => string} [label] */
  function chosen(name, values, usual, label = (value) => value) {
    const choices = values.map((value) => ({ value, label: label(value) }));
    return segmented(say(`print.${name}`), choices, wanted.more[name] ?? usual, (value) => {
      wanted.more[name] = value;
      changed();
    });
  }

  const onOff = (/** @type {string} */ name, usual = "on") => chosen(name, ["on", "off"], usual, (value) => say(`form.${value}`));

  /** What only this kind of print asks for. */
  function details() {
    const number = { type: "number", min: "0", inputmode: "decimal" };
    switch (wanted.kind) {
      case "board":
        return [typed("cell", { ...number, step: "any", placeholder: say("print.cell_takes") }), ...(table ? [] : [typed("position", { placeholder: say("print.position_takes"), maxlength: 4000 })])];
      case "puzzles":
        return [
          chosen("count", ["1", "2", "4", "6"], "4"),
          typed("seed", { ...number, placeholder: "1" }),
          typed("sheets", { ...number, min: "1", max: "20", placeholder: "1" }),
          ...(wanted.game === "nombres"
            ? [chosen("grade", ["0", "1", "2", "3", "4"], "0", (value) => (value === "0" ? say("print.any") : value)), typed("text", { placeholder: say("print.text_takes"), maxlength: 400 })]
            : []),
        ];
      case "tournament":
        return [names()];
      case "record":
        return [typed("every", { ...number, min: "1", placeholder: "10" })];
      case "rules":
      case "lesson":
      case "teacher":
        return [onOff("folded", "off")];
      case "real":
      case "kit":
      case "pieces":
        return [onOff("backs")];
    }
    return [];
  }

  function names() {
    const area = h("textarea", { class: "text", rows: "6", "aria-label": say("print.names"), placeholder: say("print.names_take"), maxlength: "2000" });
    area.value = wanted.more.names ?? "";
    area.addEventListener("input", () => {
      wanted.more.names = area.value;
      changed(true);
    });
    return labelled(say("print.names"), area);
  }

  function gameOptions() {
    if (!WITH_OPTIONS.includes(wanted.kind) || table) return null;
    const choose = (/** @type {string} */ name, /** @type {Value} */ set, /** @type {boolean} */ byHand) => {
      wanted.options[name] = set;
      changed(byHand);
    };
    const visible = game().options.filter((option) => option.low !== option.high || option.kind !== "whole");
    const part = h(
      "details",
      { class: "more", open: Object.keys(wanted.options).length > 0 },
      h("summary", {}, say("print.options"), icon("down")),
      h("div", { class: "folded" }, ...visible.map((option) => optionControl(option, wanted, choose, render))),
    );
    return part;
  }

  /** The way to the sheet that says what to do with it in class. */
  function forTeachers() {
    if (table || !offer.kinds.includes("teacher")) return null;
    return h("a", { class: "text-link", href: `/teach/${wanted.game}` }, say("print.teach"));
  }

  function render() {
    document.title = `${say("print.title")} · Pavage`;
    links.pdf.textContent = say("print.pdf");
    links.svg.textContent = say("print.svg");
    const kinds = offer.kinds.map((value) => ({ value, label: say(`print_kind.${value}`) }));
    const papers = offer.papers.map((value) => ({ value, label: say(`print_paper.${value}`) }));
    const inks = ["colour", "grey", "outline"].map((value) => ({ value, label: say(`print_ink.${value}`) }));
    const all = games.map(({ name, title }) => ({ value: name, label: title }));
    const parts = [
      h("div", {}, h("h1", {}, say("print.title")), h("p", { class: "small" }, table ? say("print.table") : say("print.line")), forTeachers()),
      table ? null : labelled(say("print.game"), select(say("print.game"), all, wanted.game, pick)),
      labelled(
        say("print.what"),
        select(say("print.what"), kinds, wanted.kind, (value) => {
          wanted.kind = value;
          wanted.more = {};
          render();
          changed();
        }),
      ),
      ...details(),
      ...(BOARDS.includes(wanted.kind) ? [h("div", { class: "pair" }, onOff("coordinates"), onOff("bands"))] : []),
      gameOptions(),
      segmented(say("print.paper"), papers, wanted.paper, (value) => ((wanted.paper = value), changed())),
      segmented(say("print.ink"), inks, wanted.ink, (value) => ((wanted.ink = value), changed())),
      h("div", { class: "row wrap" }, links.pdf, links.svg),
      how,
      h("p", { class: "problem small warn", role: "alert" }),
    ];
    form.replaceChildren(...parts.filter((each) => each !== null));
    tell();
  }

  await ask();
  render();
  await preview();
}
