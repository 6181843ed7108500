// Moves of computers are shown one after the other, at a pace that one can follow. The game never waits: only showing does.

import { preferences } from "../lib/menu.js";

/** @typedef {import("../lib/state_types.js").State} State */

/** Milliseconds between two moves of computers, and until the answer to a move of one's own that did something. */
const STEP = 1000;
const OWN_NEWS = 1500;
/** To read what a computer's move did: at least, for each letter, at most. */
const READING = { least: 1200, letter: 45, most: 6000 };

/** Whoever moved last, dice aside. @param {State} state */
function mover({ moves, seats }) {
  const made = moves.filter(({ seat }) => seat >= 0);
  return made.length ? seats[made[made.length - 1].seat] : null;
}

/** Whether a state shows how the game of another goes on. @param {State} before @param {State} next */
const goesOn = (before, next) => next.moves.length > before.moves.length && next.series?.number === before.series?.number;

/** Whether nothing but moves of computers lies between two states. @param {State} before @param {State} next */
const byComputers = (before, next) =>
  goesOn(before, next) && next.moves.slice(before.moves.length).every(({ seat }) => seat < 0 || next.seats[seat].computer);

/** What the reader wants; whoever has a clock must see the game as it stands, since it is their time that runs. @param {State} state */
const wanted = ({ seats }) => (seats.some(({ left }) => left !== null) ? "once" : preferences.get("pace", "calm"));

/** How long a state is shown before the next, in milliseconds. @param {State} state @param {boolean} fresh whether its news are new */
function patience(state, fresh) {
  const pace = wanted(state);
  if (pace === "once") return 0;
  const news = fresh ? (state.scene.news ?? "") : "";
  const computer = !!mover(state)?.computer;
  if (document.hidden || (news && state.scene.stays) || (computer && pace === "tap")) return Infinity;
  if (!computer) return news ? OWN_NEWS : 0;
  return news ? Math.min(READING.most, Math.max(READING.least, READING.letter * news.length)) : STEP;
}

/**
 * @param {{show: (state: State) => void, shown: () => State|null, changed: () => void}} told `show` a state; which is
 *   `shown`; told when the reader is waited for, or no longer
 */
export function createPace(told) {
  /** What has happened and is not shown yet. @type {State[]} */
  let coming = [];
  let since = 0;
  let fresh = false;
  let held = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;

  /** @param {State} state */
  function show(state) {
    const before = told.shown();
    if (before?.seq !== state.seq) {
      since = performance.now();
      fresh = !before || before.scene.news !== state.scene.news;
    }
    told.show(state);
  }

  /** Show the next in time, or wait for the reader. */
  function plan() {
    clearTimeout(timer);
    const now = told.shown();
    const wait = coming.length && now ? patience(now, fresh) - (performance.now() - since) : 0;
    const before = held;
    held = wait === Infinity && !document.hidden;
    if (held !== before) told.changed();
    if (!coming.length || wait === Infinity) return;
    if (wait <= 0) goOn();
    else timer = setTimeout(goOn, wait);
  }

  function goOn() {
    const next = coming.shift();
    if (next) show(next);
    plan();
  }

  function catchUp() {
    coming = coming.slice(-1);
    goOn();
  }

  document.addEventListener("visibilitychange", plan);

  return {
    /** The game as the server tells it. @param {State} state */
    hear(state) {
      const last = coming[coming.length - 1] ?? told.shown();
      const waits = last && (coming.length ? goesOn(last, state) : byComputers(last, state));
      if (coming.length && last?.seq === state.seq && state.answers === undefined) coming[coming.length - 1] = state;
      else if (waits && state.answers === undefined) coming.push(state);
      else {
        coming = [];
        show(state);
      }
      plan();
    },
    /** Whether something has happened that is not shown yet. */
    behind: () => coming.length > 0,
    /** Whether it is the reader who is waited for. */
    held: () => held,
    /** The reader has seen enough of this. */
    goOn,
    /** Show how the game stands. */
    catchUp,
    /** The reader wants another pace. */
    plan,
  };
}
