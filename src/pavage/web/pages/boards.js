// A board of one's own: points clicked in a square, or a tiling file; and a game on it at once.

import { getJson, oneAtATime, post } from "../lib/api.js";
import { fileButton, segmented, select } from "../lib/controls.js";
import { button, h, s } from "../lib/dom.js";
import { keepSeats } from "../lib/my_games.js";
import { createHeader } from "../lib/header.js";
import { cellsAround, diagram, spread } from "./voronoi.js";
import { announce, say } from "../lib/words.js";

const FEWEST = 5;
const MOST = 150;
const LARGEST = 56_000;
const FIRST = 24;

/** @typedef {import("./voronoi.js").Point} Point */
/** @typedef {{name: string, cells: {polygon: Point[]}[], sides?: unknown}} Tiling */

/** @param {HTMLElement} page */
export async function showPage(page) {
  let games = await playable();
  const wanted = { game: games[0]?.name ?? "", players: 2, others: "computer" };
  /** @type {Point[]} */
  let points = scattered(FIRST);
  /** A tiling that was read from a file. @type {Tiling|null} */
  let file = null;
  let problem = "";

  const top = createHeader("boards", async () => {
    games = await playable();
    render();
  });
  const stage = h("section", { class: "stage points" });
  const form = h("form", { class: "form" });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    play();
  });
  page.replaceChildren(h("div", { class: "page full" }, top.element, h("main", { class: "two new" }, stage, form)));

  stage.addEventListener("click", (event) => {
    const square = stage.querySelector("svg");
    if (!square || file) return;
    const matrix = square.getScreenCTM();
    if (!matrix) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    if (x <= 0 || y <= 0 || x >= 100 || y >= 100) return;
    const near = points.findIndex(([px, py]) => Math.hypot(px * 100 - x, py * 100 - y) < 2);
    // A click on a point takes it away.
    if (near >= 0) points.splice(near, 1);
    else if (points.length < MOST) points.push([x / 100, y / 100]);
    changed();
  });

  function changed() {
    problem = "";
    draw();
    tell();
    announce(say("boards.cells", { number: file ? file.cells.length : points.length }));
  }

  function draw() {
    /** @type {Point[][]} */
    const polygons = file ? file.cells.map((cell) => cell.polygon) : diagram(points).map((all) => all.map(([x, y]) => [x * 100, y * 100]));
    /** @type {Point[]} */
    const all = file ? polygons.flat() : [[0, 0], [100, 100]];
    const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
    const [left, above] = [Math.min(...xs), Math.min(...ys)];
    const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - above];
    const margin = Math.max(width, height) * 0.02;
    const box = [left - margin, above - margin, width + 2 * margin, height + 2 * margin];
    const svg = s("svg", { viewBox: box.join(" "), role: "img", class: file ? "tiling" : "tiling playable" });
    svg.setAttribute("aria-label", say("boards.cells", { number: polygons.length }));
    for (const polygon of polygons)
      svg.append(s("polygon", { class: "c", points: polygon.map(([x, y]) => `${x},${y}`).join(" ") }));
    if (!file)
      for (const [x, y] of points) svg.append(s("circle", { class: "seed", cx: String(x * 100), cy: String(y * 100), r: ".9" }));
    stage.replaceChildren(svg);
  }

  function tell() {
    const line = form.querySelector(".problem");
    if (line) line.textContent = problem ? `✕ ${problem}` : "";
    const count = form.querySelector(".count");
    if (count) count.textContent = say("boards.cells", { number: file ? file.cells.length : points.length });
  }

  function render() {
    document.title = `${say("boards.title")} · Pavage`;
    const change = (/** @type {(now: Point[]) => Point[]} */ run) => () => {
      file = null;
      points = run(points);
      changed();
    };
    const others = ["computer", "person", "friend"].map((value) => ({ value, label: say(`boards.${value}`) }));
    const counts = [2, 3, 4, 5, 6].map((number) => ({ value: String(number), label: String(number) }));
    form.replaceChildren(
      h("div", {}, h("h1", {}, say("boards.title")), h("p", { class: "small" }, say("boards.line"))),
      h("p", { class: "count" }),
      h(
        "div",
        { class: "row wrap" },
        button(say("boards.more"), { onclick: change((now) => [...now, farthest(now)].slice(0, MOST)) }),
        button(say("boards.spread"), { onclick: change(spread) }),
        button(say("boards.last"), { onclick: change((now) => now.slice(0, -1)) }),
        button(say("boards.clear"), { onclick: change(() => []) }),
      ),
      fileButton("tiling-file", say("boards.file"), say("file.choose"), ".json,application/json", read),
      h(
        "div",
        { class: "field" },
        h("p", { class: "legend" }, say("boards.game")),
        select(
          say("boards.game"),
          games.map(({ name, title }) => ({ value: name, label: title })),
          wanted.game,
          (name) => (wanted.game = name),
        ),
      ),
      segmented(say("option.players"), counts, String(wanted.players), (chosen) => (wanted.players = Number(chosen))),
      segmented(say("boards.others"), others, wanted.others, (chosen) => (wanted.others = chosen)),
      button(say("form.play"), { type: "submit", class: "btn main large" }),
      h("p", { class: "problem small warn", role: "alert" }),
    );
    draw();
    tell();
  }

  /** @param {File} chosen */
  async function read(chosen) {
    try {
      if (chosen.size > LARGEST) throw new RangeError(say("boards.too_large"));
      const told = JSON.parse(await chosen.text());
      if (!Array.isArray(told?.cells) || !told.cells.length || !told.cells.every(fits)) throw new TypeError(say("boards.no_tiling"));
      file = { ...told, name: chosen.name.replace(/\.json$/i, "").replace(/[^\w-]/g, "").slice(0, 40) || "mine" };
      changed();
    } catch (error) {
      problem = error instanceof SyntaxError ? say("boards.no_tiling") : String(error instanceof Error ? error.message : error);
      tell();
    }
  }

  const play = oneAtATime(async () => {
    const others = { computer: { level: "easy" }, person: {}, friend: { away: true } }[wanted.others];
    const chairs = [{}, ...new Array(wanted.players - 1).fill(others)];
    try {
      if (!file && points.length < FEWEST) throw new RangeError(say("boards.too_few", { number: FEWEST }));
      const cells = file?.cells ?? cellsAround(points).map((polygon) => ({ polygon }));
      const tiling = JSON.stringify({ tiling: `file:${file?.name ?? "points"}`, version: 1, cells, sides: file?.sides });
      // A record without a move is a game on this board that has not begun.
      const lines = ["pavage 1", `game: ${wanted.game}`, `option players: ${wanted.players}`, `tiling: ${tiling}`, "", ""];
      /** @type {import("../lib/api.js").Made} */
      const made = await post("/api/tables", { record: lines.join("\n"), chairs });
      keepSeats(made, { game: wanted.game, title: games.find(({ name }) => name === wanted.game)?.title });
      location.assign(`/play/${made.id}`);
    } catch (error) {
      problem = String(error instanceof Error ? error.message : error);
      tell();
    }
  });

  render();
}

/** Whether something is a cell of a tiling. @param {{polygon?: unknown}|null} cell */
const fits = (cell) =>
  Array.isArray(cell?.polygon) && cell.polygon.every((point) => Array.isArray(point) && point.every(Number.isFinite));

/** The games that take any board. */
async function playable() {
  /** @type {import("./options.js").Game[]} */
  const all = await getJson("/api/games");
  return all.filter((game) => game.options.some((option) => option.kind === "board"));
}

/** @param {number} count @returns {Point[]} */
function scattered(count) {
  /** @type {Point[]} */
  let points = [];
  while (points.length < count) points.push(farthest(points));
  for (let again = 0; again < 2; again++) points = spread(points);
  return points;
}

/** Of some places thrown at random, the one farthest from all others. @param {Point[]} points @returns {Point} */
function farthest(points) {
  const tries = Array.from({ length: 12 }, () => /** @type {Point} */ ([0.02 + 0.96 * Math.random(), 0.02 + 0.96 * Math.random()]));
  const room = (/** @type {Point} */ [x, y]) => Math.min(1, ...points.map(([px, py]) => Math.hypot(px - x, py - y)));
  return tries.reduce((best, next) => (room(next) > room(best) ? next : best));
}
