// A game from elsewhere, pasted or dropped: it is set up again, to be looked at and played on.

import { oneAtATime, post } from "../lib/api.js";
import { keepSeats } from "../lib/my_games.js";
import { LARGEST } from "../lib/record_link.js";
import { say } from "../lib/words.js";

const LONGEST_NAME = 32;

/** @typedef {import("../lib/state_types.js").Imported} Imported */

/** What a text holds. @param {string} text @returns {Promise<Imported>} */
export async function readGame(text) {
  if (!text.trim()) throw new RangeError(say("view.no_record"));
  if (text.length > LARGEST) throw new RangeError(say("view.too_large"));
  return post("/api/open", { text });
}

/** Set a table for a game that was read. @param {Imported} game @param {string|null} ply the position to be looked at */
export async function openGame({ record, game, title, seats }, ply = null) {
  const chairs = seats.map((name) => ({ name: [...name].slice(0, LONGEST_NAME).join("") }));
  /** @type {import("../lib/state_types.js").TableSet} */
  const made = await post("/api/tables", { record, chairs });
  keepSeats(made, { game, title });
  return `/play/${made.id}${ply ? `?ply=${encodeURIComponent(ply)}` : ""}`;
}

/** What came with a drop or from the clipboard. @param {DataTransfer|null} data @returns {Promise<string>} */
async function textOf(data) {
  const [file] = data?.files ?? [];
  if (file && file.size > 4 * LARGEST) throw new RangeError(say("view.too_large"));
  if (file?.size === 0) throw new RangeError(say("view.no_record"));
  return file ? file.text() : (data?.getData("text/plain") ?? "");
}

/**
 * Listen to what is dropped or pasted anywhere on a page.
 * @param {(text: string) => Promise<void>} found @param {(problem: string) => void} failed
 */
export function listenToDrops(found, failed) {
  const take = oneAtATime(async (/** @type {DataTransfer|null} */ data) => {
    try {
      const text = await textOf(data);
      if (text.trim()) await found(text);
    } catch (error) {
      failed(error instanceof Error ? error.message : String(error));
    }
  });
  /** @param {boolean} over */
  const show = (over) => document.documentElement.classList.toggle("dropping", over);
  const typing = (/** @type {EventTarget|null} */ target) => target instanceof Element && !!target.closest("input, textarea");
  addEventListener("dragover", (event) => {
    if (typing(event.target)) return show(false);
    event.preventDefault();
    show(true);
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && show(false));
  addEventListener("drop", (event) => {
    show(false);
    if (typing(event.target)) return;
    event.preventDefault();
    take(event.dataTransfer);
  });
  addEventListener("paste", (event) => {
    if (!typing(event.target)) take(event.clipboardData);
  });
}
