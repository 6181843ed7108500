// Whether pupils can chat, and what they have said at each table of the round.

import { segmented } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { say } from "../lib/words.js";
import { names } from "./class_boards.js";

/** @typedef {import("../lib/state_types.js").ClassShown} ClassShown @typedef {import("../lib/state_types.js").ClassBoard} ClassBoard */

/** @param {(act: string, more: object) => void} act */
export function createClassChat(act) {
  const part = h("section", { class: "class-chat" });
  const said = h("div", { class: "class-said", tabindex: "0", role: "log", hidden: true });
  let shown = "";

  /** @param {ClassShown} now @param {ClassBoard[]} boards */
  function show(now, boards) {
    const sign = `${document.documentElement.lang} ${now.chat}`;
    if (shown !== sign) {
      shown = sign;
      const choices = ["off", "on"].map((value) => ({ value, label: say(`class.chat_${value}`) }));
      const bar = segmented(say("class.chat_legend"), choices, now.chat ? "on" : "off", (value) => act("chat", { on: value === "on" }));
      part.replaceChildren(bar, h("p", { class: "note" }, say("class.chat_line")));
    }
    const talking = boards.filter(({ chat }) => chat.length);
    said.hidden = !now.chat && !talking.length;
    said.setAttribute("aria-label", say("class.chat_said"));
    const tables = talking.map((at) =>
      h("div", {}, h("p", { class: "small" }, names(at)), h("ol", { class: "plain lines" }, ...at.chat.map(({ name, text }) => h("li", {}, h("b", {}, name), " ", h("span", {}, text))))),
    );
    const none = [h("p", { class: "note" }, say("class.chat_none"))];
    said.replaceChildren(h("h2", {}, say("class.chat_said")), ...(tables.length ? tables : none));
  }
  return { part, said, show };
}
