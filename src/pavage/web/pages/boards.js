// A board of one's own: points set and dragged in a square, or a tiling file; kept, named, handed on, and played on.

import { getJson } from "../lib/api.js";
import { field, fileButton, select } from "../lib/controls.js";
import { button, h } from "../lib/dom.js";
import { createHeader } from "../lib/header.js";
import { boardIn, boardPicture, draft, forgetBoard, keepBoard, keepDraft, linkTo, newId, ownBoards, polygonsOf } from "../lib/own_boards.js";
import { linkElement } from "../table/invite.js";
import { spread } from "../lib/voronoi.js";
import { announce, say } from "../lib/words.js";

const FEWEST = 5;
const MOST = 150;
const LARGEST = 56_000;
const FIRST = 24;
/** How near a finger must come to a point to mean it, in hundredths of the square. */
const NEAR = 3.5;
/** How far a point must be dragged to be moved rather than touched. */
const SLOP = 1;

/** @typedef {import("../lib/voronoi.js").Point} Point @typedef {import("../lib/own_boards.js").OwnBoard} OwnBoard */

/** @param {HTMLElement} page */
export async function showPage(page) {
  let games = await playable();
  let game = games[0]?.name ?? "";
  /** What came by a link, or lay here when somebody went away, or a fresh one. @type {OwnBoard} */
  let board = (location.hash.length > 1 ? await boardIn(location.hash.slice(1)) : null) ?? draft() ?? fresh();
  let problem = "";
  /** The link that was asked for, while it holds what is drawn. */
  let link = "";

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
  listenToPoints(stage, {
    points: () => (board.cells ? null : (board.points ?? [])),
    moved: draw,
    changed: (points) => change({ points }),
  });

  /** @param {Partial<OwnBoard>} to */
  function change(to) {
    board = { ...board, ...to };
    if (to.points) delete board.cells;
    [problem, link] = ["", ""];
    keepDraft(board);
    draw();
    render();
    announce(say("boards.cells", { number: polygonsOf(board).length }));
  }

  function draw() {
    const svg = boardPicture(board, true);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", say("boards.cells", { number: polygonsOf(board).length }));
    svg.classList.toggle("playable", !board.cells);
    stage.replaceChildren(svg);
  }

  function render() {
    document.title = `${say("boards.title")} · Pavage`;
    const points = board.points ?? [];
    const act = (/** @type {string} */ name, /** @type {() => Point[]} */ run) =>
      button(say(`boards.${name}`), { "data-do": name, onclick: () => change({ points: run() }) });
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.do : "";
    const parts = [
      h("div", {}, h("h1", {}, say("boards.title")), h("p", { class: "small" }, say("boards.line"))),
      h("p", { class: "count" }, say("boards.cells", { number: polygonsOf(board).length })),
      h(
        "div",
        { class: "row wrap" },
        act("more", () => [...points, farthest(points)].slice(0, MOST)),
        act("spread", () => spread(points)),
        act("last", () => points.slice(0, -1)),
        act("clear", () => []),
        button(say("boards.fresh"), { "data-do": "fresh", onclick: () => change({ ...fresh(), cells: undefined, sides: undefined }) }),
      ),
      fileButton("tiling-file", say("boards.file"), say("file.choose"), ".json,application/json", read),
      h(
        "div",
        { class: "field" },
        h("p", { class: "legend" }, say("boards.name")),
        field(say("boards.name"), board.name, named, { maxlength: 40, autocomplete: "off" }),
        h("div", { class: "row wrap own-acts" }, button(say("act.save"), { "data-do": "keep", onclick: keep }), button(say("boards.link"), { "data-do": "link", onclick: handOn })),
        link ? linkElement(say("boards.link"), link, { title: board.name }) : null,
      ),
      keptBoards(),
      h(
        "div",
        { class: "field" },
        h("p", { class: "legend" }, say("boards.game")),
        select(say("boards.game"), games.map(({ name, title }) => ({ value: name, label: title })), game, (name) => (game = name)),
      ),
      button(say("boards.play"), { type: "submit", class: "btn main large" }),
      h("p", { class: "problem small warn", role: "alert" }, problem ? `✕ ${problem}` : ""),
    ];
    form.replaceChildren(...parts.filter((each) => each !== null));
    if (focused) /** @type {HTMLElement|null} */ (form.querySelector(`[data-do=${focused}]`))?.focus();
  }

  /** @param {string} name */
  function named(name) {
    board.name = name;
    link = "";
    keepDraft(board);
  }

  /** The boards that were saved on this device. */
  function keptBoards() {
    const all = ownBoards();
    if (!all.length) return null;
    const cards = all.map((each) =>
      h(
        "div",
        { class: "own-board" },
        h("button", { type: "button", class: "tiling-card", "aria-pressed": String(each.id === board.id), onclick: () => change({ cells: undefined, sides: undefined, points: undefined, ...each }) },
          boardPicture(each), h("span", {}, each.name)),
        button(say("boards.forget"), { "aria-label": say("boards.forget_named", { name: each.name }), onclick: () => (forgetBoard(each.id), render()) }),
      ),
    );
    return h("div", { class: "field" }, h("p", { class: "legend" }, say("boards.kept")), h("div", { class: "tiling-row" }, ...cards));
  }

  /** Whether it can be kept and played on; if not, it says why. */
  function isEnough() {
    problem = !board.cells && (board.points ?? []).length < FEWEST ? say("boards.too_few", { number: FEWEST }) : "";
    return !problem;
  }

  function keep() {
    if (isEnough()) {
      board.name ||= say("boards.nameless", { number: ownBoards().length + 1 });
      keepBoard(board);
      keepDraft(board);
      announce(say("boards.is_kept", { name: board.name }));
    }
    render();
  }

  async function handOn() {
    if (isEnough()) link = await linkTo(board);
    render();
  }

  /** @param {File} chosen */
  async function read(chosen) {
    try {
      if (chosen.size > LARGEST) throw new RangeError(say("boards.too_large"));
      const told = JSON.parse(await chosen.text());
      if (!Array.isArray(told?.cells) || !told.cells.length || !told.cells.every(fits)) throw new TypeError(say("boards.no_tiling"));
      change({ id: newId(), name: chosen.name.replace(/\.json$/i, ""), cells: told.cells, sides: told.sides });
    } catch (error) {
      problem = error instanceof SyntaxError ? say("boards.no_tiling") : String(error instanceof Error ? error.message : error);
      render();
    }
  }

  /** Seats, level and options are chosen where they are for every game. */
  function play() {
    keep();
    if (!problem) location.assign(`/?game=${game}&own=${board.id}`);
  }

  draw();
  render();
}

