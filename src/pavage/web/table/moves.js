// The moves that were played, and going back and forth among them.

import { select } from "../lib/controls.js";
import { button, h, icon, stone } from "../lib/dom.js";
import { say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").State} State */

const STEPS = /** @type {const} */ (["first", "back", "forward", "last"]);
/** @type {Record<string, typeof STEPS[number]>} */
const STEP_KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
// Characters of moves that fit side by side in the list.
const ROOM_FOR_MOVES = 26;

/** @param {{look: (ply: number) => void, zoom: (by: number) => void, overlay: (name: string) => void}} told */
export function createMoves(told) {
  const list = h("div", { class: "list" });
  const nav = h("div", { class: "nav" });
  const asked = h("div", { class: "asked", hidden: true });
  const part = h("section", { class: "moves" }, asked, nav, list);
  /** The ply that is looked at. */
  let ply = 0;
  /** The same, or the one that was asked for and is on its way. */
  let aim = 0;
  let last = 0;

  const steps = { first: () => 0, back: () => aim - 1, forward: () => aim + 1, last: () => last };
  const stepButtons = STEPS.map((name) => {
    const step = button("", { class: "btn bare", onclick: () => go(steps[name]()) });
    step.dataset.step = name;
    step.append(icon(name));
    return step;
  });
  const zoomButtons = ["out", "in"].map((way) => {
    const zoom = button("", { class: "btn bare zoom", onclick: () => told.zoom(way === "in" ? 1 : -1) });
    zoom.dataset.zoom = way;
    zoom.append(icon(way === "in" ? "plus" : "minus"));
    return zoom;
  });
  nav.append(...stepButtons, ...zoomButtons);
  part.addEventListener("keydown", (event) => {
    const way = STEP_KEYS[event.key];
    if (!way || (event.target instanceof Element && event.target.closest("select"))) return;
    event.preventDefault();
    go(steps[way]());
  });

  /** @param {number} to */
  function go(to) {
    aim = Math.max(0, Math.min(last, to));
    told.look(aim);
  }

  /** @param {State} now @param {number} index @param {boolean} flows */
  function moveElement(now, index, flows) {
    const { seat, text, colour } = now.moves[index];
    const sign = flows && seat >= 0 ? stone(colour ?? now.seats[seat].colour) : null;
    return h(
      "button",
      {
        type: "button",
        class: seat < 0 ? "chance" : null,
        tabindex: "-1",
        "data-ply": index + 1,
        onclick: () => go(index + 1),
      },
      sign,
      text,
    );
  }

  /** Whose column a move is in: a roll opens the line of the move that it is for. @param {State} now @param {number} index */
  function owner(now, index) {
    const mover = now.moves.slice(index).find(({ seat }) => seat >= 0)?.seat ?? now.seats.findIndex(({ turn }) => turn);
    return Math.max(0, mover);
  }

  /** A round of the table on each line, in columns if the moves are short. @param {State} now */
  function showList(now) {
    const longest = Math.max(0, ...now.moves.map((move) => move.text.length));
    // Moves of chance have no column of their own.
    const flows = longest > ROOM_FOR_MOVES / now.players || now.moves.some((move) => move.seat < 0);
    list.setAttribute("class", `list ${flows ? "flows" : `of-${Math.min(now.players, 6)}`}`);
    /** @type {HTMLElement[]} */
    const rounds = [];
    let next = now.players;
    now.moves.forEach((move, index) => {
      const column = owner(now, index);
      if (column < next || next >= now.players) {
        for (; next < now.players && rounds.length; next++) rounds[rounds.length - 1].append(h("span"));
        rounds.push(h("div", { class: "round" }, h("span", { class: "n" }, String(rounds.length + 1))));
        next = 0;
      }
      const round = rounds[rounds.length - 1];
      for (; next < column; next++) round.append(h("span"));
      round.append(moveElement(now, index, flows));
      if (move.seat >= 0) next++;
    });
    list.replaceChildren(...rounds);
  }

  /** Mark the move whose position is shown. */
  function mark() {
    for (const move of list.querySelectorAll("button")) {
      const now = Number(move.dataset.ply) === ply;
      move.classList.toggle("now", now);
      move.tabIndex = now ? 0 : -1;
      if (!now) {
        move.removeAttribute("aria-current");
        continue;
      }
      move.setAttribute("aria-current", "step");
      if (list.scrollHeight > list.clientHeight) {
        const below = move.getBoundingClientRect().top - list.getBoundingClientRect().top;
        list.scrollTop += below - list.clientHeight / 2;
      }
    }
    for (const step of stepButtons) {
      const name = step.dataset.step || "";
      step.setAttribute("aria-label", say(`act.${name}`));
      const there = name === "first" || name === "back" ? ply === 0 : ply === last;
      step.setAttribute("aria-disabled", String(there));
    }
  }

  return {
    part,
    get ply() {
      return ply;
    },
    /** @param {State} now @param {number} shown the ply that is looked at */
    show(now, shown) {
      [ply, aim, last] = [shown, shown, now.moves.length];
      part.setAttribute("aria-label", say("label.moves"));
      for (const zoom of zoomButtons) zoom.setAttribute("aria-label", say(`act.zoom_${zoom.dataset.zoom}`));
      showList(now);
      mark();
    },
    /** What the rules speak of, to be shown on the board. @param {import("../lib/state_types.js").Overlay[]} overlays @param {string} shown */
    showOverlays(overlays, shown) {
      asked.hidden = !overlays.length;
      if (!overlays.length || asked.contains(document.activeElement)) return;
      const none = { value: "", label: say("overlay_none") };
      const choices = [none, ...overlays.map(({ name, label }) => ({ value: name, label }))];
      asked.replaceChildren(
        h("span", { class: "small", "aria-hidden": "true" }, say("overlay")),
        select(say("overlay"), choices, shown, told.overlay),
      );
    },
  };
}
