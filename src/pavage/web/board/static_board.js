// A board that is only looked at: the preview of a game.

import { svgOf } from "../lib/dom.js";
import { cellsOf } from "./geometry.js";
import { draw } from "./layers.js";

/** Numbers and letters beside a board, as a share of its larger side, and the largest that fit there. */
const LABEL = 0.034;
const LARGEST = 13;

/**
 * A drawing with what lies on it, without anything to touch.
 * @param {string} text as the server draws it @param {import("../lib/state_types.js").Scene} scene @param {boolean} [labelled] with coordinates
 * @returns {SVGSVGElement}
 */
export function staticBoard(text, scene, labelled = false) {
  const svg = svgOf(text);
  const { withLabels = "", withoutLabels = "" } = svg.dataset;
  const telling = labelled || svg.querySelector(".lab.telling");
  svg.setAttribute("viewBox", telling ? withLabels : withoutLabels);
  const silent = labelled ? ".names" : ".labels .lab:not(.telling), .names";
  for (const group of svg.querySelectorAll(silent)) group.remove();
  if (telling) {
    const [, , width, height] = withLabels.split(" ").map(Number);
    svg.style.setProperty("--label-size", `${Math.min(LARGEST, Math.max(width, height) * LABEL).toFixed(2)}px`);
  }
  draw(svg, cellsOf(svg), scene);
  for (const cell of svg.querySelectorAll(".c"))
    for (const name of ["role", "tabindex", "aria-label"]) cell.removeAttribute(name);
  return svg;
}
