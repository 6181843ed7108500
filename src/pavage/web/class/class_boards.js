// The boards of a round, small or one of them large, kept as the server tells them.

import { getText } from "../lib/api.js";
import { h, stone } from "../lib/dom.js";
import { staticBoard } from "../board/static_board.js";
import { say } from "../lib/words.js";
import { faceOf } from "../table/tray_faces.js";

/** @typedef {import("../lib/state_types.js").ClassBoard} ClassBoard @typedef {import("../lib/state_types.js").ClassBoards} ClassBoards */

/** Empty boards as the server draws them: all tables of a round share theirs. @type {Map<string, Promise<string>>} */
const drawings = new Map();

/** @param {number} round @param {ClassBoard} at @param {boolean} large @returns {Promise<SVGSVGElement>} */
async function drawn(round, at, large) {
  const turn = String(at.shapes[0]?.turn ?? 0);
  const same = `${round} ${at.scene.board} ${turn}`;
  const query = new URLSearchParams({ board: at.scene.board, turn });
  if (!drawings.has(same)) {
    const coming = getText(`/api/tables/${at.table}/board.svg?${query}`);
    coming.catch(() => drawings.delete(same));
    drawings.set(same, coming);
  }
  const svg = staticBoard(await /** @type {Promise<string>} */ (drawings.get(same)), at.scene, large);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${names(at)}. ${at.told || at.said}`);
  return svg;
}

/** Who plays there. @param {ClassBoard} at */
export const names = (at) => at.seats.map(({ name }) => name).join(" – ");

/** @param {ClassBoard} at */
export const seatsOf = (at) =>
  h(
    "ul",
    { class: "players" },
    ...at.seats.map(({ name, colour, score, turn, out }) =>
      h("li", { class: out ? "out" : turn && !at.over ? "turn" : null }, stone(colour), h("span", { class: "name" }, name), score ? h("span", { class: "num" }, score) : null),
    ),
  );

/** The dice that lie beside a board, where a game has some. @param {ClassBoard} at @returns {HTMLElement[]} */
export function diceOf({ over, scene: { trays = [] } }) {
  const dice = over ? [] : trays.flatMap(({ items }) => items).filter(({ face }) => face === "die");
  if (!dice.length) return [];
  return [h("ul", { class: "plain wall-dice" }, ...dice.map((item) => h("li", { class: "item as-die", role: "img", "aria-label": item.label }, ...faceOf(item, 1))))];
}

/** @param {(board: number) => void} chosen a board is to be shown large */
export function createBoards(chosen) {
  const part = h("ul", { class: "shelf class-boards" });
  /** @type {Map<number, ClassBoard>} */
  let known = new Map();
  /** @type {Map<number, HTMLElement>} */
  let shown = new Map();
  let round = 0;

  /** @param {ClassBoards} message */
  async function take(message) {
    if (message.round !== round) {
      round = message.round;
      known = new Map();
      shown = new Map();
      part.replaceChildren();
    }
    const coming = message.boards.map(async (at) => {
      known.set(at.number, at);
      const svg = await drawn(message.round, at, false);
      // What was told later is drawn already.
      if (known.get(at.number) === at && message.round === round) put(at, svg);
    });
    await Promise.all(coming);
  }

  /** @param {ClassBoard} at @param {SVGSVGElement} svg */
  function put(at, svg) {
    let place = shown.get(at.number);
    if (!place) {
      place = h("li", { "data-board": at.number });
      shown.set(at.number, place);
      const later = [...part.children].find((each) => Number(each.getAttribute("data-board")) > at.number);
      part.insertBefore(place, later ?? null);
    }
    place.className = [at.players > 2 ? "patterned" : "", at.over ? "is-over" : ""].join(" ").trim();
    const focused = place.contains(document.activeElement);
    const open = h(
      "button",
      { type: "button", class: "running", "aria-label": say("class.enlarge", { names: names(at) }), onclick: () => chosen(at.number) },
      h("div", { class: "pic" }, svg),
      seatsOf(at),
      h("span", { class: "move" }, at.over ? at.result || at.said : at.told || "–"),
    );
    place.replaceChildren(open);
    if (focused) open.focus({ preventScroll: true });
  }

  return {
    part,
    take,
    /** How a board stands, as far as it is known. @param {number} number */
    at: (number) => known.get(number) ?? null,
    /** All boards, as far as they are known. */
    all: () => [...known.values()].sort((one, other) => one.number - other.number),
    /** One board in full size. @param {ClassBoard} at */
    large: (at) => drawn(round, at, true),
    respeak() {
      known = new Map();
    },
  };
}
