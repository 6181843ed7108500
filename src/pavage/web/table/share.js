// Handing on what is on the board: a link, a picture made here, or the record.

import { getText } from "../lib/api.js";
import { button, h, icon } from "../lib/dom.js";
import { linkElement } from "./invite.js";
import { linkTo } from "../lib/my_games.js";
import { language, say } from "../lib/words.js";

const WIDEST = 2000;
const SVG = "http://www.w3.org/2000/svg";
/** What a picture needs to know by itself where no style sheet is. */
const PROPERTIES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "vector-effect",
  "paint-order",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "text-decoration-line",
];
/** What only hands and screen readers need. */
const DROPPED = ["role", "tabindex", "aria-label", "style", "class"];

/** The board as a file of its own: every colour is written into it. @param {SVGSVGElement} board */
export function standalone(board) {
  const copy = /** @type {SVGSVGElement} */ (board.cloneNode(true));
  const whole = (board.dataset.whole || board.getAttribute("viewBox") || "0 0 1 1").split(" ").map(Number);
  const [from, to] = [[...board.querySelectorAll("*")], [...copy.querySelectorAll("*")]];
  /** @type {Element[]} */
  const gone = [];
  from.forEach((element, number) => {
    const style = getComputedStyle(element);
    const twin = to[number];
    if (element.closest(".over") || element.hasAttribute("hidden")) gone.push(twin);
    for (const name of PROPERTIES) {
      const value = style.getPropertyValue(name);
      if (value) twin.setAttribute(name, value.replace(/url\("#([\w-]+)"\)/, "url(#$1)"));
    }
    for (const { name } of [...twin.attributes])
      if (DROPPED.includes(name) || name.startsWith("data-")) twin.removeAttribute(name);
  });
  for (const element of gone) element.remove();
  for (const { name } of [...copy.attributes]) if (name !== "xmlns") copy.removeAttribute(name);
  copy.setAttribute("viewBox", whole.join(" "));
  const scale = 2;
  copy.setAttribute("width", String(whole[2] * scale));
  copy.setAttribute("height", String(whole[3] * scale));
  const ground = document.createElementNS(SVG, "rect");
  const paper = getComputedStyle(document.documentElement).backgroundColor;
  ["x", "y", "width", "height"].forEach((name, at) => ground.setAttribute(name, String(whole[at])));
  ground.setAttribute("fill", paper);
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

/** The same as PNG. @param {SVGSVGElement} board @returns {Promise<Blob|null>} */
export async function asPng(board) {
  const text = standalone(board);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const scale = WIDEST / Math.max(image.width, image.height);
  const canvas = h("canvas", { width: Math.round(image.width * scale), height: Math.round(image.height * scale) });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {string} id @param {{picture: () => SVGSVGElement|null, ply: () => number}} told */
export function createShare(id, told) {
  const inside = h("div", { class: "folded" });
  const summary = h("summary");
  const part = h("details", { class: "share" }, summary, inside);
  /** @type {import("../lib/state_types.js").State|null} */
  let state = null;
  /** Which position, in which words, the links are to. */
  let filled = "";
  const sign = () => `${told.ply()} ${state?.moves.length} ${language()}`;
  part.addEventListener("toggle", () => part.open && fill());

  /** @param {string} ending */
  const name = (ending) => `${state?.game ?? "pavage"}-${told.ply()}.${ending}`;

  function fill() {
    if (!state) return;
    filled = sign();
    const ply = told.ply();
    const position = `${linkTo(id)}?ply=${ply}`;
    inside.replaceChildren(
      linkElement(say("share.watch"), linkTo(id), { title: state.title }),
      linkElement(say("share.position", { ply }), position, { title: state.title }),
      h("div", { class: "whole" }, button(say("share.make_whole"), { onclick: whole })),
      h(
        "div",
        { class: "row wrap" },
        button("SVG", {
          "aria-label": say("share.save_as", { kind: "SVG" }),
          onclick: () => {
            const board = told.picture();
            if (board) save(new Blob([standalone(board)], { type: "image/svg+xml" }), name("svg"));
          },
        }),
        button("PNG", {
          "aria-label": say("share.save_as", { kind: "PNG" }),
          onclick: async () => {
            const board = told.picture();
            const blob = board && (await asPng(board));
            if (blob) save(blob, name("png"));
          },
        }),
        h("a", { class: "btn", href: `/api/tables/${id}/record`, download: true }, say("share.record")),
      ),
    );
  }

  /** A link that holds the game itself, whatever becomes of the server. */
  async function whole() {
    const { packed } = await import("../lib/record_link.js");
    const text = await packed(await getText(`/api/tables/${id}/record`));
    const link = new URL(`/view#${text}@${told.ply()}`, location.href).href;
    const element = linkElement(say("share.whole"), link, { title: state?.title });
    inside.querySelector(".whole")?.replaceChildren(element);
    element.querySelector("input")?.focus();
  }

  return {
    part,
    /** @param {import("../lib/state_types.js").State} now */
    show(now) {
      state = now;
      summary.replaceChildren(say("share.title"), icon("down"));
      // The links are those to what is looked at; only what is being copied stays as it is.
      if (part.open && filled !== sign() && !inside.contains(document.activeElement)) fill();
    },
  };
}
