// The page of whoever leads a class: the wall, the boards, the pupils, and what comes next.

import { Refused, oneAtATime, post, remove } from "../lib/api.js";
import { attend, forgetMember, keepMember, member } from "../lib/class_link.js";
import { button, h } from "../lib/dom.js";
import { createHeader } from "../lib/header.js";
import { announce, say } from "../lib/words.js";
import { linkElement } from "../table/invite.js";
import { createBoards, diceOf, seatsOf } from "./class_boards.js";
import { createClassChat } from "./class_chat.js";
import { createNextRound } from "./next_round.js";
import { createPupils } from "./pupils_list.js";
import { createRoundHead } from "./round_head.js";
import { whenText } from "./wall.js";

/** @typedef {import("../lib/state_types.js").ClassShown} ClassShown */

const KEY = /^[\w-]{22}$/;

/** The key of whoever leads: from the secret link, which then is no longer seen, or kept on this device. */
export function teacherKey() {
  const [code, key] = location.hash.slice(1).split(".");
  if (key && KEY.test(key)) {
    keepMember("teacher", { code, key });
    history.replaceState(null, "", location.pathname + location.search);
  }
  return member("teacher");
}

/** @param {HTMLElement} page */
export async function showTeacher(page) {
  const me = teacherKey();
  if (!me) return location.replace("/class");
  const { key } = me;
  /** @type {ClassShown|null} */
  let now = null;
  let problem = "";
  let ending = false;
  const top = createHeader("class", respeak);
  const told = h("p", { class: "problem small warn", role: "alert" });
  const large = h("section", { class: "large-board", hidden: true });
  const head = createRoundHead(act);
  const boards = createBoards((board) => act("show", { board }));
  const pupils = createPupils(act);
  const next = createNextRound(act);
  const chat = createClassChat(act);
  const links = h("section", { class: "class-links" });
  const main = h("main", { class: "class-teacher" }, h("div", { class: "class-stage" }, head.part, told, next.groups, large, boards.part, chat.said), h("div", { class: "class-side" }, pupils.part, next.part, chat.part, links));
  page.replaceChildren(h("div", { class: "page full" }, top.element, main));

  const socket = attend(
    key,
    async (message) => {
      if (message.kind === "gone") return leave(ending ? say("class.ended") : message.sentence);
      if (message.kind === "boards") {
        await boards.take(message);
        if (now) chat.show(now, boards.all());
        await showLarge();
      } else if (message.kind === "class") await show(message);
    },
    (seconds) => tell(`${say("connection_lost")} ${say("trying_again", { seconds })}`),
  );

  /** @param {string} name @param {object} [more] @returns {Promise<unknown>} what the server answers; null if it refused */
  async function act(name, more = {}) {
    try {
      const answer = await post("/api/classes/acts", { act: name, ...more }, { "x-pavage-key": key });
      tell("");
      return answer;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      tell(error.message);
      return null;
    }
  }

  /** @param {string} sentence */
  function tell(sentence) {
    problem = sentence;
    told.textContent = problem ? `✕ ${problem}` : "";
  }

  /** @param {ClassShown} message */
  async function show(message) {
    const before = now;
    now = message;
    if (problem.startsWith(say("connection_lost"))) tell("");
    document.title = `${say("class.named", { code: now.code })} · Pavage`;
    head.show(now);
    pupils.show(now);
    next.show(now);
    chat.show(now, boards.all());
    if (!before) renderLinks(now);
    boards.part.hidden = now.shown !== null || !now.round;
    await showLarge();
    if (before && before.pupils.length < now.pupils.length) announce(say("class.pupils_some", { number: now.pupils.length }));
  }

  async function showLarge() {
    const at = now && now.shown !== null ? boards.at(now.shown) : null;
    large.hidden = !at;
    if (!at) return;
    const svg = await boards.large(at);
    large.className = `large-board${at.players > 2 ? " patterned" : ""}`;
    large.replaceChildren(svg, h("div", {}, seatsOf(at), ...diceOf(at), h("p", { class: "sentence" }, at.said), h("p", { class: "small" }, at.told)));
  }

  /** @param {ClassShown} now */
  function renderLinks(now) {
    const secret = `${location.origin}/class/teacher#${now.code}.${key}`;
    links.replaceChildren(
      h("div", { class: "row wrap" }, h("a", { class: "btn", href: "/class/projector", target: "_blank", rel: "noopener" }, say("class.projector")), button(say("class.save"), { onclick: save })),
      linkElement(say("class.secret"), secret),
      h("p", { class: "note" }, say("class.forgotten", { when: whenText(now.until) })),
      h(
        "div",
        { class: "row wrap" },
        ...(ending
          ? [button(say("class.really_end"), { class: "btn main", onclick: end }), button(say("class.keep"), { onclick: () => ((ending = false), renderLinks(now)) })]
          : [button(say("class.end"), { onclick: () => ((ending = true), renderLinks(now)) })]),
      ),
    );
  }

  const save = oneAtATime(async () => {
    const answer = await fetch(`/api/classes/results.csv?language=${document.documentElement.lang}`, { headers: { "x-pavage-key": key } });
    if (!answer.ok) return tell(say("our_mistake"));
    const named = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "");
    const address = URL.createObjectURL(await answer.blob());
    const link = h("a", { href: address, download: named?.[1] ?? "class.csv" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  });

  const end = oneAtATime(async () => {
    try {
      await remove("/api/classes", key);
      leave(say("class.ended"));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      tell(error.message);
    }
  });

  /** @param {string} sentence */
  function leave(sentence) {
    forgetMember("teacher");
    main.replaceChildren(h("div", { class: "form narrow" }, h("h1", {}, sentence), h("p", {}, h("a", { class: "btn main", href: "/class" }, say("class.title")))));
    announce(sentence);
  }

  async function respeak() {
    boards.respeak();
    socket.speak();
    await next.load();
    if (now) {
      head.show(now);
      pupils.show(now);
      chat.show(now, boards.all());
      renderLinks(now);
    }
  }
  await next.load();
}

