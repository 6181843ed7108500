// Links to hand on: one a seat and one to watch, to be copied, sent, or read from the screen by a phone.

import { button, h, icon } from "../lib/dom.js";
import { qrPicture } from "../lib/qr.js";
import { announce, say } from "../lib/words.js";

let made = 0;

/**
 * A link that can be copied and sent, and its QR code.
 * @param {string} label what the link is for @param {string} link @param {{title?: string, code?: "folded"|"shown", main?: boolean}} [more] whether to send it
 *   is the main thing to do
 */
export function linkElement(label, link, { title = "Pavage", code = "folded", main = false } = {}) {
  const id = `link-${made++}`;
  const shares = typeof navigator.share === "function";
  const input = h("input", { class: "text", id, readonly: true, value: link });
  input.addEventListener("focus", () => input.select());
  const copy = button(say("link.copy"), {
    class: main && !shares ? "btn main" : "btn",
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
    class: main ? "btn main" : "btn",
    onclick: () => navigator.share({ title, url: link }).catch(() => {}),
  });
  /** @type {HTMLElement|null} */
  let picture = null;
  try {
    const drawn = qrPicture(link, say("link.qr_of", { what: label }));
    picture =
      code === "shown"
        ? h("div", { class: "code" }, drawn)
        : h("details", { class: "code" }, h("summary", {}, say("link.qr"), icon("down")), drawn);
  } catch {
    // An address too long for a code can still be copied.
  }
  return h(
    "div",
    { class: "hand-on" },
    h("label", { class: "small", for: id }, label),
    h("div", { class: "row" }, input, copy, shares ? send : null),
    picture,
  );
}
