// The board on the page: one SVG whose cells are buttons. It knows where things are, never what may be played.

import { s, svgOf } from "../lib/dom.js";
import { listenToDrags } from "./drag.js";
import { say } from "../lib/words.js";
import { labelCells, showNames } from "./cell_labels.js";
import { UNIT, cellsOf, inset, place } from "./geometry.js";
import { between, box, corner, edged, ghostAt, heldAt } from "./ghost.js";
import { penInHand } from "./hand.js";
import { draw } from "./layers.js";
import { createZoom } from "./zoom.js";

/** @typedef {import("../lib/state_types.js").Scene} Scene */

const REFUSED_FOR = 1000;
/** Cells smaller than this (in pixels) are easily missed by a finger: it touches twice. */
const SMALL = 36;

/** Whether a touch means in a new scene what it meant before. @param {Scene} before @param {Scene} now */
function asBefore(before, now) {
  const told = (/** @type {Scene} */ { board, pieces, next, touched }) => JSON.stringify([board, pieces, next, touched]);
  return told(before) === told(now);
}

/**
 * @param {HTMLElement} stage where the board is shown
 * @param {(cell: number) => void} touched told of every cell that is touched
 * @param {(from: number, to: number) => void} dragged told of every way that a hand draws from cell to cell
 * @param {{twice: () => string, aimed: (name: string) => void}} [fingers] whether a finger touches twice (on, off,
 *   auto), and told at what it aims
 */
