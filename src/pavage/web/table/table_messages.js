// What a table tells its page: each kind of message changes what is known, and then what is shown.

import { keep, keepSeries, note } from "../lib/my_games.js";
import { createNotice } from "../turns/notice.js";
import { createPace } from "../turns/pace.js";
import { announce, language, say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").State} State @typedef {import("../lib/state_types.js").Look} Look @typedef {import("../lib/state_types.js").Message} Message */
/**
 * @typedef {{state: State|null, past: Look|null, gone: boolean, thinking: string, asked: string|null}} Known what the
 *   page knows of its table: how it stands, the earlier position that is looked at, whether there is no such table any
 *   more, how long the computer has been thinking, and the position that the address asks for
 */
/**
 * @typedef {{
 *   board: ReturnType<typeof import("../board/board.js").createBoard>,
 *   hand: ReturnType<typeof import("../board/hand.js").createHand>,
 *   panel: ReturnType<typeof import("./panel.js").createPanel>,
 *   analysis: ReturnType<typeof import("./analysis.js").createAnalysis>,
 *   arrival: ReturnType<typeof import("./arrival.js").createArrival>,
 *   line: ReturnType<typeof import("./status_line.js").createStatusLine>,
 *   render: () => void, meanwhile: (sentence: string) => void, follow: () => void, leave: (sentence: string) => void, look: (ply: number) => void}} Page
 */

/** @param {string} id the table @param {Known} known @param {Page} page */
export function createHearing(id, known, page) {
  const { board, hand, panel, analysis, arrival, line } = page;
  /** The latest state, shown or not. @type {State|null} */
  let latest = null;
  const notice = createNotice(id, page.meanwhile);
  const pace = createPace({ show: showState, shown: () => known.state, changed: page.render });

  /** @param {State} message */
  function hearState(message) {
    remember(message, latest?.seq !== message.seq, latest?.prompt !== message.prompt || String(latest?.you) !== String(message.you));
    latest = message;
    pace.hear(message);
    notice.hear(message);
    if (pace.held()) announce(`${known.state?.said} ${say("pace.read")}`);
  }

  /** @param {State} message */
  function showState(message) {
    const before = known.state;
    const moved = before?.seq !== message.seq;
    if (moved) {
      line.meanwhile("");
      known.past = null;
      known.thinking = "";
      analysis.end();
    }
    line.forget();
    known.state = message;
    hand.told(message.scene.touched, message.answers);
    page.render();
    hand.takePen();
    hand.goOn();
    arrival.meet(message);
    if (known.asked !== null) {
      page.look(Math.max(0, Math.floor(Number(known.asked)) || 0));
      known.asked = null;
    }
    const seated = String(before?.you) !== String(message.you);
    if (moved || before?.said !== message.said || seated) announce(`${message.said} ${message.prompt}`);
    // After the first touch of several, what comes next.
    else if (before?.prompt !== message.prompt) announce(message.prompt);
  }

  /** Who plays on this device, or who does not. @param {State} now @param {boolean} mine */
  const namesOf = (now, mine) =>
    now.seats.filter((_, seat) => !!now.you?.includes(seat) === mine).map(({ name }) => name);

  /** What is told of a game among mine. @param {State} now */
  const told = (now) => ({
    game: now.game,
    title: now.title,
    size: now.size,
    // Before a key is shown, and in a contest, there are no others.
    ...(now.series && now.you?.length ? { others: namesOf(now, false), here: namesOf(now, true) } : {}),
    line: now.prompt,
    result: now.over ? now.prompt : "",
    language: language(),
    over: now.over,
  });

  /** How a game of mine stands is known on the first page. @param {State} now @param {boolean} moved @param {boolean} reworded */
  function remember(now, moved, reworded) {
    // Nobody else knows the address of a board in a contest: whoever is there plays there.
    if (moved && now.series === null) keep(id, []);
    if (moved || reworded) note(id, told(now));
    if (now.series && now.series.number > 1 && now.you?.length) {
      const same = latest?.series && latest.series.number === now.series.number - 1;
      keepSeries(id, now.series.number, same && latest ? told(latest) : {});
    }
  }

  /** @param {Look} message */
  function hearLook(message) {
    const { state } = known;
    if (message.seq !== state?.seq) return;
    known.past = message.ply === state.moves.length ? null : message;
    page.render();
    announce(known.past ? message.said : state.said);
    page.follow();
  }

  /** @param {import("../lib/state_types.js").Analysing|import("../lib/state_types.js").Analysis} message */
  function hearAnalysis(message) {
    if (message.seq === known.state?.seq) analysis.heard(message);
  }

  /** @param {import("../lib/state_types.js").Key} message */
  function hearKey({ key }) {
    keep(id, [key]);
    arrival.sitDown();
  }

  /** @param {import("../lib/state_types.js").Refused} message */
  function hearRefusal({ sentence, cells, answers }) {
    analysis.refused();
    const matters = hand.refused(known.state?.scene.touched ?? [], answers);
    panel.refused();
    hand.goOn();
    if (!matters) return;
    board.refuse(cells);
    line.refuse(sentence);
    announce(sentence);
  }

  /** @param {import("../lib/state_types.js").Progress} message */
  function hearProgress({ share, seconds, most }) {
    if (!known.state?.busy || pace.behind()) return;
    const times = { now: Math.floor(seconds), most: Math.round(most) };
    known.thinking = known.state.mine ? say("searching") : say("thinking_time", times);
    panel.progress(share);
    line.render();
  }

  /** @param {import("../lib/state_types.js").Gone} message */
  function hearGone({ sentence }) {
    known.gone = true;
    note(id, { line: sentence, result: "", language: language(), gone: true }); // among my games, until it is deleted there
    page.leave(sentence);
    announce(sentence);
  }

  /** @type {{[Kind in Message["kind"]]: (message: Extract<Message, {kind: Kind}>) => void}} */
  const hearing = {
    state: hearState,
    look: hearLook,
    analysing: hearAnalysis,
    analysis: hearAnalysis,
    key: hearKey,
    refused: hearRefusal,
    progress: hearProgress,
    gone: hearGone,
  };
  return {
    pace,
    /** @param {Message} message */
    heard: (message) => /** @type {((message: Message) => void)|undefined} */ (hearing[message.kind])?.(message),
  };
}
