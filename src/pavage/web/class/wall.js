// What hangs on the wall: the address, the code in large letters, and both as a QR code.

import { h } from "../lib/dom.js";
import { qrPicture } from "../lib/qr.js";
import { dateLanguage, say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").ClassShown} ClassShown */

/** Where pupils go: the address that others reach this server by. @param {ClassShown} now */
export const originOf = (now) => now.address || location.origin;

/** A moment as one says it. @param {number} at milliseconds */
export const whenText = (at) =>
  new Intl.DateTimeFormat(dateLanguage(), { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" }).format(at);

/** @param {ClassShown} now */
export function wall(now) {
  const link = `${originOf(now)}/class/${now.code}`;
  const address = `${originOf(now).replace(/^https?:\/\//, "")}/class`;
  /** @type {(Element|string)[]} */
  const picture = [];
  try {
    picture.push(qrPicture(link, say("link.qr_of", { what: link })));
  } catch {
    // An address too long for a code can still be typed.
  }
  return h(
    "div",
    { class: "poster" },
    h("div", {}, h("p", { class: "where" }, say("class.wall_line", { address })), h("p", { class: "class-code", "aria-label": now.code.split("").join(" ") }, now.code)),
    ...picture,
  );
}
