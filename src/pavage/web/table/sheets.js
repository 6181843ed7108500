// Score sheets and help cards: tables that fold away, each to be saved as text and CSV.

import { h, icon } from "../lib/dom.js";
import { language, say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").Sheet} Sheet */

/** A box of a grid, filled once something is written there. @param {HTMLElement} box @param {string} colour */
function colourIn(box, colour) {
  box.classList.add("box");
  if (!box.textContent) return;
  box.style.background = `var(--${colour})`;
  box.style.color = `var(--${colour}-on)`;
}

/** @param {string} address where the sheets of this table are kept */
export function createSheets(address) {
  const part = h("section", { class: "sheets", hidden: true });
  /** @type {Map<string, {element: HTMLElement, title: HTMLElement, inside: HTMLElement}>} */
  const known = new Map();

  /** @param {Sheet} sheet */
  function make(sheet) {
    const title = h("span");
    const inside = h("div", { class: "inside" });
    const summary = h("summary", {}, title, icon("down"));
    const element = h("details", { class: "sheet", open: !sheet.folded }, summary, inside);
    return { element, title, inside };
  }

  /** @param {Sheet} sheet */
  function fill(sheet) {
    const head = sheet.head.some(Boolean)
      ? h("thead", {}, h("tr", {}, ...sheet.head.map((each) => h("th", { scope: "col" }, each))))
      : null;
    const rows = sheet.rows.map((row, number) => {
      const boxes = row.map((each) => h("td", {}, each));
      const colour = sheet.colours?.[number];
      if (colour) boxes.slice(1).forEach((box) => colourIn(box, colour));
      return h("tr", {}, ...boxes);
    });
    const link = (/** @type {string} */ ending) =>
      h(
        "a",
        {
          href: `${address}/${encodeURIComponent(sheet.name)}.${ending}?language=${language()}`,
          download: true,
          "aria-label": say(`save_sheet.${ending}`, { sheet: sheet.title }),
        },
        say(`save_as.${ending}`),
      );
    return [
      // A table that is wider or longer than its place scrolls within it, by keyboard too.
      h(
        "div",
        { class: "wide", tabindex: "0", role: "region", "aria-label": sheet.title },
        h("table", {}, head, h("tbody", {}, ...rows)),
      ),
      h("p", { class: "saves" }, say("act.save"), " ", link("txt"), " ", link("csv")),
    ];
  }

  return {
    part,

    /** @param {Sheet[]} sheets */
    show(sheets) {
      part.hidden = !sheets.length;
      part.setAttribute("aria-label", say("label.sheets"));
      /** @type {HTMLElement[]} */
      const wanted = [];
      for (const sheet of sheets) {
        const { element, title, inside } = known.get(sheet.name) ?? make(sheet);
        known.set(sheet.name, { element, title, inside });
        title.textContent = sheet.title;
        const scrolled = inside.firstElementChild?.scrollTop ?? 0;
        inside.replaceChildren(...fill(sheet));
        if (inside.firstElementChild) inside.firstElementChild.scrollTop = scrolled;
        wanted.push(element);
      }
      if (wanted.some((each, index) => part.children[index] !== each) || part.children.length !== wanted.length)
        part.replaceChildren(...wanted);
    },
  };
}
