// The line at the top of every page but the table: the sign of the house, where else to go, language, menu.

import { brand, button, h } from "./dom.js";
import { createMenu } from "./menu.js";
import { has, language, say, speak } from "./words.js";

const PLACES = [
  { name: "games", href: "/" },
  { name: "learn", href: "/learn" },
  { name: "boards", href: "/boards" },
  { name: "view", href: "/view" },
  { name: "tournaments", href: "/tournaments" },
  { name: "class", href: "/class" },
];

/**
 * @param {string} here which of the places this is
 * @param {() => void|Promise<void>} spoken told when the words have to change
 */
export function createHeader(here, spoken) {
  const known = PLACES.filter(({ name }) => has(`place.${name}`));
  const menu = createMenu({ turns: () => 0, spoken: respeak, arranged: () => {}, links: known });
  const switcher = button("", { class: "btn bare", onclick: otherLanguage });
  const places = h("span", { class: "places" });
  const element = h(
    "header",
    { class: "top" },
    brand("Pavage"),
    h("nav", {}, places, switcher, menu.opener),
    menu.panel,
  );

  async function otherLanguage() {
    if (!(await speak(language() === "fr" ? "en" : "fr"))) return;
    menu.fill();
    await respeak();
  }

  async function respeak() {
    fill();
    await spoken();
  }

  function fill() {
    const next = language() === "fr" ? ["EN", "English"] : ["FR", "Français"];
    switcher.replaceChildren(next[0]);
    switcher.setAttribute("aria-label", next.join(", "));
    switcher.lang = next[0].toLowerCase();
    element.querySelector("nav")?.setAttribute("aria-label", say("label.places"));
    places.replaceChildren(
      ...known.map(({ name, href }) =>
        h("a", { href, "aria-current": name === here ? "page" : null }, say(`place.${name}`)),
      ),
    );
  }

  fill();
  return { element, fill };
}
