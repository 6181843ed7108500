// Beside the board: dice, operators, cards, stocks and motifs as buttons, and a field where a move may be written.

import { button, focusOn, h, stone } from "../lib/dom.js";
import { faceOf, unitOf } from "./tray_faces.js";
import { say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").Tray} Tray @typedef {import("../lib/state_types.js").Item} Item */
/**
 * @typedef {{scene: import("../lib/state_types.js").Scene, seats: {colour: string}[], players: number, mine: boolean,
 *   hinted: number[]}} Shown what a state says of trays
 */

/** @param {{touch: (site: number) => void, drag: (event: PointerEvent, from: HTMLElement, item: Item) => void, turn: () => void, erase: () => void, typed: (text: string) => void}} told */
export function createTrays(told) {
  const trays = h("div", { class: "trays" });
  const input = h("input", {
    class: "text",
    id: "written",
    maxlength: 80,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "go",
  });
  const label = h("label", { class: "small", for: "written" });
  /** What was touched last for this move goes. */
  const erase = button("", {
    "data-act": "erase",
    onclick: () => erase.getAttribute("aria-disabled") !== "true" && told.erase(),
  });
  const field = h("form", { class: "written", hidden: true }, label, h("div", { class: "row" }, input, erase));
  const part = h("section", { class: "stock", hidden: true }, trays, field);
  /** What the others have: to be looked at, below what one plays with. */
  const others = h("section", { class: "stock-of-others", hidden: true });
  /** What was sent from the field, while the server has not answered. */
  let sent = "";

  field.addEventListener("submit", (event) => {
    event.preventDefault();
    sent = input.value.trim();
    if (sent) told.typed(sent);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    if (input.value) input.value = "";
    else input.blur();
    event.stopPropagation();
  });
  trays.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const here = event.target instanceof HTMLButtonElement ? event.target : null;
    const items = [...(here?.closest(".items")?.querySelectorAll("button") ?? [])];
    if (!step || !here || !items.length) return;
    const at = items.indexOf(here);
    event.preventDefault();
    items[(at + step + items.length) % items.length].focus();
  });

  /** The colour of what lies there; else that of its seat. @param {Tray} tray @param {string} colour */
  const colourOf = ({ items }, colour) => items.find((item) => item.colour)?.colour ?? colour;

  /** A card that was played lies face down. @param {Item} item */
  const isCovered = ({ state, face }) => state === "spent" && face === "card";

  /** Whether the hand holds it; of tiles that were taken one after the other, only the last. @param {number|undefined} site @param {Shown} now */
  function isHeld(site, { scene: { touched, trays: all = [] } }) {
    if (site === undefined || !touched.includes(site)) return false;
    const items = all.flatMap((tray) => tray.items);
    const isTile = (/** @type {number} */ each) => items.some((item) => item.site === each && item.face === "tile");
    return !isTile(site) || touched.filter(isTile).pop() === site;
  }

  /** @param {Item} item @param {number} unit @param {Shown} now */
  function itemElement(item, unit, now) {
    const { site, face = "text", state = "" } = item;
    const held = isHeld(site, now);
    const chosen = state === "chosen" || held;
    const name = ["item", `as-${face}`, state, chosen && "chosen"].filter(Boolean).join(" ");
    const spoken = item.count ? `${item.label} ×${item.count}` : item.label;
    const inside = isCovered(item) ? [] : faceOf(item, unit);
    if (site === undefined) return h("span", { class: name, role: "img", "aria-label": spoken }, ...inside);
    const may = now.mine && (item.offered || item.anew || held);
    const element = h(
      "button",
      {
        type: "button",
        class: now.hinted.includes(site) ? `${name} hinted` : name,
        "data-site": site,
        "aria-label": spoken,
        "aria-pressed": String(chosen),
        "aria-disabled": may ? null : "true",
        title: face === "text" ? null : spoken,
      },
      ...inside,
    );
    if (may) makeTouchable(element, site, item);
    return element;
  }

  /** It can be touched, and a tile dragged. @param {HTMLButtonElement} element @param {number} site @param {Item} item */
  function makeTouchable(element, site, item) {
    element.addEventListener("click", () => told.touch(site));
    if (item.face !== "tile") return;
    element.classList.add("draggable");
    element.addEventListener("pointerdown", (event) => told.drag(event, element, item));
  }

  /** @param {Tray} tray @param {Shown} now @param {HTMLElement|null} turn */
  function trayElement(tray, now, turn) {
    const others = isOthers(tray, now);
    const unit = unitOf(tray.items, others);
    return h(
      "div",
      { class: others ? "tray-of others" : "tray-of", role: "group", "aria-label": tray.label },
      h(
        "p",
        { class: "small" },
        tray.seat === undefined || now.players < 2 ? null : stone(colourOf(tray, now.seats[tray.seat].colour)),
        h("span", {}, tray.label),
        turn,
      ),
      h("div", { class: tray.items.some(({ face }) => face === "tile") ? "items tiles" : "items" }, ...tray.items.map((item) => itemElement(item, unit, now))),
    );
  }

  /** Whoever has two colours plays with one at a time. @param {Tray} tray @param {Shown} now */
  function isOthers(tray, { scene: { turn }, seats, players }) {
    if (tray.seat === undefined || players < 2) return false;
    const { colour } = seats[tray.seat];
    return tray.seat !== turn || colourOf(tray, colour) !== colour;
  }

  /** @param {Shown} now */
  function turnButton({ mine, scene: { turned } }) {
    return button(say("act.turn"), {
      "data-act": "turn",
      "aria-disabled": mine && turned !== undefined ? null : "true",
      onclick: () => mine && turned !== undefined && told.turn(),
    });
  }

  /** What is focused here, as a selector that finds it when it is drawn again. */
  function focusedThing() {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || !trays.contains(at)) return "";
    const { site, act } = at.dataset;
    return site ? `[data-site="${site}"]` : act ? `[data-act="${act}"]` : "";
  }

  /** @param {Shown} now @param {Tray[]} lying @param {Tray[]} theirs */
  function fill(now, lying, theirs) {
    const turned = lying.find(({ items }) => items.some(({ face, site }) => face === "tile" && site !== undefined));
    const made = (/** @type {Tray} */ tray) => trayElement(tray, now, tray === turned ? turnButton(now) : null);
    const at = trays.querySelector(".items")?.scrollLeft ?? 0;
    trays.replaceChildren(...lying.map(made));
    // A strip of tiles stays where it was pulled to.
    const strip = trays.querySelector(".items");
    if (strip) strip.scrollLeft = at;
    if (strip) strip.classList.toggle("scrolls", strip.scrollWidth > strip.clientWidth);
    others.replaceChildren(...theirs.map(made));
  }

  return {
    part,
    others,

    /** @param {Shown} now */
    show(now) {
      const { trays: all = [], field: asked = "" } = now.scene;
      part.setAttribute("aria-label", say("label.trays"));
      others.setAttribute("aria-label", say("label.trays_of_others"));
      const focused = focusedThing();
      // Whoever plays finds their own things in the same place.
      const lying = all.filter((tray) => !isOthers(tray, now));
      const theirs = all.filter((tray) => isOthers(tray, now));
      part.hidden = !lying.length && !asked;
      others.hidden = !theirs.length;
      fill(now, lying, theirs);
      // What was turned has another name, but it is still in the hand.
      if (focused) focusOn(trays, trays.querySelector(focused) ? focused : "button.item.chosen");
      field.hidden = !asked;
      // Where it scrolls, it scrolls by keyboard too.
      part.toggleAttribute("tabindex", false);
      if (!asked && !trays.querySelector("button, summary")) part.tabIndex = 0;
      label.textContent = asked;
      erase.textContent = say("act.erase");
      erase.setAttribute("aria-disabled", String(!now.mine || !now.scene.touched.length));
      // What was understood goes; what was refused stays to be mended.
      if (sent) input.value = "";
      sent = "";
    },

    /** What was sent from the field was refused. */
    refused: () => (sent = ""),
  };
}
