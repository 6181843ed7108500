// A puzzle of Nombres croisés made to order: any, a word in Braille, or drawn by hand; to play, to race or to print.

import { getJson, post } from "../lib/api.js";
import { field, segmented } from "../lib/controls.js";
import { button, h } from "../lib/dom.js";
import { createHeader } from "../lib/header.js";
import { staticBoard } from "../board/static_board.js";
import { announce, say } from "../lib/words.js";
import { asRows, emptyCells, toggleGrid } from "./toggle_grid.js";

/** @typedef {import("../lib/state_types.js").PuzzleMade} Made */

const PATIENCE = 400;
/** The boards that are offered, by what is wanted. @type {Record<string, string[]>} */
const BOARDS = {
  any: ["4x4", "6x6", "8x8", "10x10", "H3", "H4", "H5"],
  word: ["6x6", "6x12", "12x12"],
  drawn: ["4x4", "5x5", "6x6", "8x8", "10x10"],
};
const LETTERS = 6;

/** @param {HTMLElement} page */
export async function showPage(page) {
  const address = new URLSearchParams(location.search);
  const text = address.get("text") ?? "";
  const wanted = {
    what: text ? "word" : "any",
    board: address.get("board") ?? "6x6",
    diag: (address.get("diag") ?? "none").toLowerCase(),
    grade: address.get("grade") ?? "0",
    text,
    seed: address.has("seed") ? Number(address.get("seed")) : null,
  };
  let cells = emptyCells(6, 6);
  /** @type {Made|null} */
  let made = null;
  let problem = "";
  let asked = 0;

  const top = createHeader("", () => (render(), make()));
  const stage = h("section", { class: "stage maker-stage" });
  const form = h("form", { class: "form" });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    another();
  });
  page.replaceChildren(h("div", { class: "page full" }, top.element, h("main", { class: "two new" }, stage, form)));

  const hexagonal = () => wanted.board.startsWith("H");
  const crossed = () => hexagonal() || wanted.diag !== "none";

  /** Ask for what is wanted now. @param {number} [patience] milliseconds to wait for more typing */
  async function make(patience = 0) {
    const mine = ++asked;
    stage.classList.add("on-its-way");
    if (patience) await new Promise((done) => setTimeout(done, patience));
    if (mine !== asked) return;
    try {
      const answer = await order();
      if (mine !== asked) return;
      [made, problem] = [answer, ""];
      if (answer && wanted.what !== "drawn") await show(answer);
    } catch (error) {
      if (mine !== asked) return;
      [made, problem] = [null, String(error instanceof Error ? error.message : error)];
    }
    stage.classList.remove("on-its-way");
    tell();
  }

  /** @returns {Promise<Made|null>} nothing while nothing is written or drawn */
  async function order() {
    const empty = wanted.what === "word" ? !wanted.text.trim() : wanted.what === "drawn" && !cells.flat().includes(true);
    if (empty) return null;
    return post("/api/puzzles", {
      board: wanted.board,
      diag: hexagonal() ? "none" : wanted.diag,
      grade: crossed() ? Number(wanted.grade) : 0,
      text: wanted.what === "word" ? wanted.text : "",
      rows: wanted.what === "drawn" ? asRows(cells) : [],
      ...(wanted.seed === null ? {} : { seed: wanted.seed }),
    });
  }

  /** The puzzle as it begins. @param {Made} answer */
  async function show({ line }) {
    const told = await getJson(`/api/games/nombres/preview?${new URLSearchParams({ puzzle: line })}`);
    const svg = staticBoard(told.svg, told.scene);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", say("maker.picture"));
    stage.replaceChildren(svg);
  }

  /** Another one of the same kind. */
  function another() {
    wanted.seed = null;
    make();
  }

  /** What follows from the last answer. */
  function tell() {
    const line = form.querySelector(".made");
    const sentence = made ? `${made.told}${made.signs ? ` · ${made.signs}` : ""}` : "";
    if (line) line.textContent = sentence;
    if (sentence) announce(sentence);
    const wrong = form.querySelector(".problem");
    if (wrong) wrong.textContent = problem ? `✕ ${problem}` : "";
    const row = form.querySelector(".ways");
    if (row) row.replaceChildren(...ways());
  }

  function ways() {
    if (!made) return [];
    const puzzle = new URLSearchParams({ game: "nombres", "option.puzzle": made.line });
    return [
      h("a", { class: "btn main large", href: `/new?${puzzle}` }, say("maker.play")),
      h("a", { class: "btn", href: `/print?${puzzle}&kind=board` }, say("maker.print")),
    ];
  }

  /** @param {string} what */
  function pick(what) {
    wanted.what = what;
    if (!BOARDS[what].includes(wanted.board)) wanted.board = "6x6";
    changed();
  }

  /** Something else is wanted; a drawing begins anew on another board. */
  function changed() {
    wanted.seed = null;
    if (wanted.what === "drawn") draw();
    else stage.replaceChildren();
    render();
    make();
  }

  function draw() {
    const [rows, columns] = wanted.board.split("x").map(Number);
    if (cells.length !== rows || cells[0].length !== columns) cells = emptyCells(rows, columns);
    const grid = toggleGrid(say("maker.grid"), cells, () => make(PATIENCE), { sums: true });
    stage.replaceChildren(grid.element);
  }

  /** A word takes the smallest board that it fits on. @param {string} typed */
  function write(typed) {
    wanted.text = typed;
    const letters = typed.trim().length;
    const board = BOARDS.word[letters <= LETTERS ? 0 : letters <= 2 * LETTERS ? 1 : 2];
    const other = board !== wanted.board;
    wanted.board = board;
    wanted.seed = null;
    if (other) for (const radio of form.querySelectorAll("input")) if (radio.type === "radio" && radio.value === board) radio.checked = true;
    make(PATIENCE);
  }

  const boardLabel = (/** @type {string} */ board) => (board.startsWith("H") ? `⬡ ${board.slice(1)}` : board.replace("x", "×"));

  function render() {
    document.title = `${say("maker.title")} · Pavage`;
    const choices = (/** @type {string} */ key, /** @type {string[]} */ values) => values.map((value) => ({ value, label: say(`maker_${key}.${value}`) }));
    const parts = [
      h("div", {}, h("h1", {}, say("maker.title")), h("p", { class: "small" }, say("maker.line"))),
      segmented(say("maker.what"), choices("what", ["any", "word", "drawn"]), wanted.what, pick),
      wanted.what === "word" ? h("div", { class: "field" }, h("p", { class: "legend" }, say("maker.word")), field(say("maker.word"), wanted.text, write, { maxlength: 24, autocomplete: "off", placeholder: say("maker.word_takes") })) : null,
      wanted.what === "drawn" ? h("p", { class: "small" }, say("maker.draw_line")) : null,
      segmented(
        say("maker.board"),
        BOARDS[wanted.what].map((value) => ({ value, label: boardLabel(value) })),
        wanted.board,
        (value) => ((wanted.board = value), changed()),
      ),
      hexagonal() ? null : segmented(say("maker.diag"), choices("diag", ["none", "d", "a", "da"]), wanted.diag, (value) => ((wanted.diag = value), changed())),
      crossed() ? segmented(say("maker.grade"), choices("grade", ["0", "1", "2", "3", "4"]), wanted.grade, (value) => ((wanted.grade = value), changed())) : h("p", { class: "small" }, say("maker.never_hard")),
      h("p", { class: "made small", role: "status" }),
      h("div", { class: "row wrap ways" }),
      h("div", { class: "row wrap" }, button(say("maker.another"), { onclick: another }), h("a", { class: "text-link", href: "/learn/nombres/questions" }, say("maker.questions"))),
      h("p", { class: "problem small warn", role: "alert" }),
    ];
    form.replaceChildren(...parts.filter((part) => part !== null));
    tell();
  }

  render();
  await make();
}
