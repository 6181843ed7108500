// The keys that a page with a board knows, as a list: on "?", and from the menu.

import { button, h } from "./dom.js";
import { say } from "./words.js";

const KEYS = ["arrows", "enter", "type", "backspace", "escape", "turn", "zoom", "moves", "tab", "help"];

/** Over the page until it is closed: by its button, by Escape, by "?" again, or by a touch beside it. */
export function showShortcuts() {
  const rows = KEYS.map((name) =>
    h("div", {}, h("dt", {}, h("kbd", {}, say(`keys.key.${name}`))), h("dd", {}, say(`keys.${name}`))),
  );
  const dialog = h("dialog", { class: "shortcuts", "aria-labelledby": "shortcuts-title" });
  const close = button(say("act.close"), { class: "btn main", onclick: () => dialog.close() });
  dialog.append(h("h2", { id: "shortcuts-title" }, say("keys.title")), h("dl", {}, ...rows), close);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("keydown", (event) => event.key === "?" && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
