// A lesson: one board, a few sentences, and what the reader does with them. The server knows what is right.

import { Refused, getJson, getText, post } from "../lib/api.js";
import { createBoard } from "../board/board.js";
import { h } from "../lib/dom.js";
import { firstDrawing, firstOr, listensNow } from "../lib/first.js";
import { takenInstead } from "../board/hand.js";
import { listenToKeys } from "../board/keys.js";
import { createTileDrag } from "../table/tile_drag.js";
import { createTrays } from "../table/trays.js";
import { createLessonText } from "./lesson_text.js";
import { preferences } from "../lib/menu.js";
import { announce, say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").Step} Shown */
/** @typedef {import("../lib/state_types.js").LessonStep} Step @typedef {import("../lib/state_types.js").StepRefused|import("../lib/state_types.js").StepAnswered} Answer what the server says of a move */

const wide = matchMedia("(min-width: 900px)");

/** @param {HTMLElement} page */
export async function showCourse(page) {
  const { game = "", part = "" } = page.dataset;
  const query = part ? `part=${part}` : "";
  /** @type {{title: string, steps: Step[]}} */
  const lesson = await firstOr("lesson", () => getJson(`/api/lessons/${game}?${query}`));
  const cameFirst = firstDrawing(page);
  const { steps } = lesson;
  const said = steps.flatMap(({ text, task, more }) => [text, task, more]).join(" ");
  /** @type {Set<number>} the steps that the reader has got right */
  const done = new Set();
  let number = 0;
  /** @type {Shown} */
  let state = steps[0].state;
  /** @type {number[]} */
  let touched = [];
  /** @type {number[][]} the moves made since the step began, the opponent's too */
  let played = [];
  let verdict = "";
  /** Like a pen: the item that begins every move until it is put down. @type {number|null} */
  let pen = null;
  let helped = false;
  /** What was asked of the server is answered in order. */
  let turn = Promise.resolve();
  /** @type {Map<string, Promise<string>>} */
  const drawings = new Map();

  const stage = h("section", { class: "board", "aria-label": say("learn.board") });
  const board = createBoard(stage, touchCell, drag, {
    twice: () => preferences.get("twice", "auto"),
    aimed: (name) => tell(name ? say("tap_again", { cell: name }) : ""),
  });
  const lay = createTileDrag(board, (site, cell) => queue(() => send({ touched: [site, cell] })));
  const trays = createTrays({ touch, drag: lay, turn: turnIt, erase, typed: type });
  const text = createLessonText(page, lesson, { stage, below: [trays.part, trays.others] }, {
    go: (by) => go(number + by),
    again: () => (begin(), board.focus()),
    help,
    touch,
  });

  listenToKeys(board, {
    touch: touchCell,
    turns: () => state.scene.turned !== undefined,
    turn: turnIt,
    typed: type,
    erase,
    typing: (typed) => tell(typed ? say("typing", { text: typed }) : ""),
    back: () => {
      pen = null;
      if (touched.length) queue(() => send({ touched: [] }));
      else tell("");
    },
  });
  addEventListener("resize", arrange);
  addEventListener("hashchange", () => enter(asked()));
  enter(asked(), true);

  /** The step that the address names. */
  function asked() {
    const wanted = Number(location.hash.slice(1) || 1) - 1;
    return Math.max(0, Math.min(steps.length - 1, Number.isInteger(wanted) ? wanted : 0));
  }

  /** @param {number} wanted */
  function go(wanted) {
    if (wanted >= 0 && wanted < steps.length) location.hash = String(wanted + 1);
  }

  /** @param {number} wanted @param {boolean} [first] */
  function enter(wanted, first = false) {
    number = wanted;
    text.enter(number);
    if (steps[number].looks) done.add(number);
    begin();
    if (first) return;
    text.focus();
  }

  /** From the beginning of the step. */
  function begin() {
    [touched, played, verdict, helped, pen] = [[], [], "", false, null];
    state = steps[number].state;
    tell("");
    render();
  }

  /** @param {number} cell */
  function touchCell(cell) {
    // The cells that are still seen are those of the step before.
    if (!stage.hasAttribute("aria-busy")) touch(cell);
  }

  /** @param {number} site */
  function touch(site) {
    queue(() => {
      const pens = (state.scene.trays ?? []).filter((tray) => tray.keep).flatMap((tray) => tray.items);
      const isPen = (/** @type {number} */ each) => pens.some((item) => item.site === each);
      if (isPen(site)) {
        // Another pen takes the place of the one in the hand.
        if (!touched.includes(site) && touched.every(isPen)) touched = [];
        pen = touched.includes(site) ? null : touched.length ? pen : site;
      }
      return send({ touched: takenInstead(state.scene, site) ? [site] : [...touched, site] });
    });
  }

  /** Take back the last touch; a pen stays in the hand. */
  function erase() {
    queue(() => (touched.length && touched[0] !== pen ? send({ touched: touched.slice(0, -1) }) : undefined));
  }

  function turnIt() {
    const other = state.scene.turned;
    if (other === undefined) return;
    if (touched.length === 1) queue(() => void (touched = []));
    touch(other);
  }

  /** @param {number} from @param {number} to */
  function drag(from, to) {
    queue(() => {
      const begun = touched[touched.length - 1] === from ? touched : [...touched, from];
      return send({ touched: [...begun, to] }, !state.scene.box);
    });
  }

  /** @param {string} typed */
  function type(typed) {
    queue(() => send({ typed, touched }));
  }

  /** One thing after the other: what is done next depends on the answer before. @param {() => unknown} work */
  function queue(work) {
    const here = number;
    turn = turn.then(async () => {
      try {
        if (here === number && state.mine) await work();
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        touched = state.scene.touched;
        trays.refused();
        tell(error.message, true);
      }
    });
  }

  /** @param {{touched?: number[], typed?: string}} what @param {boolean} [idle] if it means nothing, nothing is said */
  async function send(what, idle = false) {
    const here = number;
    /** @type {Answer} */
    const told = await post(`/api/lessons/${game}/${here}${query ? `?${query}` : ""}`, { ...what, played });
    if (here === number) await heard(told, idle);
  }

  /** @param {Answer} told @param {boolean} idle */
  async function heard(told, idle) {
    if ("cells" in told) {
      touched = state.scene.touched;
      trays.refused();
      if (idle) return;
      board.refuse(told.cells);
      tell(told.sentence, true);
      announce(told.sentence);
      return;
    }
    ({ state, played, verdict } = told);
    touched = state.scene.touched;
    helped = false;
    if (verdict === "right") done.add(number);
    tell(told.sentence, verdict === "other" || verdict === "lost");
    render();
    if (told.sentence) announce(told.sentence);
    if (pen !== null && state.mine && !touched.length && verdict !== "begun") await send({ touched: [pen] });
  }

  /** Point out a move that helps. */
  function help() {
    if (!state.show) return;
    helped = true;
    const { text: move } = state.show;
    tell(say("learn.shown", { move }));
    announce(say("learn.shown", { move }));
    render();
  }

  /** The line below the task. @param {string} sentence @param {boolean} [warns] */
  function tell(sentence, warns = false) {
    text.tell(sentence, warns ? "warn" : verdict === "right" ? "good" : "");
  }

  function render() {
    const begun = played.length > 0 || !!verdict;
    text.show({ number, done, state, verdict, begun, helped });
    trays.show({ ...state, hinted: helped ? (state.show?.sites ?? []) : [] });
    const { scene } = state;
    const pointed = helped && state.show ? [{ kind: "target", cells: state.show.cells }] : [];
    board.draw({ ...scene, marks: [...scene.marks, ...pointed] });
    arrange();
  }

  /** Lay the board so that its cells are as large as they can be. */
  async function arrange() {
    const shape = wanted();
    const name = drawingName(shape.turn);
    if (board.mounted !== name) {
      if (!drawings.has(name)) {
        const asked = new URLSearchParams({ turn: String(shape.turn), board: state.scene.board, part });
        const came = number ? null : cameFirst(state.scene.board, shape.turn);
        drawings.set(name, came ?? getText(`/api/lessons/${game}/${number}/board.svg?${asked}`));
      }
      if (!board.mounted.startsWith(`${state.scene.board} `)) stage.setAttribute("aria-busy", "true");
      const drawing = await drawings.get(name)?.catch((error) => {
        // Whoever goes on later asks again.
        drawings.delete(name);
        tell(error.message, true);
      });
      if (!drawing || drawingName(wanted().turn) !== name) return;
      if (board.mounted !== name) {
        board.mount(drawing, name);
        board.draw(state.scene);
      }
    }
    stage.removeAttribute("aria-busy");
    // Coordinates are always there; in every cell, only where the sentences name cells.
    board.label(true, board.cells.some(({ dataset }) => !!dataset.name && said.includes(dataset.name)));
    listensNow(number === 0);
  }

  /** Boards of the same name may lie differently in two steps, with bands and without. @param {number} turned */
  function drawingName(turned) {
    return `${state.scene.board} ${turned} ${number}`;
  }

  function wanted() {
    const width = Math.max(stage.clientWidth - 32, 200);
    const room = wide.matches ? innerHeight - 140 : innerHeight * 0.6;
    const size = (/** @type {import("../lib/state_types.js").Shape} */ { with_labels: [across, down] }) => Math.min(width / across, room / down);
    return state.shapes.reduce((best, shape) => (size(shape) > size(best) * 1.02 ? shape : best));
  }
}
