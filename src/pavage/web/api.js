// Talking with the server.

import { language, say } from "./words.js";

/**
 * @typedef {{cell: number, colour: string, shape?: string, cells?: number[], text?: string, sealed?: boolean,
 *   label?: string}} Piece
 */
/** @typedef {{kind: string, cells: number[], value?: number, text?: string, colour?: string}} Mark */
/** @typedef {{site: number, name: string, label: string, help: string, in_tray?: boolean}} GameButton */
/** @typedef {{name: string, label: string, marks: Mark[]}} Overlay */
/**
 * @typedef {{label: string, site?: number, name?: string, face?: string, text?: string, points?: number[][],
 *   count?: number, colour?: string, state?: string, offered?: boolean, anew?: boolean}} Item what may be touched is
 *   `offered`; `anew`, if the hand puts down what it holds
 */
/** @typedef {{label: string, items: Item[], seat?: number, keep?: boolean}} Tray */
/** @typedef {{name: string, title: string, head: string[], rows: string[][], folded: boolean}} Sheet */
/**
 * @typedef {{board: string, pieces: Piece[], marks: Mark[], turn: number|null, touched: number[], next: number[],
 *   ghost: string, buttons: GameButton[], overlays: Overlay[], trays?: Tray[], sheets?: Sheet[], field?: string,
 *   stamp?: number[][], box?: boolean, turned?: number}} Scene
 */
/**
 * @typedef {{colour: string, name: string, aim: string, score: string, note: string, out: boolean,
 *   turn: boolean, computer: boolean,
 *   left: number|null, periods: number, running: boolean}} Seat
 */
/** @typedef {{turn: number, with_labels: [number, number], without_labels: [number, number]}} Shape */
/**
 * @typedef {{kind: "state", seq: number, title: string, size: string, game: string, shapes: Shape[], scene: Scene,
 *   seats: Seat[], moves: {text: string, seat: number}[], players: number, prompt: string, said: string,
 *   hinted: number[], mine: boolean, over: boolean, failed: boolean, busy: boolean, acts: Record<string, boolean>}} State
 */

/** An answer that is not what was asked for, as a sentence. */
export class Refused extends Error {}

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
    throw new Refused(say("connection_lost"));
  }
  if (!answer.ok) {
    const told = await answer.json().catch(() => ({}));
    throw new Refused(told.error || say("our_mistake"));
  }
  return answer;
}

/** @param {string} path @returns {Promise<any>} */
export const getJson = async (path) => (await ask(path)).json();

/** @param {string} path @returns {Promise<string>} */
export const getText = async (path) => (await ask(path)).text();

/** @param {string} path @param {any} body @returns {Promise<any>} */
export const post = async (path, body) =>
  (
    await ask(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  ).json();

const WAITS = [1, 2, 3, 5, 8];

/**
 * A table's socket, opened again whenever it closes.
 * @param {string} id @param {(message: any) => void} heard @param {(seconds: number) => void} lost
 */
export function live(id, heard, lost) {
  let tries = 0;
  let ended = false;
  /** @type {WebSocket} */
  let socket;

  function open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api/tables/${id}/live?language=${language()}`);
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
  open();
  return {
    /** @param {any} message @returns {boolean} whether it could be sent */
    send(message) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
  };
}
