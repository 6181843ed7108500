// Making elements, and the few signs that the pages use.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string|number|boolean|null|undefined|((event: Event) => unknown)>} Attributes */

/**
 * An HTML element. Attributes that are false, null or undefined are left out; `on…` are listeners.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {...(Node|string|null)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

/** @param {string} tag @param {Record<string, string>} attributes @param {string} [text] @returns {SVGElement} */
export function s(tag, attributes, text = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text) element.textContent = text;
  return element;
}

/** A drawing that came as text. @param {string} text @returns {SVGSVGElement} */
export function svgOf(text) {
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.adoptNode(drawing)));
}

const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  first: "M18 6l-7 6 7 6M6 6v12",
  back: "M15 6l-7 6 7 6",
  forward: "M9 6l7 6-7 6",
  last: "M6 6l7 6-7 6M18 6v12",
  down: "M6 9l6 6 6-6",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  const drawing = s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" });
  drawing.append(s("path", { d: PATHS[name] }));
  return drawing;
}

/** A stone beside a name. @param {string} colour @param {string} [label] what it is called, where that is not said already */
export function stone(colour, label = "") {
  /** @type {Record<string, string>} */
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const drawing = s("svg", { viewBox: "-1.05 -1.05 2.1 2.1", ...spoken, class: "stone" });
  drawing.append(s("use", { href: `#stone-${colour}` }));
  return drawing;
}

/** The sign of the house. @param {string} [name] shown beside it */
export function brand(name = "") {
  const hexagon = (/** @type {number} */ x, /** @type {number} */ y) => `M${x} ${y - 18.15}l15.72 9.07v18.16l-15.72 9.07-15.72-9.07v-18.16z`;
  const drawing = s("svg", { viewBox: "-18.32 -21 71.28 72", "aria-hidden": "true" });
  drawing.append(
    s("path", { d: hexagon(0, 0), class: "brand-red" }),
    s("path", { d: hexagon(34.64, 0), class: "brand-blue" }),
    s("path", { d: hexagon(17.32, 30), class: "brand-none" }),
  );
  return h("a", { class: "brand", href: "/", "aria-label": "Pavage" }, drawing, name || null);
}

/** What is played, and below it or beside it, as there is room, on which board. @param {string} title @param {string} size */
export const played = (title, size) => [h("span", {}, title), ...(size ? [h("small", {}, size)] : [])];

/** @param {string} text @param {Attributes} [attributes] */
export function button(text, attributes = {}) {
  return h("button", { type: "button", class: "btn", ...attributes }, text);
}

/** Focus what a selector finds, if it is there. @param {ParentNode} place @param {string} selector */
export function focusOn(place, selector) {
  const found = place.querySelector(selector);
  if (found instanceof HTMLElement) found.focus();
}

/** Whether an element can be seen and focused. @param {Element|null} element */
export function visible(element) {
  return !!element && element.isConnected && element.getClientRects().length > 0;
}

/** What was drawn again in the place of something that is gone: the same move of a list, the same item of a stock. @param {HTMLElement} page @param {Element} gone @returns {HTMLElement|null} */
export function sameAgain(page, gone) {
  const { ply, site } = gone instanceof HTMLElement ? gone.dataset : {};
  const same = ply ? `[data-ply="${ply}"]` : site ? `.stock [data-site="${site}"]` : "";
  return same ? page.querySelector(same) : null;
}

/** Buttons that are drawn anew while one of them is pressed still take the click: browsers forget it. @param {HTMLElement} place */
export function keepClicks(place) {
  /** @type {HTMLElement|null} */
  let pressed = null;
  const at = (/** @type {Event} */ { target }) => (target instanceof Element ? target.closest("button") : null);
  const name = (/** @type {HTMLElement} */ { dataset, textContent }) =>
    [dataset.site, dataset.act, dataset.ply, textContent].join("\n");
  place.addEventListener("pointerdown", (event) => void (pressed = at(event)));
  place.addEventListener("pointerup", (event) => {
    const [before, here] = [pressed, at(event)];
    pressed = null;
    if (before && here && !before.isConnected && name(before) === name(here)) here.click();
  });
}
