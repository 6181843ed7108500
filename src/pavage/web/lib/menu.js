// The menu: language, colours, coordinates, how the board lies.

import { segmented } from "./controls.js";
import { button, focusOn, h, icon } from "./dom.js";
import { showShortcuts } from "./shortcuts.js";
import { announce, language, remember, say, speak, theme } from "./words.js";

/** Whether the page is shown on a wall, to be read from afar. */
export const onWall = () => new URLSearchParams(location.search).has("projector");

/** What the reader prefers on this device. */
export const preferences = {
  /** @param {string} name @param {string} otherwise */
  get: (name, otherwise) => localStorage.getItem(`pavage.${name}`) ?? otherwise,
  /** @param {string} name @param {string} value */
  set: (name, value) => localStorage.setItem(`pavage.${name}`, value),
};

const choices = (/** @type {string[]} */ ...names) => names.map((value) => ({ value, label: say(`menu_choice.${value}`) }));

/**
 * The button and the panel that it opens.
 * @param {{turns: () => number, game?: () => string, spoken: () => void, arranged: () => void,
 *   position?: () => string, print?: () => string, projector?: () => string, acts?: {name: string, may: () => boolean, run: () => void}[],
 *   links?: {name: string, href: string}[], paced?: () => (() => void)|null,
 *   reading?: () => HTMLElement[]}} page how many ways the board can lie; where the position can be changed by
 *   hand, and printed; what can be done at the table; told when the words, or the arrangement of the board, have to change; where computers play, told
 *   when they are to be shown at another pace
 */
export function createMenu(page) {
  /** Whether the browser does not let us tell anything. */
  let refused = false;
  const panel = h("div", { class: "menu", id: "menu", hidden: true });
  const opener = button("", { class: "btn bare", "aria-expanded": "false", "aria-controls": "menu" });

  function fill() {
    opener.setAttribute("aria-label", say("act.menu"));
    opener.replaceChildren(icon(panel.hidden ? "menu" : "close"));
    const languages = [
      { value: "en", label: "English" },
      { value: "fr", label: "Français" },
    ];
    // Whoever is choosing here goes on choosing, whatever happens on the board meanwhile.
    const place = controls().findIndex((each) => each === document.activeElement);
    panel.replaceChildren(
      segmented(say("menu.language"), languages, language(), async (wanted) => {
        const spoken = await speak(wanted);
        fill();
        if (spoken) page.spoken();
        focusOn(panel, "input:checked");
      }),
      segmented(say("menu.theme"), choices("auto", "light", "dark", "bw"), theme(), (wanted) => {
        document.documentElement.dataset.theme = wanted;
        remember("theme", wanted);
        page.spoken();
      }),
      ...boardControls(),
      ...paceControl(),
      ...noticeControls(),
      ...(page.links ?? []).map(({ name, href }) =>
        h("a", { class: "btn only-narrow", href }, say(`place.${name}`)),
      ),
      ...(page.acts ?? []).filter(({ may }) => may()).map(({ name, run }) =>
        button(say(`act.${name}`), { class: "btn only-tall", onclick: () => (show(false), run()) }),
      ),
      ...(page.reading?.() ?? []),
      ...(page.turns() ? ways() : []),
    );
    if (place >= 0) controls()[place]?.focus();
  }

  /** Where else one may go from a board, and the keys that it knows. */
  function ways() {
    const [position, print, wall] = [page.position?.(), page.print?.(), page.projector?.()];
    const link = (/** @type {string} */ href, /** @type {string} */ name) => h("a", { class: "btn", href }, say(name));
    const keys = () => (show(false), opener.focus(), showShortcuts());
    return [
      link(`/?game=${page.game?.() ?? ""}`, "act.new_game_menu"),
      ...(position ? [link(position, "setup.change")] : []),
      ...(print ? [link(print, "act.print")] : []),
      ...(wall ? [link(wall, onWall() ? "act.no_projector" : "act.projector")] : []),
      button(say("keys.title"), { class: "btn only-keys", onclick: keys }),
    ];
  }

  /** How the board lies and is touched, where there is one. */
  function boardControls() {
    const turns = page.turns();
    const asked = [
      { name: "coordinates", may: turns > 0, ways: ["auto", "on", "off"] },
      { name: "orientation", may: turns > 1, ways: ["auto", "flat", "turned"] },
      { name: "twice", may: turns > 0 && navigator.maxTouchPoints > 0, ways: ["auto", "on", "off"] },
    ];
    return asked
      .filter(({ may }) => may)
      .map(({ name, ways }) =>
        segmented(say(`menu.${name}`), choices(...ways), preferences.get(name, "auto"), (value) => {
          preferences.set(name, value);
          page.arranged();
        }),
      );
  }

  /** How fast computers move, where there are some. */
  function paceControl() {
    const paced = page.paced?.();
    if (!paced) return [];
    return [
      segmented(say("menu.pace"), choices("calm", "tap", "once"), preferences.get("pace", "calm"), (value) => {
        preferences.set("pace", value);
        paced();
      }),
    ];
  }

  /** How one is told that it is one's turn, at a table. */
  function noticeControls() {
    if (!page.turns()) return [];
    const sound = segmented(say("menu.sound"), choices("away", "on", "off"), preferences.get("sound", "away"), (value) =>
      preferences.set("sound", value),
    );
    if (!("Notification" in window) || !isSecureContext) return [sound];
    const allowed = Notification.permission === "granted" && preferences.get("notify", "off") === "on";
    const told = segmented(say("menu.notify"), choices("on", "off"), allowed ? "on" : "off", async (value) => {
      const may = value === "on" ? await Notification.requestPermission() : "";
      preferences.set("notify", may === "granted" ? "on" : "off");
      if (may === "denied") announce(say("turn.denied"));
      refused = may === "denied";
      fill();
    });
    if (refused) told.append(h("p", { class: "note" }, say("turn.denied")));
    return [sound, told];
  }

  const controls = () => [.../** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll("input, a, button"))];

  /** @param {boolean} open */
  function show(open) {
    panel.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    fill();
    if (open) focusOn(panel, "input:checked");
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
