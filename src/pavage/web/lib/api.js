// Talking with the server.

import { language, say as word } from "./words.js";

/** @typedef {import("./state_types.js").Message} Message */
/** @typedef {Record<string, unknown>} Sent what is said to a table: docs/api.md */
/** @typedef {{mark: string, message: Sent}} Late */

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
/** Milliseconds after which what was done, and not answered, is no longer what one would do without being asked. */
const LATE = 3000;

/** A name for a message, so that sending it twice does no harm. */
const newMark = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(36)).join("");

/**
 * A table's socket, opened again whenever it closes.
 * @param {string} id @param {(message: Message) => void} heard @param {(seconds: number) => void} lost
 * @param {() => Sent|null} greeting who we are, said first every time; null for nobody
 * @param {() => boolean} coming whether a key will be shown
 * @param {(late: Late[]) => void} late told of what was done without a connection, once there is one: nothing of it
 *   happens unless it is said `again`
 */
export function live(id, heard, lost, greeting, coming, late) {
  let tries = 0;
  let ended = false;
  /** Whether the reader has gone to another page: nobody need be told that the connection is lost. */
  let away = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let again;
  /** What was done and not yet answered, by its mark, and when: said again when the connection is back. @type {Map<string, {message: Sent, at: number}>} */
  const waiting = new Map();
  /** Whether the reader was told that there is no connection. */
  let offline = false;
  /** Whether there is something to ask about as soon as it is known how the game stands. */
  let asks = false;
  /** @type {WebSocket} */
  let socket;

  function open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = new URLSearchParams({ language: language(), ...(coming() && { coming: "1" }) });
    socket = new WebSocket(`${scheme}://${location.host}/api/tables/${id}/live?${query}`);
    socket.onopen = () => {
      const hello = greeting();
      if (hello) say(hello);
      offline = false;
      for (const { message, at } of waiting.values()) if (performance.now() - at < LATE) say(message);
      asks = true;
    };
    socket.onmessage = (event) => {
      tries = 0;
      const message = JSON.parse(event.data);
      ended ||= message.kind === "gone";
      settle(message);
      heard(message);
      if (message.kind === "state" && asks && (message.you?.length || !greeting())) askAbout(message.seq);
    };
    socket.onclose = () => {
      if (ended || away) return;
      const wait = WAITS[Math.min(tries++, WAITS.length - 1)];
      offline = true;
      lost(wait);
      again = setTimeout(open, wait * 1000);
    };
  }

  /** What was done late is asked about, if the game is still the same; else it has happened, or cannot happen. @param {number} seq */
  function askAbout(seq) {
    asks = false;
    const old = [...waiting].filter(([, { at }]) => performance.now() - at >= LATE);
    for (const [, { message }] of old) if (message.seq !== seq) say(message);
    const asked = old.filter(([, { message }]) => message.seq === seq);
    if (asked.length) late(asked.map(([mark, { message }]) => ({ mark, message })));
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
      // What is done without a connection is late from the beginning.
      waiting.set(mark, { message: marked, at: offline ? -Infinity : performance.now() });
      say(marked);
      return mark;
    },
    /** Whether the reader was told that there is no connection. */
    offline: () => offline,
    /** Do now what was done late. @param {string} mark */
    again(mark) {
      const kept = waiting.get(mark);
      if (kept) say(kept.message);
    },
    /** It is not to happen any more. @param {string} mark */
    drop: (mark) => void waiting.delete(mark),
  };
}
