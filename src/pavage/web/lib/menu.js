// The menu: language, colours, coordinates, how the board lies.

import { segmented } from "./controls.js";
import { button, h, icon } from "./dom.js";
import { language, remember, say, speak, theme } from "./words.js";

/** What the reader prefers on this device. */
export const preferences = {
  /** @param {string} name @param {string} otherwise */
  get: (name, otherwise) => localStorage.getItem(`pavage.${name}`) ?? otherwise,
  /** @param {string} name @param {string} value */
  set: (name, value) => localStorage.setItem(`pavage.${name}`, value),
};

const choices = (...names) => names.map((value) => ({ value, label: say(`menu_choice.${value}`) }));

/**
 * The button and the panel that it opens.
 * @param {{turns: () => number, game?: () => string, spoken: () => void, arranged: () => void,
 *   position?: () => string, resign?: () => void, mayResign?: () => boolean, draw?: () => void, mayDraw?: () => boolean, analyse?: () => void,
 *   mayAnalyse?: () => boolean, links?: {name: string, href: string}[]}} page how many ways
 *   the board can lie; where the position can be changed by hand; told when the words, or the arrangement of the board, have to change
 */
export function createMenu(page) {
  const panel = h("div", { class: "menu", id: "menu", hidden: true });
  const opener = button("", { class: "btn bare", "aria-expanded": "false", "aria-controls": "menu" });

  function fill() {
    opener.setAttribute("aria-label", say("act.menu"));
    opener.replaceChildren(icon(panel.hidden ? "menu" : "close"));
    const languages = [
      { value: "en", label: "English" },
      { value: "fr", label: "Français" },
    ];
    const arrange = (name) => (value) => {
      preferences.set(name, value);
      page.arranged();
    };
    const position = page.position?.();
    // Whoever is choosing here goes on choosing, whatever happens on the board meanwhile.
    const place = controls().findIndex((each) => each === document.activeElement);
    panel.replaceChildren(
      segmented(say("menu.language"), languages, language(), async (wanted) => {
        const spoken = await speak(wanted);
        fill();
        if (spoken) page.spoken();
        panel.querySelector("input:checked")?.focus();
      }),
      segmented(say("menu.theme"), choices("auto", "light", "dark", "bw"), theme(), (wanted) => {
        document.documentElement.dataset.theme = wanted;
        remember("theme", wanted);
        page.spoken();
      }),
      ...(page.turns()
        ? [
            segmented(
              say("menu.coordinates"),
              choices("auto", "on", "off"),
              preferences.get("coordinates", "auto"),
              arrange("coordinates"),
            ),
          ]
        : []),
      ...(page.turns() > 1
        ? [
            segmented(
              say("menu.orientation"),
              choices("auto", "flat", "turned"),
              preferences.get("orientation", "auto"),
              arrange("orientation"),
            ),
          ]
        : []),
      ...(page.turns() && navigator.maxTouchPoints > 0
        ? [
            segmented(
              say("menu.twice"),
              choices("auto", "on", "off"),
              preferences.get("twice", "auto"),
              arrange("twice"),
            ),
          ]
        : []),
      ...(page.links ?? []).map(({ name, href }) =>
        h("a", { class: "btn only-narrow", href }, say(`place.${name}`)),
      ),
      ...(page.analyse && page.mayAnalyse?.()
        ? [
            button(say("act.analyse"), {
              class: "btn only-tall",
              onclick: () => (show(false), page.analyse?.()),
            }),
          ]
        : []),
      ...(page.draw && page.mayDraw?.()
        ? [
            button(say("act.draw"), {
              class: "btn only-tall",
              onclick: () => (show(false), page.draw?.()),
            }),
          ]
        : []),
      ...(page.resign && page.mayResign?.()
        ? [
            button(say("act.resign"), {
              class: "btn only-tall",
              onclick: () => (show(false), page.resign?.()),
            }),
          ]
        : []),
      ...(page.turns()
        ? [h("a", { class: "btn", href: `/?game=${page.game?.() ?? ""}` }, say("act.new_game_menu"))]
        : []),
      ...(position ? [h("a", { class: "btn", href: position }, say("setup.change"))] : []),
    );
    if (place >= 0) controls()[place]?.focus();
  }

  /** @returns {HTMLElement[]} */
  const controls = () => [...panel.querySelectorAll("input, a, button")];

  /** @param {boolean} open */
  function show(open) {
    panel.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    fill();
    if (open) panel.querySelector("input:checked")?.focus();
  }

  opener.addEventListener("click", () => show(panel.hidden));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !panel.hidden) {
      show(false);
      opener.focus();
      event.stopImmediatePropagation();
    }
  });
  document.addEventListener("pointerdown", (event) => {
    const target = /** @type {Node} */ (event.target);
    if (!panel.hidden && !panel.contains(target) && !opener.contains(target)) show(false);
  });
  fill();
  return { opener, panel, fill };
}
