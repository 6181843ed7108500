// Controls that both pages share.

import { h, icon } from "./dom.js";

let made = 0;

/**
 * A few choices side by side: real radio buttons, drawn as one bar.
 * @param {string} legend @param {{value: string, label: string, title?: string}[]} choices @param {string} value
 * @param {(value: string) => void} changed @param {boolean} [quiet] legend only for screen readers
 */
export function segmented(legend, choices, value, changed, quiet = false) {
  const name = `choice-${made++}`;
  const labels = choices.map((choice) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name,
        value: choice.value,
        checked: choice.value === value,
        onchange: () => changed(choice.value),
      }),
      h("span", {}, choice.label),
    ),
  );
  return h(
    "fieldset",
    { class: "field" },
    h("legend", { class: quiet ? "unseen" : null }, legend),
    h("div", { class: "seg" }, ...labels),
  );
}

/**
 * @param {string} label @param {{value: string, label: string}[]} choices @param {string} value
 * @param {(value: string) => void} changed
 */
export function select(label, choices, value, changed) {
  const options = choices.map((choice) =>
    h("option", { value: choice.value, selected: choice.value === value }, choice.label),
  );
  const control = h("select", { "aria-label": label }, ...options);
  control.addEventListener("change", () => changed(control.value));
  return h("span", { class: "select" }, control, icon("down"));
}

/**
 * A button that asks for a file, in the words of the page and not of the browser.
 * @param {string} id @param {string} legend @param {string} label @param {string} accept
 * @param {(file: File) => void} chosen
 */
export function fileButton(id, legend, label, accept, chosen) {
  const name = h("span", { class: "small", "aria-live": "polite" });
  const take = () => {
    const file = input.files?.[0];
    if (!file) return;
    name.textContent = file.name;
    chosen(file);
  };
  const input = h("input", { type: "file", id, class: "unseen", accept, "aria-label": `${legend}: ${label}`, onchange: take });
  return h(
    "div",
    { class: "field" },
    h("p", { class: "legend" }, legend),
    h("div", { class: "row file" }, h("label", { class: "btn" }, input, label), name),
  );
}

/** @param {string} label @param {string} value @param {(value: string) => void} changed @param {import("./dom.js").Attributes} [more] */
export function field(label, value, changed, more = {}) {
  const control = h("input", { class: "text", "aria-label": label, placeholder: label, value, ...more });
  control.addEventListener("input", () => changed(control.value));
  return control;
}
