// What can be tried on the page of questions: sums and the grids that share them, signs of Braille, powers of two.

import { post } from "../lib/api.js";
import { button, h } from "../lib/dom.js";
import { language, say } from "../lib/words.js";
import { asRows, fromRows, toggleGrid } from "./toggle_grid.js";

/** Something to play with at each place that the text keeps for it. @type {Record<string, (place: HTMLElement) => void>} */
const TRIES = { sums: trySums, braille: tryBraille, count: tryCount };

/** @param {HTMLElement} course */
export async function showCourse(course) {
  for (const place of course.querySelectorAll("[data-try]"))
    if (place instanceof HTMLElement) TRIES[place.dataset.try ?? ""]?.(place);
  for (const asked of course.querySelectorAll("[data-check]"))
    if (asked instanceof HTMLElement) asked.addEventListener("click", () => check(asked));
}

/** @param {unknown} error */
const sentence = (error) => (error instanceof Error ? error.message : String(error));

/** @param {number|bigint} number */
const written = (number) => number.toLocaleString(language());

/** What the server says of some sums. @param {HTMLElement} asked */
async function check(asked) {
  const told = asked.parentElement?.querySelector(".told");
  if (!told) return;
  try {
    told.textContent = (await post("/api/puzzles/check", { line: asked.dataset.check })).told;
  } catch (error) {
    told.textContent = `✕ ${sentence(error)}`;
  }
}

/** A grid, its sums, how many grids have the same, and another one of them. @param {HTMLElement} place */
function trySums(place) {
  const cells = fromRows(["##..", "#...", "..##", ".#.."]);
  const told = h("output", { role: "status" });
  const other = button(say("questions.other"), { onclick: () => turn() });
  const grid = toggleGrid(say("questions.grid"), cells, look, { sums: true });
  /** @type {string[]|null} */
  let next = null;
  let asked = 0;

  async function look() {
    const mine = ++asked;
    try {
      /** @type {import("../lib/state_types.js").GridsAlike} */
      const answer = await post("/api/puzzles/others", { rows: asRows(cells) });
      if (mine !== asked) return;
      next = answer.other;
      told.textContent = answer.count === 1 ? say("questions.alone") : say("questions.share", { number: written(answer.count) });
    } catch (error) {
      told.textContent = `✕ ${sentence(error)}`;
    }
    other.setAttribute("aria-disabled", String(!next));
  }

  function turn() {
    if (!next) return;
    fromRows(next).forEach((row, at) => cells[at].splice(0, row.length, ...row));
    grid.show();
    look();
  }

  place.replaceChildren(h("p", { class: "legend" }, say("questions.sums")), grid.element, h("div", { class: "row" }, other), told);
  look();
}

/** Six dots, the sign they make, and its letter. @param {HTMLElement} place */
function tryBraille(place) {
  /** @type {Record<string, string>} */
  const signs = JSON.parse(place.dataset.signs ?? "{}");
  const cells = fromRows(["##", "#.", "#."]);
  const sign = h("span", { class: "braille-sign", "aria-hidden": "true" });
  const told = h("output", { role: "status" });
  const grid = toggleGrid(say("questions.dots"), cells, look);

  function look() {
    // Dots 1, 2, 3 go down the left column, 4, 5, 6 down the right.
    const full = [0, 1].flatMap((column) => cells.map((row) => row[column]));
    const dots = full.flatMap((there, at) => (there ? [at + 1] : []));
    const number = dots.reduce((sum, dot) => sum + 2 ** (dot - 1), 0);
    sign.textContent = String.fromCodePoint(0x2800 + number);
    told.textContent = dots.length ? `${say("questions.dots_are", { dots: dots.join("-") })} ${meaning(signs[dots.join("")])}` : say("questions.blank");
  }

  /** @param {string|undefined} letter */
  const meaning = (letter) => (letter ? say("questions.letter", { letter }) : say("questions.no_letter"));

  place.replaceChildren(h("p", { class: "legend" }, say("questions.braille")), h("div", { class: "braille-try" }, grid.element, sign), told);
  look();
}

/** How many grids there are of a size. @param {HTMLElement} place */
function tryCount(place) {
  const told = h("output", { role: "status" });
  const [rows, columns] = ["rows", "columns"].map((side) => {
    const control = h("input", { class: "text", type: "number", min: "1", max: "25", value: "6", "aria-label": say(`questions.${side}`) });
    control.addEventListener("input", look);
    return control;
  });

  function look() {
    const sides = [rows, columns].map((control) => Math.floor(Number(control.value)));
    told.textContent = sides.every((side) => side >= 1 && side <= 25) ? counted(sides[0] * sides[1]) : say("questions.sides");
  }

  /** @param {number} cells */
  function counted(cells) {
    const number = 2n ** BigInt(cells);
    const digits = String(number).length;
    return say(digits > 15 ? "questions.count_long" : "questions.count", { cells, number: written(number), digits });
  }

  place.replaceChildren(h("p", { class: "legend" }, say("questions.how_many")), h("div", { class: "row" }, rows, "×", columns), told);
  look();
}
