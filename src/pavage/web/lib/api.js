// Talking with the server.

import { language, say as word } from "./words.js";

/** @typedef {import("./state_types.js").Message} Message */
/** @typedef {Record<string, unknown>} Sent what is said to a table: docs/api.md */
/** @typedef {{id: string, keys: (string|null)[], chairs?: {away?: boolean}[]}} Made a table that was just set */

/** An answer that is not what was asked for, as a sentence. */
export class Refused extends Error {
  /** @param {string} sentence @param {number} [status] what the server said; 0, if it could not be reached */
  constructor(sentence, status = 0) {
    super(sentence);
    this.status = status;
  }
}

/**
 * @param {string} path @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
async function ask(path, options) {
  const joined = path + (path.includes("?") ? "&" : "?") + `language=${language()}`;
  let answer;
  try {
    answer = await fetch(joined, options);
  } catch {
    throw new Refused(word("connection_lost"));
  }
  if (!answer.ok) {
    const told = await answer.json().catch(() => ({}));
    throw new Refused(told.error || word("our_mistake"), answer.status);
  }
  return answer;
}

/**
 * What is pressed twice before the answer has come is done once.
 * @template {unknown[]} T @param {(...given: T) => Promise<unknown>} work @returns {(...given: T) => Promise<void>}
 */
export function oneAtATime(work) {
  let busy = false;
  return async (...given) => {
    if (busy) return;
    busy = true;
    try {
      await work(...given);
    } finally {
      busy = false;
    }
  };
}

/** @template T @param {string} path @returns {Promise<T>} */
export const getJson = async (path) => (await ask(path)).json();

/** @param {string} path @returns {Promise<string>} */
export const getText = async (path) => (await ask(path)).text();

/** @template T @param {string} path @param {object} body @param {Record<string, string>} [headers] @returns {Promise<T>} */
export const post = async (path, body, headers = {}) =>
  (
    await ask(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    })
  ).json();

/** @param {string} path @param {string} key what shows that one played @returns {Promise<Response>} */
export const remove = (path, key) => ask(path, { method: "DELETE", headers: { "x-pavage-key": key } });

const WAITS = [1, 2, 3, 5, 8];

/** A name for a message, so that sending it twice does no harm. */
const newMark = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(36)).join("");

/**
 * A table's socket, opened again whenever it closes.
 * @param {string} id @param {(message: Message) => void} heard @param {(seconds: number) => void} lost
 * @param {() => Sent|null} greeting who we are, said first every time; null for nobody
 * @param {() => boolean} coming whether a key will be shown
 */
export function live(id, heard, lost, greeting, coming) {
  let tries = 0;
  let ended = false;
  /** Whether the reader has gone to another page: nobody need be told that the connection is lost. */
  let away = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let again;
  /** What was done and not yet answered, by its mark: said again when the connection is back. @type {Map<string, Sent>} */
  const waiting = new Map();
  /** @type {WebSocket} */
  let socket;

  function open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = new URLSearchParams({ language: language(), ...(coming() && { coming: "1" }) });
    socket = new WebSocket(`${scheme}://${location.host}/api/tables/${id}/live?${query}`);
    socket.onopen = () => {
      const hello = greeting();
      if (hello) say(hello);
      waiting.forEach(say);
    };
    socket.onmessage = (event) => {
      tries = 0;
      const message = JSON.parse(event.data);
      ended ||= message.kind === "gone";
      settle(message);
      heard(message);
    };
    socket.onclose = () => {
      if (ended || away) return;
      const wait = WAITS[Math.min(tries++, WAITS.length - 1)];
      lost(wait);
      again = setTimeout(open, wait * 1000);
    };
  }

  /** What is answered need not be said again. @param {Message} message */
  function settle(message) {
    if (message.kind !== "state" && message.kind !== "refused") return;
    if (message.answers !== undefined) waiting.delete(message.answers);
    // What the server could not read it cannot name, and will not read the next time either.
    else if (message.kind === "refused") waiting.clear();
  }

  /** @param {Sent} message @returns {boolean} whether it could be sent */
  function say(message) {
    if (socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }
  addEventListener("pagehide", () => (away = true));
  // A browser may keep a page as it was, and show it again when its reader comes back.
  addEventListener("pageshow", ({ persisted }) => {
    away = false;
    if (!persisted || ended || socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(again);
    open();
  });
  open();
  return {
    send: say,
    /**
     * Do something that must happen once, however often the connection breaks.
     * @param {Sent} message @returns {string} the mark that its answer will bear
     */
    once(message) {
      const mark = newMark();
      const marked = { ...message, mark };
      waiting.set(mark, marked);
      say(marked);
      return mark;
    },
  };
}
