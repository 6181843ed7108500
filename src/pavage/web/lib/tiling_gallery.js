// A gallery of tilings: a picture of each kind, and a slider for its size.

import { getJson } from "./api.js";
import { h, icon } from "./dom.js";
import { boardPicture, ownBoards } from "./own_boards.js";
import { language, say, theme } from "./words.js";

/** @typedef {import("./state_types.js").TilingsListed} Kind */

/** What was asked for once, by game and language. @type {Map<string, Promise<Kind[]>>} */
const asked = new Map();

/**
 * @param {string} game @param {string} now the code of the board that is chosen @param {boolean} open
 * @param {{toggled: (open: boolean) => void, chosen: (code: string) => void, own: (id: string) => void}} told own boards are told by their id
 */
export function tilingGallery(game, now, open, told) {
  const inside = h("div", { class: "gallery" });
  const part = h("details", { class: "more tilings", open }, h("summary", {}, say("form.tilings"), icon("down")), inside);
  part.addEventListener("toggle", () => {
    told.toggled(part.open);
    if (part.open) fill();
  });
  if (open) fill();

  async function fill() {
    const key = `${game} ${language()}`;
    if (!asked.has(key)) asked.set(key, getJson(`/api/games/${game}/tilings`));
    try {
      show((await asked.get(key)) ?? []);
    } catch (error) {
      asked.delete(key);
      inside.replaceChildren(h("p", { class: "small warn" }, String(error instanceof Error ? error.message : error)));
    }
  }

  /** @param {Kind[]} kinds */
  function show(kinds) {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const colours = theme() === "auto" ? dark : theme();
    const chosen = kinds.find(({ sizes }) => sizes.some(({ value }) => value === now));
    const pictures = kinds.map(({ value, sizes }) => {
      const label = sizes.find((size) => size.value === value)?.label ?? value;
      const src = `/api/games/${game}/tilings/${value}.svg?theme=${colours}`;
      const pick = h("button", { type: "button", class: "tiling-card", "data-code": value, "aria-pressed": String(value === chosen?.value) },
        h("img", { src, alt: "", loading: "lazy", width: 96, height: 96 }), h("span", {}, label));
      pick.addEventListener("click", () => choose(value, kinds));
      return pick;
    });
    inside.replaceChildren(...(chosen ? [slider(chosen)] : []), h("div", { class: "tiling-row" }, ...ownCards(kinds), ...pictures, drawCard()));
  }

  /** Boards drawn on this device. @param {Kind[]} kinds */
  function ownCards(kinds) {
    return ownBoards().map((board) => {
      const card = h("button", { type: "button", class: "tiling-card", "data-own": board.id, "aria-pressed": String(now === `own:${board.id}`) },
        boardPicture(board), h("span", {}, board.name));
      card.addEventListener("click", () => {
        now = `own:${board.id}`;
        show(kinds);
        told.own(board.id);
        /** @type {HTMLElement|null} */ (inside.querySelector("[aria-pressed=true]"))?.focus();
      });
      return card;
    });
  }

  /** Where another board is drawn. */
  const drawCard = () =>
    h("a", { class: "tiling-card", href: "/boards" }, h("span", { class: "plus", "aria-hidden": "true" }, "+"), h("span", {}, say("form.own_board")));

  /** @param {string} code @param {Kind[]} kinds */
  function choose(code, kinds) {
    now = code;
    show(kinds);
    told.chosen(code);
    /** @type {HTMLElement|null} */ (inside.querySelector("[aria-pressed=true]"))?.focus();
  }

  /** @param {Kind} kind */
  function slider({ sizes }) {
    const place = sizes.findIndex(({ value }) => value === now);
    const line = h("output", { class: "small" }, sizes[place].label);
    const range = h("input", { type: "range", min: 0, max: sizes.length - 1, value: place, "aria-label": say("form.tiling_size"), "aria-valuetext": sizes[place].label });
    range.addEventListener("input", () => {
      const { value, label } = sizes[Number(range.value)];
      now = value;
      line.textContent = label;
      range.setAttribute("aria-valuetext", label);
      told.chosen(value);
    });
    return h("div", { class: "field" }, h("p", { class: "legend" }, say("form.tiling_size")), range, line);
  }

  return part;
}
