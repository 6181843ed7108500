// A class, seen from one device: who its reader is there, and what the server tells them. Kept here and nowhere else.

import { forget, keep, myGames } from "./my_games.js";
import { createCountdown } from "./countdown.js";
import { button, h } from "./dom.js";
import { announce, language, say } from "./words.js";

/** @typedef {import("./state_types.js").PupilShown} PupilShown */
/** @typedef {import("./state_types.js").ClassShown|import("./state_types.js").ClassBoards|PupilShown|import("./state_types.js").ClassGone} ClassMessage what a class tells */
/** @typedef {{code: string, key: string, name?: string}} Member somebody of a class: a pupil has a name, who leads it has none */

const PLACES = { pupil: "pavage.class", teacher: "pavage.class_led" };
const WAITS = [1, 2, 3, 5, 8];
/** What pupils find their seat by, when they come with another device. @type {Record<string, string>} */
export const SIGNS = {
  star: "★",
  heart: "♥",
  sun: "☀",
  moon: "☾",
  umbrella: "☂",
  clover: "♣",
  spade: "♠",
  diamond: "♦",
  circle: "●",
  triangle: "▲",
  square: "■",
  flower: "✿",
};

/** A sign as it is seen and called. @param {string} sign */
export const signText = (sign) => `${SIGNS[sign] ?? ""} ${say(`class.sign.${sign}`)}`;

/** Who the reader is, on this device. @param {keyof typeof PLACES} role @returns {Member|null} */
export function member(role) {
  try {
    return JSON.parse(localStorage.getItem(PLACES[role]) || "null");
  } catch {
    return null;
  }
}

/** @param {keyof typeof PLACES} role @param {Member} who */
export const keepMember = (role, who) => localStorage.setItem(PLACES[role], JSON.stringify(who));

/** Somebody else comes to this device, or the class is over: nothing stays. @param {keyof typeof PLACES} role */
export function forgetMember(role) {
  const code = member(role)?.code;
  localStorage.removeItem(PLACES[role]);
  if (role === "pupil" && code) for (const game of myGames()) if (game.class === code) forget(game.id);
}

/**
 * What a class tells, for as long as the page is open.
 * @param {string} key @param {(message: ClassMessage) => void} heard @param {(seconds: number) => void} lost
 * @returns {{speak: () => void}}
 */
export function attend(key, heard, lost) {
  let tries = 0;
  let ended = false;
  /** @type {WebSocket} */
  let socket;
  const hello = () => socket.send(JSON.stringify({ key, language: language() }));

  function open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api/classes/live?language=${language()}`);
    socket.onopen = hello;
    socket.onmessage = (event) => {
      tries = 0;
      const message = JSON.parse(event.data);
      ended ||= message.kind === "gone";
      heard(message);
    };
    socket.onclose = () => {
      if (ended) return;
      const wait = WAITS[Math.min(tries++, WAITS.length - 1)];
      lost(wait);
      setTimeout(open, wait * 1000);
    };
  }
  addEventListener("pagehide", () => (ended = true));
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  open();
  return { speak: () => socket.readyState === WebSocket.OPEN && hello() };
}

/** Go where the class plays; the way there is kept, so that a reload finds it. @param {PupilShown} told */
export function goToTable({ table, key, code }) {
  keep(table, key ? [key] : [], { class: code });
  location.assign(`/play/${table}`);
}

/** Nobody touches anything while all eyes are elsewhere. @param {HTMLElement} main @param {HTMLElement} cover @param {PupilShown} told */
export function coverUp(main, cover, { paused, begun }) {
  main.inert = paused;
  if (paused === !cover.hidden && cover.childElementCount) return;
  cover.hidden = !paused;
  const [title, line] = begun ? [say("class.eyes"), say("class.eyes_line")] : [say("class.ready"), say("class.ready_line")];
  cover.replaceChildren(h("p", { class: "huge" }, title), h("p", { class: "lead" }, line));
  if (paused) announce(`${title}. ${line}`);
}

export const createCover = () => h("div", { class: "cover", hidden: true });

/**
 * At a table of a class: the board is covered when the teacher says so, and the next round comes by itself.
 * @param {string} id the table @param {HTMLElement} main the page of it
 */
export function followClass(id, main) {
  const me = member("pupil");
  if (!me || myGames().find((game) => game.id === id)?.class !== me.code) return;
  const cover = createCover();
  const line = h("p", { class: "note class-line" });
  const left = createCountdown(h("span", { class: "num" }), (figure) => say("class.time_left", { time: figure }));
  main.querySelector(".prompt")?.prepend(line);
  main.after(cover);
  attend(
    me.key,
    (message) => {
      if (message.kind === "gone") return leave();
      if (message.kind !== "pupil") return;
      if (message.table && message.table !== id && message.state === "playing") return goToTable(message);
      coverUp(main, cover, message);
      const back = button(say("class.to_class"), { class: "btn", onclick: () => location.assign(`/class/${me.code}`) });
      left.tell(message);
      line.replaceChildren(`${message.name} ${SIGNS[message.sign] ?? ""} · ${message.line} `, left.part, ...(message.state === "playing" ? [] : [back]));
    },
    () => {},
  );

  function leave() {
    main.inert = false;
    cover.remove();
    line.remove();
    forgetMember("pupil");
  }
}
