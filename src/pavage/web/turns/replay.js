// A game of a tournament on the page: its board after any move, forth and back, or as it is being played.

import { getJson, getText } from "../lib/api.js";
import { button, h, icon, stone } from "../lib/dom.js";
import { packed } from "../lib/record_link.js";
import { staticBoard } from "../board/static_board.js";
import { announce, say } from "../lib/words.js";

/** Milliseconds that each move is shown when the game is played on its own. */
const PACE = 900;

/** @typedef {import("../lib/state_types.js").Running} Running @typedef {import("../lib/state_types.js").Replay} Replay */

/** @type {Map<string, Promise<string>>} */
const boards = new Map();

/** A board with what lies on it, not to be touched. @param {string} path of the tournament @param {Running} at @param {string} label @param {boolean} [large] with coordinates @returns {Promise<SVGSVGElement>} */
export async function boardOf(path, at, label, large = false) {
  const query = new URLSearchParams({ board: at.scene.board, turn: String(at.shapes[0]?.turn ?? 0) });
  const address = `${path}/board.svg?${query}`;
  if (!boards.has(address)) boards.set(address, getText(address));
  const svg = staticBoard(await /** @type {Promise<string>} */ (boards.get(address)), at.scene, large);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  return svg;
}

/** Who plays, each with their stone. @param {Running} at */
export const seatLine = (at) =>
  h(
    "ul",
    { class: "players" },
    ...at.seats.map(({ name, colour, score, turn, out }) =>
      h("li", { class: out ? "out" : turn ? "turn" : null }, stone(colour), h("span", { class: "name" }, name), score ? h("span", { class: "num" }, score) : null),
    ),
  );

/** @param {string} path of the tournament @param {() => void} closed */
export function createReplay(path, closed) {
  const part = h("section", { class: "replay", hidden: true });
  let game = "";
  /** @type {Replay|null} */
  let at = null;
  /** Whether the page follows the game while it is being played. */
  let follows = false;
  let timer = 0;
  let asked = 0;
  /** The ply that is shown, or the one that was asked for and is on its way. */
  let aim = 0;

  const title = h("h2", { tabindex: "-1" });
  const close = button("", { class: "btn bare", onclick: shut });
  const seats = h("div");
  const stage = h("div", { class: "theatre" });
  const said = h("p", { class: "sentence" });
  const faults = h("p", { class: "small warn" });
  const errors = h("pre", { class: "small errors", tabindex: "0", hidden: true });
  /** @param {"first"|"back"|"forward"|"last"} name @param {() => number} to */
  const stepper = (name, to) => h("button", { type: "button", class: "btn bare", "data-step": name, onclick: () => (pause(), step(to())) }, icon(name));
  const steps = [
    stepper("first", () => 0),
    stepper("back", () => aim - 1),
    stepper("forward", () => aim + 1),
    stepper("last", () => at?.moves.length ?? 0),
  ];
  const run = button("", { onclick: () => (timer ? pause() : start()) });
  const list = h("ol", { class: "told" });
  const save = h("a", { class: "btn", download: true });
  const table = button("", { onclick: toTable });
  const whole = [
    h("div", { class: "row" }, title, h("span", { class: "push" }, close)),
    h("div", { class: "beside" }, stage, h("div", { class: "panel" }, seats, said, faults, errors, h("div", { class: "row" }, ...steps, run), list, h("div", { class: "row wrap" }, save, table))),
  ];

  function pause() {
    clearInterval(timer);
    timer = 0;
    run.textContent = say("live.play");
  }

  function start() {
    timer = setInterval(() => {
      if (!at || at.ply === at.moves.length) pause();
      // On a slow connection a move is waited for before the next.
      else if (aim === at.ply) step(at.ply + 1);
    }, PACE);
    run.textContent = say("live.pause");
    if (at && at.ply === at.moves.length) step(0);
  }

  /** @param {number} ply */
  async function step(ply) {
    aim = Math.max(0, Math.min(ply, at?.moves.length ?? 0));
    try {
      await go(aim);
    } catch (error) {
      pause();
      aim = at?.ply ?? 0;
      said.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {number|null} ply null for the last one @returns {Promise<Replay|null>} what is shown then */
  async function go(ply) {
    const mine = ++asked;
    const wanted = ply === null ? "" : `?ply=${ply}`;
    /** @type {Replay} */
    const told = await getJson(`${path}/games/${encodeURIComponent(game)}${wanted}`);
    const board = await boardOf(path, told, `${say("label.board")} ${told.title}. ${told.said}`, true);
    // What was asked for later has its answer already.
    if (mine !== asked) return at;
    at = told;
    aim = at.ply;
    follows = !at.over && at.ply === at.moves.length;
    stage.replaceChildren(board);
    part.classList.toggle("patterned", at.seats.length > 2);
    render(at);
    return at;
  }

  /** @param {Replay} at */
  function render(at) {
    title.textContent = [say("live.game", { id: at.id }), at.title, at.score].filter(Boolean).join(" · ");
    close.textContent = say("live.close");
    seats.replaceChildren(seatLine(at));
    said.textContent = at.said;
    faults.textContent = at.over && at.ply === at.moves.length ? at.faults : at.over ? "" : say("live.follow");
    faults.classList.toggle("warn", at.over);
    errors.textContent = at.over && at.ply === at.moves.length ? at.errors : "";
    errors.hidden = !errors.textContent;
    for (const each of steps) {
      const name = each.dataset.step ?? "";
      each.setAttribute("aria-label", say(`act.${name}`));
      const there = name === "first" || name === "back" ? at.ply === 0 : at.ply === at.moves.length;
      each.setAttribute("aria-disabled", String(there));
    }
    run.textContent = say(timer ? "live.pause" : "live.play");
    list.setAttribute("aria-label", say("label.moves"));
    list.replaceChildren(
      ...at.moves.map(({ text }, index) =>
        h("li", {}, h("button", { type: "button", "aria-current": index + 1 === at.ply ? "step" : null, onclick: () => (pause(), step(index + 1)) }, `${index + 1}. ${text}`)),
      ),
    );
    save.hidden = table.hidden = !at.over;
    save.textContent = say("live.save");
    save.href = `${path}/games/${encodeURIComponent(game)}/record`;
    table.textContent = say("live.to_table");
  }

  async function toTable() {
    location.assign(`/view#${await packed(await getText(`${path}/games/${encodeURIComponent(game)}/record`))}`);
  }

  function shut() {
    pause();
    game = "";
    part.hidden = true;
    closed();
  }

  addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const typing = event.target instanceof Element && event.target.closest("select, input, textarea, .wide");
    if (!by || part.hidden || !at || typing || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    pause();
    step(aim + by);
  });

  return {
    part,
    get game() {
      return game;
    },
    /** Show a game from its end, and go there. @param {string} id */
    async open(id) {
      pause();
      game = id;
      at = null;
      const shown = await go(null);
      part.replaceChildren(...whole);
      part.hidden = false;
      part.scrollIntoView({ block: "start" });
      title.focus({ preventScroll: true });
      if (shown) announce(`${shown.title}. ${shown.said}`);
    },
    /** Something has happened in the tournament. */
    async refresh() {
      if (game && follows && !timer) await go(null);
    },
    /** In other words. */
    async respeak() {
      if (game && at) await go(follows ? null : at.ply);
    },
  };
}
