// A board that is only looked at: the preview of a game.

import { cellsOf } from "./drawn.js";
import { draw } from "./layers.js";

/** Numbers beside a board that say what to do there, as a share of its smaller side. */
const TELLING = 0.032;

/**
 * A drawing with what lies on it, without coordinates and without anything to touch.
 * @param {string} text as the server draws it @param {import("./api.js").Scene} scene @returns {SVGSVGElement}
 */
export function stillBoard(text, scene) {
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.adoptNode(drawing)));
  const { withLabels = "", withoutLabels = "" } = svg.dataset;
  const telling = svg.querySelector(".lab.telling");
  svg.setAttribute("viewBox", telling ? withLabels : withoutLabels);
  for (const group of svg.querySelectorAll(".labels .lab:not(.telling), .names")) group.remove();
  if (telling) {
    const [, , width, height] = withLabels.split(" ").map(Number);
    svg.style.setProperty("--label-size", `${(Math.min(width, height) * TELLING).toFixed(2)}px`);
  }
  draw(svg, cellsOf(svg), scene);
  for (const cell of svg.querySelectorAll(".c"))
    for (const name of ["role", "tabindex", "aria-label"]) cell.removeAttribute(name);
  return svg;
}
