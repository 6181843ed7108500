// A class on the wall, to be read from ten metres: the code, all boards, one of them with its last move, the scores.

import { attend } from "../lib/class_link.js";
import { h } from "../lib/dom.js";
import { say } from "../lib/words.js";
import { createBoards, diceOf, seatsOf } from "./class_boards.js";
import { byScore, inOrder } from "./pupils_list.js";
import { teacherKey } from "./teacher.js";
import { wall } from "./wall.js";

/** @typedef {import("../lib/state_types.js").ClassShown} ClassShown */

/** Lines of scores below each other, and pupils whose scores are shown at once: what fits on a wall. */
const LINES = 11;
const MOST = 4 * LINES;

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
  page.replaceChildren(main);
  head.textContent = say("connecting");
  addEventListener("resize", () => arrange(boards.part));
  attend(
    me.key,
    async (message) => {
      if (message.kind === "gone") return head.replaceChildren(message.sentence), stage.replaceChildren();
      if (message.kind === "boards") await boards.take(message);
      if (message.kind === "class") now = message;
      await render();
    },
    (seconds) => (head.textContent = `${say("connection_lost")} ${say("trying_again", { seconds })}`),
  );

  async function render() {
    if (!now) return;
    document.title = `${say("class.projector")} · Pavage`;
    const { round, paused } = now;
    const starts = round?.mode === "race" && !round.begun;
    head.replaceChildren(
      h("h1", {}, paused ? say(starts ? "class.ready" : "class.eyes") : round ? say("class.round", { number: round.number, game: round.title }) : say("class.title")),
      h("p", { class: "class-code" }, now.code),
    );
    head.classList.toggle("calling", paused);
    stage.replaceChildren(...(await content(now)));
  }

  /** @param {ClassShown} now @returns {Promise<HTMLElement[]>} */
  async function content(now) {
    const at = now.shown === null ? null : boards.at(now.shown);
    if (at) {
      const svg = await boards.large(at);
      const beside = h("div", { class: "beside-board" }, seatsOf(at), ...diceOf(at), h("p", { class: "huge-line" }, at.told), h("p", { class: "huge-line quiet" }, at.said));
      return [h("div", { class: `wall-board${at.players > 2 ? " patterned" : ""}` }, svg, beside)];
    }
    if (!now.round) return [wall(now), names(now)];
    if (now.round.mode === "race") return [scores(now)];
    arrange(boards.part);
    return [boards.part];
  }

  /** In as many columns as let all boards be seen, and largest. @param {HTMLElement} part */
  function arrange(part) {
    const count = Math.max(1, part.children.length);
    const rows = (/** @type {number} */ columns) => Math.ceil(count / columns);
    const size = (/** @type {number} */ columns) => Math.min(innerWidth / columns, innerHeight / rows(columns));
    const columns = [...new Array(count).keys()].map((each) => each + 1).reduce((best, each) => (size(each) > size(best) ? each : best));
    part.style.setProperty("--columns", String(columns));
    part.style.setProperty("--rows", String(rows(columns)));
  }

  /** Who has come. @param {ClassShown} now */
  const names = (now) =>
    h("ul", { class: "plain wall-names" }, ...now.pupils.filter(({ state }) => state !== "away").map(({ name }) => h("li", {}, name)));

  /** @param {ClassShown} now */
  function scores(now) {
    const rows = now.round?.groups[0].over ? inOrder(now) : byScore(now.pupils);
    const list = h(
      "ol",
      { class: "plain wall-scores" },
      ...rows.slice(0, MOST).map(({ name, score, state }, place) =>
        h("li", { class: `is-${state}` }, h("span", { class: "r" }, `${place + 1}.`), h("span", { class: "name" }, name), h("span", { class: "num" }, score)),
      ),
    );
    list.style.setProperty("--columns", String(Math.max(2, Math.ceil(list.children.length / LINES))));
    return list;
  }
}
