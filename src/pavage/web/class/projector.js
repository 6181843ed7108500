// A class on the wall, to be read from ten metres: the code, all boards, one of them with its last move, the scores.

import { attend } from "../lib/class_link.js";
import { createCountdown } from "../lib/countdown.js";
import { h } from "../lib/dom.js";
import { say } from "../lib/words.js";
import { createBoards, diceOf, seatsOf } from "./class_boards.js";
import { byScore, inOrder } from "./pupils_list.js";
import { teacherKey } from "./teacher.js";
import { wall } from "./wall.js";

/** @typedef {import("../lib/state_types.js").ClassShown} ClassShown */

/** Lines of scores below each other, and pupils whose scores are shown at once: what fits on a wall. */
const LINES = 12;
const MOST = 4 * LINES;
/** Sizes of letters that are tried, as shares of the largest, until a text fits. */
const SCALES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4];

/** @param {HTMLElement} page */
export function showProjector(page) {
  const me = teacherKey();
  if (!me) return location.replace("/class");
  /** @type {ClassShown|null} */
  let now = null;
  const boards = createBoards(() => {});
  const head = h("header", { class: "on-wall" });
  const stage = h("div", { class: "wall-stage" });
  const main = h("main", { class: "class-projector" }, head, stage);
  const left = createCountdown(h("p", { class: "wall-left num" }));
  page.replaceChildren(main);
  tell(say("connecting"));
  addEventListener("resize", () => now && arrange());
  attend(
    me.key,
    async (message) => {
      if (message.kind === "gone") return stage.replaceChildren(), tell(message.sentence);
      if (message.kind === "boards") await boards.take(message);
      if (message.kind === "class") left.tell((now = message));
      await render();
    },
    (seconds) => tell(`${say("connection_lost")} ${say("trying_again", { seconds })}`),
  );

  /** Nothing but a sentence to say. @param {string} sentence */
  function tell(sentence) {
    head.replaceChildren(h("h1", {}, sentence));
    fit(head);
  }

  async function render() {
    if (!now) return;
    document.title = `${say("class.projector")} · Pavage`;
    const { round, paused } = now;
    const starts = round?.mode === "race" && !round.begun;
    const parts = await content(now);
    const over = !!round?.groups.every((group) => group.over);
    const title = round ? say("class.round", { number: round.number, game: round.title }) : say("class.title");
    head.replaceChildren(
      h("h1", {}, paused ? say(starts ? "class.ready" : "class.eyes") : over && now.shown === null ? `${say("class.results")} · ${title}` : title),
      round?.stopped ? h("p", { class: "wall-left" }, say("class.time_over")) : over ? "" : left.part,
      h("p", { class: "class-code" }, now.code),
    );
    main.classList.toggle("calling", paused);
    stage.replaceChildren(...parts);
    arrange();
  }

  /** @param {ClassShown} now @returns {Promise<HTMLElement[]>} */
  async function content(now) {
    // The only board of a round is as large as one that is enlarged.
    const only = now.round?.mode === "tables" && now.round.groups.length === 1 && !now.round.groups[0].over ? 0 : null;
    const shown = now.shown ?? only;
    const at = shown === null ? null : boards.at(shown);
    if (at) {
      const svg = await boards.large(at);
      const lines = at.over ? [h("p", { class: "huge-line" }, at.said)] : [h("p", { class: "huge-line" }, at.told), h("p", { class: "huge-line quiet" }, at.said)];
      const beside = h("div", { class: "beside-board" }, seatsOf(at), ...diceOf(at), ...lines);
      return [h("div", { class: `wall-board${at.players > 2 ? " patterned" : ""}` }, svg, beside)];
    }
    if (!now.round) return [wall(now), names(now)];
    if (now.round.mode === "race") return [scores(now)];
    if (now.round.groups.every(({ over }) => over)) return [results(now)];
    return [boards.part];
  }

  /** All boards as large as they fit, and all texts as large as they fit. */
  function arrange() {
    if (boards.part.isConnected) arrangeBoards(boards.part);
    for (const part of stage.querySelectorAll(".class-boards, .beside-board, .wall-names, .wall-scores")) fit(/** @type {HTMLElement} */ (part));
    fit(head);
  }

  /** In as many columns as let all boards be seen, and largest. @param {HTMLElement} part */
  function arrangeBoards(part) {
    const count = Math.max(1, part.children.length);
    const { width, height } = stage.getBoundingClientRect();
    const rows = (/** @type {number} */ columns) => Math.ceil(count / columns);
    const size = (/** @type {number} */ columns) => Math.min(width / columns, height / rows(columns));
    const columns = [...new Array(count).keys()].map((each) => each + 1).reduce((best, each) => (size(each) > size(best) ? each : best));
    part.style.setProperty("--columns", String(columns));
    part.style.setProperty("--rows", String(rows(columns)));
    // The names leave most of the place to the boards.
    part.style.setProperty("--seats", String(Math.max(1, ...boards.all().map(({ seats }) => seats.length))));
  }

  /** Who has come. @param {ClassShown} now */
  const names = (now) =>
    h("ul", { class: "plain wall-names" }, ...now.pupils.filter(({ state }) => state !== "away").map(({ name }) => h("li", {}, name)));

  /** How a race stands: a line for each pupil, which fills as they come on. @param {ClassShown} now */
  function scores(now) {
    const rows = byScore(now.pupils);
    const met = (/** @type {string} */ score) => parseInt(score, 10) || 0;
    const goal = (/** @type {string} */ score) => Number(/^\d+\/(\d+)/.exec(score)?.[1] ?? 0);
    const most = Math.max(1, ...rows.map(({ score }) => goal(score) || met(score)));
    return list(
      rows.map(({ name, score, state, gave_up, race_place, gained }) => ({
        state: gave_up ? "is-out" : `is-${state}`,
        place: race_place,
        name,
        share: met(score) / most,
        gave_up,
        gained,
        value: score,
      })),
    );
  }

  /** Who leads once all games of a round are over. @param {ClassShown} now */
  function results(now) {
    const rows = inOrder(now).filter(({ state }) => state !== "away");
    return list(rows.map(({ name, points, gained, place }) => ({ state: "is-over", place, name, share: null, gave_up: false, gained, value: points })));
  }

  /** @param {{state: string, place: number, name: string, share: number|null, gave_up: boolean, gained: string, value: string}[]} rows */
  function list(rows) {
    const columns = Math.ceil(Math.min(rows.length, MOST) / LINES) || 1;
    const counted = rows.some(({ gained }) => gained);
    const part = h(
      "ol",
      { class: `plain wall-scores${counted ? " counted" : ""}` },
      ...rows.slice(0, MOST).map(({ state, place, name, share, gave_up, gained, value }) => {
        const left = gave_up ? say("class.gave_up") : "";
        // Among many, who gave up has that in place of a score, and nobody a gauge.
        const gauge = share === null || columns > 2 ? null : left ? h("span", {}, left) : h("span", { class: "gauge", "aria-hidden": "true" });
        gauge?.style.setProperty("--share", String(share));
        return h("li", { class: `${state}${gauge ? " races" : ""}` }, h("span", { class: "r" }, `${place}.`), h("span", { class: "name" }, name), gauge, counted ? h("span", { class: "gained" }, gained && `+${gained}`) : null, h("span", { class: "num" }, (!gauge && left) || value));
      }),
    );
    part.style.setProperty("--columns", String(columns));
    part.style.setProperty("--lines", String(Math.ceil(Math.min(rows.length, MOST) / columns)));
    return part;
  }
}

/** Make letters smaller until a text fits, and no name in it is cut off. @param {HTMLElement} part */
function fit(part) {
  const fits = (/** @type {Element} */ each) => each.scrollHeight <= each.clientHeight + 1 && each.scrollWidth <= each.clientWidth + 1;
  for (const scale of SCALES) {
    part.style.setProperty("--scale", String(scale));
    if (fits(part) && [...part.querySelectorAll(".name")].every((name) => name.scrollWidth <= name.clientWidth + 1)) return;
  }
}
