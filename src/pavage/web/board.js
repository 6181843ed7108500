// The board on the page: one SVG whose cells are buttons. It knows where things are, never what may be played.

import { s } from "./dom.js";
import { draw, inset, pieceElement } from "./layers.js";
import { pieceName, say } from "./words.js";

/** @typedef {import("./api.js").Scene} Scene */

const REFUSED_FOR = 1000;

/**
 * @param {HTMLElement} stage where the board is shown
 * @param {(cell: number) => void} touched told of every cell that is touched
 */
export function createBoard(stage, touched) {
  /** @type {SVGSVGElement|null} */
  let svg = null;
  /** @type {SVGElement[]} */
  let cells = [];
  /** @type {Scene|null} */
  let scene = null;
  /** @type {import("./api.js").Overlay|null} */
  let overlay = null;
  /** @type {Set<number>[]} the cells of each coordinate */
  let lines = [];
  let roving = 0;
  let labelled = true;
  const over = s("g", { class: "over" });
  const ring = s("polygon", { class: "edge focus", hidden: "" });
  const ghost = s("g", { class: "ghost", hidden: "" });
  const refusal = s("g", {});
  over.append(ghost, refusal, ring);

  stage.addEventListener("click", (event) => {
    const cell = cellOf(event.target);
    if (cell >= 0) {
      rove(cell);
      touched(cell);
    }
  });
  stage.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch") hover(cellOf(event.target));
  });
  stage.addEventListener("pointerleave", () => hover(-1));
  stage.addEventListener("focusin", (event) => {
    const cell = cellOf(event.target);
    if (cell < 0) return;
    rove(cell);
    const shown = /** @type {Element} */ (event.target).matches(":focus-visible");
    ring.toggleAttribute("hidden", !shown);
    if (shown) light(cell);
    ring.setAttribute("points", inset(cells[cell]));
  });
  stage.addEventListener("focusout", () => {
    ring.setAttribute("hidden", "");
    light(-1);
  });
  new ResizeObserver(measure).observe(stage);

  /** @param {EventTarget|null} target */
  function cellOf(target) {
    const polygon = target instanceof Element ? target.closest("[data-cell].c") : null;
    return polygon && !polygon.classList.contains("void") ? Number(polygon.getAttribute("data-cell")) : -1;
  }

  /** Only one cell is in the tab order: the one where the reader last was. @param {number} cell */
  function rove(cell) {
    cells[roving]?.setAttribute("tabindex", "-1");
    roving = cell;
    cells[roving]?.setAttribute("tabindex", "0");
  }

  /** A ghost is shown where one touch would put a piece. @param {number} cell */
  function hover(cell) {
    const free =
      svg && cell >= 0 && scene?.ghost && !scene.touched.length && scene.next.includes(cell) && !taken(cell);
    ghost.toggleAttribute("hidden", !free);
    if (free) {
      // A colour, or a shape and a colour.
      const [colour, shape = "stone"] = scene.ghost.split(" ").reverse();
      const piece = pieceElement(svg, cells[cell], { colour, shape });
      piece.setAttribute("class", shape);
      ghost.replaceChildren(piece);
    }
    showNames(free ? cell : -1);
    light(cell);
  }

  /** Names within cells give way to whatever lies there. @param {number} ghostly the cell of the ghost */
  function showNames(ghostly) {
    if (!svg) return;
    const drawn = svg.querySelectorAll(".pieces [data-cell], .marks [data-cell]:not(.edge)");
    const full = new Set([...drawn].map((each) => each.getAttribute("data-cell"))).add(String(ghostly));
    for (const name of svg.querySelectorAll(".in-cell"))
      name.toggleAttribute("hidden", full.has(name.getAttribute("data-line")));
  }

  /** @param {number} cell */
  const taken = (cell) => scene?.pieces.some((piece) => piece.cell === cell);

  /** Light up the coordinates of a cell. @param {number} cell */
  function light(cell) {
    svg
      ?.querySelectorAll(".lab")
      .forEach((label, number) => label.classList.toggle("here", lines[number].has(cell)));
  }

  /** Say what each cell holds. @param {Scene} scene @param {import("./api.js").Overlay|null} over */
  function label(scene, over) {
    const patterned = !!svg?.classList.contains("patterned");
    const contents = new Map(scene.pieces.map((piece) => [piece.cell, pieceName(piece, patterned)]));
    const of = (marks, kind) =>
      new Set(marks.filter((mark) => !kind || mark.kind === kind).flatMap((mark) => mark.cells));
    const [last, chosen] = [of(scene.marks, "last"), of(scene.marks, "select")];
    const asked = of(over?.marks ?? [], "");
    cells.forEach((cell, number) => {
      if (cell.classList.contains("void")) return;
      const piece = contents.get(number);
      let content = say(piece ? "label.content" : "label.empty", { cell: cell.dataset.name, piece });
      if (last.has(number)) content = say("label.last_move", { content });
      if (chosen.has(number)) content = say("label.chosen", { content });
      if (asked.has(number)) content = say("label.overlay", { content, overlay: over?.label });
      cell.setAttribute("aria-label", content);
    });
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
    get current() {
      return roving;
    },
    get turn() {
      return svg ? Number(svg.dataset.turn) : null;
    },

    /** Whether two cells have a coordinate in common. @param {number} one @param {number} other */
    inLine: (one, other) => lines.some((line) => line.has(one) && line.has(other)),

    /** Put another drawing of the board in place. @param {string} text */
    mount(text) {
      const focused = svg?.contains(document.activeElement);
      const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.adoptNode(drawing)));
      cells = /** @type {SVGElement[]} */ ([...svg.querySelectorAll(".cells .c")]);
      lines = [...svg.querySelectorAll(".lab")].map(
        (label) => new Set((label.getAttribute("data-line") || "").split(" ").map(Number)),
      );
      svg.append(over);
      svg.setAttribute("aria-label", say("label.board"));
      stage.replaceChildren(svg);
      const reached = cells[roving] && !cells[roving].classList.contains("void");
      rove(reached ? roving : cells.findIndex((cell) => !cell.classList.contains("void")));
      this.label(labelled);
      if (scene) this.draw(scene);
      if (focused) this.focus(roving);
    },

    /** Show the coordinates, or use their place for larger cells. @param {boolean} wanted */
    label(wanted) {
      labelled = wanted;
      if (!svg) return;
      svg.setAttribute("viewBox", (wanted ? svg.dataset.withLabels : svg.dataset.withoutLabels) || "");
      for (const group of svg.querySelectorAll(".labels, .names")) group.toggleAttribute("hidden", !wanted);
      measure();
    },

    /** @param {Scene} next @param {import("./api.js").Overlay|null} [over] what the reader asked to see on top */
    draw(next, over = overlay) {
      [scene, overlay] = [next, over];
      if (!svg) return;
      draw(svg, cells, over ? { ...next, marks: [...over.marks, ...next.marks] } : next);
      ghost.setAttribute("hidden", "");
      showNames(-1);
      label(next, over);
      svg.classList.toggle("playable", next.next.length > 0);
    },

    /** Edge cells in brown for a moment. @param {number[]} refused */
    refuse(refused) {
      refusal.replaceChildren(
        ...refused
          .filter((cell) => cells[cell])
          .map((cell) => s("polygon", { class: "edge refused", points: inset(cells[cell]) })),
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