/** @returns {OwnBoard} */
const fresh = () => ({ id: newId(), name: "", points: scattered(FIRST) });

/**
 * A touch on the square sets a point, on a point it takes it away; a point that is dragged goes along.
 * @param {HTMLElement} stage
 * @param {{points: () => Point[]|null, moved: () => void, changed: (points: Point[]) => void}} told
 */
function listenToPoints(stage, told) {
  /** Which point is held, from where, and whether it has gone away. @type {{at: number, from: Point, moved: boolean, pointer: number}|null} */
  let held = null;

  /** @param {PointerEvent} event @returns {Point|null} */
  function placeOf(event) {
    const matrix = stage.querySelector("svg")?.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [x, y];
  }

  stage.addEventListener("pointerdown", (event) => {
    const [points, place] = [told.points(), placeOf(event)];
    if (!points || !place || event.button || !event.isPrimary) return;
    const far = points.map(([x, y]) => Math.hypot(x * 100 - place[0], y * 100 - place[1]));
    const nearest = far.indexOf(Math.min(...far));
    held = { at: far[nearest] < NEAR ? nearest : -1, from: place, moved: false, pointer: event.pointerId };
  });
  addEventListener("pointermove", (event) => {
    const [points, place] = [told.points(), placeOf(event)];
    if (!held || event.pointerId !== held.pointer || !points || !place || held.at < 0) return;
    held.moved ||= Math.hypot(place[0] - held.from[0], place[1] - held.from[1]) > SLOP;
    if (!held.moved) return;
    points[held.at] = [within(place[0]), within(place[1])];
    told.moved();
  });
  addEventListener("pointerup", (event) => {
    const [points, place] = [told.points(), placeOf(event)];
    const what = held;
    held = null;
    if (!what || event.pointerId !== what.pointer || !points || !place) return;
    if (what.moved) told.changed([...points]);
    else if (what.at >= 0) told.changed(points.filter((_, at) => at !== what.at));
    else if (place.every((each) => each > 0 && each < 100) && points.length < MOST)
      told.changed([...points, [place[0] / 100, place[1] / 100]]);
  });
  addEventListener("pointercancel", () => {
    if (held?.moved) told.changed([...(told.points() ?? [])]);
    held = null;
  });
}

/** A place in the square, a little inside. @param {number} value in hundredths */
const within = (value) => Math.min(0.995, Math.max(0.005, value / 100));

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
