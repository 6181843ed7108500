// Links to hand on: one a seat and one to watch, to be copied, sent, or read from the screen by a phone.

import { button, h, icon } from "../lib/dom.js";
import { qrPicture } from "../lib/qr.js";
import { announce, say } from "../lib/words.js";

let made = 0;

/**
 * A link that can be copied and sent, and its QR code.
 * @param {string} label what the link is for @param {string} link @param {{title?: string, open?: boolean}} [more]
 */
export function linkElement(label, link, { title = "Pavage", open = false } = {}) {
  const id = `link-${made++}`;
  const input = h("input", { class: "text", id, readonly: true, value: link });
  input.addEventListener("focus", () => input.select());
  const copy = button(say("link.copy"), {
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(link);
      } catch {
        input.focus();
        return;
      }
      copy.textContent = say("link.copied");
      announce(say("link.copied"));
    },
  });
  const send = button(say("link.send"), {
    onclick: () => navigator.share({ title, url: link }).catch(() => {}),
  });
  /** @type {HTMLElement|null} */
  let picture = null;
  try {
    const code = qrPicture(link, say("link.qr_of", { what: label }));
    picture = h("details", { class: "code", open }, h("summary", {}, say("link.qr"), icon("down")), code);
  } catch {
    // An address too long for a code can still be copied.
  }
  return h(
    "div",
    { class: "hand-on" },
    h("label", { class: "small", for: id }, label),
    h("div", { class: "row" }, input, copy, typeof navigator.share === "function" ? send : null),
    picture,
  );
}
