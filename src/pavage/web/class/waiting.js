// Where a pupil waits: their sign, what comes next. When the round begins, the page goes to their table by itself.

import { attend, coverUp, createCover, forgetMember, goToTable, signText } from "../lib/class_link.js";
import { button, h } from "../lib/dom.js";
import { createHeader } from "../lib/header.js";
import { announce, say } from "../lib/words.js";
import { whenText } from "./wall.js";

/** @typedef {import("../lib/state_types.js").PupilShown} PupilShown */

/** @param {HTMLElement} page @param {import("../lib/class_link.js").Member} me */
export function showWaiting(page, me) {
  /** @type {PupilShown|null} */
  let now = null;
  let gone = "";
  let lost = "";
  const top = createHeader("class", () => (socket.speak(), render()));
  const main = h("main", { class: "class-waiting" });
  const cover = createCover();
  const whole = h("div", { class: "page" }, top.element, main);
  page.replaceChildren(whole, cover);

  const socket = attend(
    me.key,
    (message) => {
      lost = "";
      if (message.kind === "gone") {
        gone = message.sentence;
        cover.hidden = true;
        whole.inert = false;
        forgetMember("pupil");
      } else if (message.kind === "pupil") {
        const before = now?.line;
        now = message;
        if (message.table && message.state === "playing") return goToTable(message);
        coverUp(whole, cover, message);
        if (before !== message.line) announce(message.line);
      }
      render();
    },
    (seconds) => {
      lost = `${say("connection_lost")} ${say("trying_again", { seconds })}`;
      render();
    },
  );

  function render() {
    document.title = `${say("class.named", { code: me.code })} · Pavage`;
    if (gone || !now) {
      main.replaceChildren(
        h("h1", {}, gone || say("connecting")),
        ...(gone ? [h("p", {}, h("a", { class: "btn main large", href: "/class" }, say("class.title")))] : []),
      );
      return;
    }
    const told = now;
    main.replaceChildren(
      h("p", { class: "small" }, say("class.named", { code: now.code })),
      h("h1", {}, now.name),
      h("p", { class: "sentence", role: "status" }, now.line),
      lost ? h("p", { class: "small warn" }, lost) : "",
      now.table ? h("p", {}, button(say("class.to_game"), { class: "btn main large", onclick: () => goToTable(told) })) : "",
      h("p", { class: "own-sign", "aria-hidden": "true" }, signText(now.sign).split(" ")[0]),
      h("p", { class: "small" }, say("class.your_sign", { sign: say(`class.sign.${now.sign}`) })),
      h("p", { class: "small" }, say("class.my_points", { points: now.points })),
      h("p", { class: "note" }, say("class.forgotten", { when: whenText(now.until) })),
      h("p", {}, button(say("class.not_me"), { class: "btn", onclick: () => (forgetMember("pupil"), location.assign("/class")) })),
    );
  }
  render();
}