export function createBoard(stage, touched, dragged, fingers = { twice: () => "off", aimed: () => {} }) {
  /** @type {SVGSVGElement|null} */
  let svg = null;
  /** @type {SVGElement[]} */
  let cells = [];
  /** @type {Scene|null} */
  let scene = null;
  /** @type {import("../lib/state_types.js").Overlay|null} */
  let overlay = null;
  /** @type {Set<number>[]} the cells of each coordinate */
  let lines = [];
  /** The cell under the pointer, or where the keyboard is. */
  let pointed = -1;
  let mounted = "";
  /** The cell that a finger has touched once. */
  let aim = -1;
  let finger = false;
  let roving = 0;
  let labelled = true;
  let named = true;
  const over = s("g", { class: "over" });
  const ring = s("polygon", { class: "edge focus", hidden: "" });
  const ghost = s("g", { class: "ghost", hidden: "" });
  const refusal = s("g", {});
  const aimed = s("g", {});
  /** Where a pen came over, until the game says so. */
  const traced = s("g", {});
  over.append(ghost, traced, aimed, refusal, ring);

  stage.addEventListener("click", (event) => {
    const cell = cellOf(event.target);
    if (cell >= 0) {
      if (event instanceof PointerEvent && event.pointerType) finger = event.pointerType === "touch";
      rove(cell);
      const meant = meantAgain(cell, event) ? aim : cell;
      if (asksTwice(meant)) return takeAim(meant);
      takeAim(-1);
      touched(meant);
    }
  });
  stage.addEventListener("pointerdown", (event) => (finger = event.pointerType === "touch"));
  const zoom = createZoom(stage, {
    svg: () => svg,
    shown: measure,
    draws,
  });
  listenToDrags(stage, {
    cellAt: (x, y) => cellOf(document.elementFromPoint(x, y)),
    begins: () => !!scene?.next.length && (!zoom.near || draws()),
    writes: () => !!scene && penInHand(scene),
    written: (cell) => {
      if (!scene?.next.includes(cell)) return;
      traced.append(edged(cells[cell]));
      touched(cell);
    },
    shown: (from, to) => showGhost(to < 0 ? null : drawnTo(from, to)),
    dragged,
  });
  stage.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch" && !event.buttons) hover(cellOf(event.target));
  });
  stage.addEventListener("pointerleave", () => hover(-1));
  stage.addEventListener("focusin", (event) => {
    const cell = cellOf(event.target);
    if (cell < 0) return;
    rove(cell);
    const shown = /** @type {Element} */ (event.target).matches(":focus-visible");
    if (shown) zoom.reveal(place(cells[cell]).x, place(cells[cell]).y);
    ring.toggleAttribute("hidden", !shown);
    if (shown) {
      light(cell);
      if (scene?.stamp || scene?.box) hover(cell);
    }
    ring.setAttribute("points", inset(cells[cell]));
  });
  stage.addEventListener("focusout", () => {
    ring.setAttribute("hidden", "");
    if (pointed === roving) hover(-1);
    else light(-1);
  });
  new ResizeObserver(measure).observe(stage);

  /** @param {EventTarget|null} target */
  function cellOf(target) {
    const polygon = target instanceof Element ? target.closest("[data-cell].c") : null;
    return polygon && !polygon.classList.contains("void") ? Number(polygon.getAttribute("data-cell")) : -1;
  }

  /** Whether one finger draws on the board: rectangles, or with a pen. */
  function draws() {
    return !!scene?.next.length && (!!scene.box || penInHand(scene));
  }

  /** Whether only what lies on the board may be touched now. @param {import("../lib/state_types.js").Scene} now */
  function choosesPiece({ next, pieces }) {
    const lying = new Set(pieces.flatMap(({ cell, cells: covered = [] }) => [cell, ...covered]));
    return next.every((each) => lying.has(each));
  }

  /** Whether a finger should say once more that it means this cell. @param {number} cell */
  function asksTwice(cell) {
    if (!finger || cell === aim || !scene?.next.includes(cell)) return false;
    // The first corner of a rectangle plays nothing yet, and can be put down again; nor does what is only shown.
    if (scene.again || (scene.box && !scene.stamp && corner(scene, cells) === undefined)) return false;
    const twice = fingers.twice();
    if (twice !== "auto") return twice === "on";
    // To choose among what lies there plays nothing yet, and can be taken back.
    if (choosesPiece(scene)) return false;
    // A tile covers cells that the finger does not point at, however large they are.
    if (scene.stamp || scene.box) return true;
    const { width, height } = cells[cell].getBoundingClientRect();
    return Math.min(width, height) < SMALL;
  }

  /** Whether a finger that has aimed with a tile touches that tile again, wherever on it. @param {number} cell @param {MouseEvent} event */
  function meantAgain(cell, event) {
    if (!finger || aim < 0 || aim === cell || !scene?.stamp) return false;
    const matrix = svg?.getScreenCTM();
    const shape = ghost.querySelector("path");
    return !!matrix && !!shape && shape.isPointInFill(new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()));
  }

  /** Show what a second touch would do. @param {number} cell */
  function takeAim(cell) {
    if (aim === cell) return;
    aim = cell;
    aimed.replaceChildren(...(cell >= 0 ? [edged(cells[cell])] : []));
    showGhost(cell >= 0 && svg && scene ? ghostAt({ svg, cells, scene }, cell) : null, cell);
    fingers.aimed(cell >= 0 ? cells[cell].dataset.name || "" : "");
  }

  /** Only one cell is in the tab order: the one where the reader last was. @param {number} cell */
  function rove(cell) {
    cells[roving]?.setAttribute("tabindex", "-1");
    roving = cell;
    cells[roving]?.setAttribute("tabindex", "0");
  }

  /** What one touch would do is shown before it is done. @param {number} cell */
  function hover(cell) {
    pointed = cell;
    showGhost(svg && scene?.next.includes(cell) ? ghostAt({ svg, cells, scene }, cell) : null, cell);
    light(cell);
  }

  /** @param {Element[]|null} drawn @param {number} [cell] */
  function showGhost(drawn, cell = -1) {
    ghost.toggleAttribute("hidden", !drawn);
    ghost.replaceChildren(...(drawn ?? []));
    if (svg) showNames(svg, scene, drawn ? cell : -1);
  }

  /** What a way from cell to cell would do. @param {number} from @param {number} to */
  const drawnTo = (from, to) => (svg && scene?.box ? box({ svg, cells, scene }, from, to) : [edged(cells[to])]);

  /** Light up the coordinates of a cell. @param {number} cell */
  function light(cell) {
    svg
      ?.querySelectorAll(".lab")
      .forEach((label, number) => label.classList.toggle("here", lines[number].has(cell)));
  }

  /** Coordinates are 13 px high at any size of the board, a little more on a projector. */
  function measure() {
    if (!svg) return;
    const shown = svg.viewBox.baseVal;
    const scale = Math.min(svg.clientWidth / shown.width, svg.clientHeight / shown.height);
    const height = parseFloat(getComputedStyle(svg).getPropertyValue("--t-note")) + 0.5;
    if (scale > 0) svg.style.setProperty("--label-size", `${(height / scale).toFixed(2)}px`);
  }

  return {
    get cells() {
      return cells;
    },
    get svg() {
      return svg;
    },
    /** Nearer or farther. @param {number} steps */
    zoom: (steps) => zoom.step(steps),
    get current() {
      return roving;
    },
    /** The name under which the drawing was put in place. */
    get mounted() {
      return mounted;
    },

    /** Whether two cells have a coordinate in common. @param {number} one @param {number} other */
    inLine: (one, other) => lines.some((line) => line.has(one) && line.has(other)),

    /** The cells of the rectangle between two corners. @param {number} from @param {number} to */
    between: (from, to) => between(cells, from, to),

    /** Put another drawing of the board in place; where the reader was, the reader stays. @param {string} text @param {string} name */
    mount(text, name) {
      mounted = name;
      aim = -1;
      aimed.replaceChildren();
      const focused = svg?.contains(document.activeElement);
      const here = cells[roving]?.dataset.name;
      svg = svgOf(text);
      cells = cellsOf(svg);
      lines = [...svg.querySelectorAll(".lab")].map(
        (label) => new Set((label.getAttribute("data-line") || "").split(" ").map(Number)),
      );
      svg.append(over);
      svg.setAttribute("aria-label", say("label.board"));
      stage.replaceChildren(svg);
      const open = (/** @type {SVGElement|undefined} */ cell) => !!cell && !cell.classList.contains("void");
      const same = here ? cells.findIndex((cell) => open(cell) && cell.dataset.name === here) : -1;
      rove(same >= 0 ? same : open(cells[roving]) ? roving : cells.findIndex(open));
      this.label(labelled, named);
      if (scene && mounted.startsWith(`${scene.board} `)) this.draw(scene);
      if (focused) this.focus(roving);
    },

    /** Show the coordinates, or use their place for larger cells. @param {boolean} wanted @param {boolean} [inside] also those that stand in the cells */
    label(wanted, inside = wanted) {
      [labelled, named] = [wanted, inside];
      if (!svg) return;
      svg.dataset.whole = (wanted ? svg.dataset.withLabels : svg.dataset.withoutLabels) || "";
      zoom.show();
      for (const part of svg.querySelectorAll(".labels .lab:not(.telling)")) part.toggleAttribute("hidden", !wanted);
      // Names in every cell of an irregular tiling are many: they come when somebody asks for them.
      svg.querySelector(".names")?.toggleAttribute("hidden", !wanted || !named);
    },

    /** @param {Scene} next @param {import("../lib/state_types.js").Overlay|null} [over] what the reader asked to see on top */
    draw(next, over = overlay) {
      // News of anything else, such as somebody who comes to watch, take nothing from a finger that has touched once.
      const kept = scene && asBefore(scene, next) ? aim : -1;
      [scene, overlay] = [next, over];
      // Another board is still on its way: it is drawn on once it is there.
      if (!svg || !mounted.startsWith(`${next.board} `)) return;
      if (kept < 0) takeAim(-1);
      traced.replaceChildren();
      draw(svg, cells, over ? { ...next, marks: [...over.marks, ...next.marks] } : next);
      showGhost(kept < 0 ? null : ghostAt({ svg, cells, scene }, kept), kept);
      if ((next.stamp || next.box) && pointed >= 0 && cells[pointed]) hover(pointed);
      labelCells(svg, cells, next, over);
      svg.classList.toggle("playable", next.next.length > 0);
      svg.classList.toggle("drawn-on", draws());
    },

    /**
     * A tile is held over the page: show where it would lie, and say on which cell; -1 beside the board.
     * @param {{high: number, wide: number}} size @param {number} x of its middle, in pixels @param {number} y
     */
    hold(size, x, y) {
      const matrix = svg?.getScreenCTM();
      if (!svg || !scene || !matrix) return -1;
      takeAim(-1);
      const held = heldAt({ svg, cells, scene }, size, new DOMPoint(x, y).matrixTransform(matrix.inverse()));
      showGhost(held?.drawn ?? null);
      return held?.cell ?? -1;
    },

    /** How many pixels an edge of a cell has now. */
    get edge() {
      return UNIT * (svg?.getScreenCTM()?.a ?? 1);
    },

    /** The tile that was held is put down, or away. */
    release: () => showGhost(null),

    /** Edge cells in brown for a moment. @param {number[]} refused */
    refuse(refused) {
      refusal.replaceChildren(
        ...refused
          .filter((cell) => cells[cell])
          .map((cell) => edged(cells[cell], "refused")),
      );
      setTimeout(() => refusal.replaceChildren(), REFUSED_FOR);
    },

    /** @param {number} [cell] */
    focus(cell = roving) {
      rove(cell);
      cells[cell]?.focus({ preventScroll: true });
    },
  };
}
