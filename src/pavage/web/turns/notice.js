// Whoever looks elsewhere notices that it is their turn: by the title, the icon, a soft sound, a notification.

import { preferences } from "../lib/menu.js";
import { keptOf, note } from "../lib/my_games.js";
import { say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").State} State */

/** Two soft notes: when each begins, in seconds, and how high it is. */
const NOTES = [
  { at: 0, hertz: 523 },
  { at: 0.14, hertz: 784 },
];
const LOUDNESS = 0.08;
const FADE = 0.5;

/** Whether somebody else plays too, so that turns come and go. @param {State} state */
const waits = ({ seats, you }) => !!you?.length && seats.some((_, seat) => !you.includes(seat));

/** Whether it is now the turn of whoever looks. @param {State} state */
const isMine = (state) => state.mine && !state.over && waits(state);

/** @type {AudioContext|null} */
let audio = null;

/** A browser plays nothing before its reader has touched the page. */
function playSound() {
  if (!navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  audio.resume();
  const now = audio.currentTime;
  for (const { at, hertz } of NOTES) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0, now + at);
    volume.gain.linearRampToValueAtTime(LOUDNESS, now + at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + at + FADE);
    tone.connect(volume).connect(audio.destination);
    tone.start(now + at);
    tone.stop(now + at + FADE);
  }
}

/** @param {State} state @param {string} id the table */
function notify(state, id) {
  if (preferences.get("notify", "off") !== "on" || !("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const shown = new Notification(`${say("turn.yours")} ${state.title}`, { body: state.said, tag: id });
    shown.onclick = () => {
      focus();
      shown.close();
    };
  } catch {
    // Some browsers let only an installed page do this.
  }
}

/** @param {State} state @param {string} id the table */
function call(state, id) {
  const away = document.hidden || !document.hasFocus();
  const sound = preferences.get("sound", "away");
  if (sound === "on" || (sound === "away" && away)) playSound();
  if (away) notify(state, id);
}

/** @param {State} state */
function mark(state) {
  const mine = isMine(state);
  const name = `${`${state.title} ${state.size}`.trim()} · Pavage`;
  document.title = mine ? `● ${say("turn.yours")} ${name}` : name;
  const icon = /** @type {HTMLLinkElement|null} */ (document.querySelector("link[rel=icon]"));
  const wanted = icon?.href.replace(/icon(-turn)?\.svg/, mine ? "icon-turn.svg" : "icon.svg");
  if (icon && wanted && icon.href !== wanted) icon.href = wanted;
}

/** What others did since a number of moves was seen, in a sentence; empty if nothing. @param {State} state @param {number} seen */
function meanwhile(state, seen) {
  const made = state.moves.slice(seen).filter(({ seat }) => seat >= 0);
  const number = made.length;
  if (!number || made.every(({ seat }) => state.you?.includes(seat))) return "";
  return say(number === 1 ? "turn.away_one" : "turn.away_many", { number, said: state.over ? `${state.prompt} ${state.said}` : state.said });
}

/**
 * @param {string} id the table
 * @param {(sentence: string) => void} told what has happened while the reader was away
 */
export function createNotice(id, told) {
  /** @type {State|null} */
  let latest = null;
  /** How many moves of which game the reader has seen. */
  let seen = keptOf(id)?.seen ?? null;

  /** The reader sees how the game stands. @param {State} state */
  function see(state) {
    seen = { game: state.series?.number ?? 1, moves: state.moves.length };
    note(id, { seen });
  }

  /** The reader comes, or comes back. */
  function back() {
    if (document.hidden || !latest) return;
    const same = seen && seen.game === (latest.series?.number ?? 1);
    const sentence = same && seen && waits(latest) ? meanwhile(latest, seen.moves) : "";
    see(latest);
    if (sentence) told(sentence);
  }

  document.addEventListener("visibilitychange", back);

  return {
    /** The game as the server tells it, shown or not. @param {State} state */
    hear(state) {
      const before = latest;
      latest = state;
      mark(state);
      if (!waits(state)) return;
      if (!before || !waits(before)) back();
      else if (!document.hidden && before.seq !== state.seq) see(state);
      if (before && isMine(state) && !isMine(before)) call(state, id);
    },
    /** In other words. */
    respeak: () => latest && mark(latest),
  };
}
