// The page of a table: the board and the panel, kept as the server says.

import { getText, live } from "../lib/api.js";
import { h, sameAgain, visible } from "../lib/dom.js";
import { firstDrawing, listensNow } from "../lib/first.js";
import { createMenu, onWall, preferences } from "../lib/menu.js";
import { myGames } from "../lib/my_games.js";
import { readingLinks } from "../lib/reading.js";
import { followClass } from "../lib/class_link.js";
import { announce, language, say, theme } from "../lib/words.js";
import { createBoard } from "../board/board.js";
import { createHand } from "../board/hand.js";
import { listenToKeys } from "../board/keys.js";
import { cornersAreFree, createOrientation, wide } from "../board/orientation.js";
import { createAnalysis } from "./analysis.js";
import { createArrival } from "./arrival.js";
import { createHearing } from "./table_messages.js";
import { createLate } from "../turns/offline_moves.js";
import { createPanel } from "./panel.js";
import { createStatusLine, tapAgain } from "./status_line.js";
import { createTileDrag } from "./tile_drag.js";

/** @typedef {import("../lib/state_types.js").State} State @typedef {import("../lib/api.js").Sent} Sent */

/** @param {HTMLElement} page @param {string} id */
export function showPage(page, id) {
  /** @type {import("./table_messages.js").Known} */
  const known = {
    state: null,
    past: null,
    gone: false,
    thinking: "",
    asked: new URLSearchParams(location.search).get("ply"),
  };
  /** What the reader asked to see on top of the board. */
  let overlay = "";
  /** What helps a person who carries moves between programs. @type {ReturnType<typeof import("./relay_panel.js").createRelayPanel>|null} */
  let relay = null;
  const drawing = firstDrawing(page);
  /** How many moves had been made when the page was sent. */
  const seen = Number(page.querySelector("main")?.dataset.ply ?? -1);
  const stage = h("section", { class: "board" });
  const line = createStatusLine(
    (text, refused) => panel.say(text, refused),
    () => {
      if (known.past) return known.past.said;
      // What is to be read is not written over by how long somebody thinks.
      const reading = pace.behind() || known.state?.scene.stays;
      return (!reading && known.thinking) || (advised() ? "" : known.state?.said) || "";
    },
  );
  const hand = createHand({
    state: () => known.state,
    send,
    leavePast: () => (!!known.past && (leavePast(), true)) || follow(),
    empty: respeak,
  });
  const board = createBoard(stage, hand.touch, hand.drag, {
    twice: () => preferences.get("twice", "auto"),
    aimed: (name) => {
      line.aim(name);
      if (name) announce(tapAgain(name));
    },
  });
  const lay = createOrientation(stage, board, (name, turn) =>
    drawing(name, turn) ?? getText(`/api/tables/${id}/board.svg?${new URLSearchParams({ turn: String(turn), board: name })}`),
  );
  const present = () => !!known.state && !known.gone;
  const menu = createMenu({
    turns: () => shown()?.shapes.length ?? 0,
    game: () => known.state?.game ?? "",
    spoken: respeak,
    arranged: arrange,
    paced: () => (known.state?.seats.some(({ computer }) => computer) ? pace.plan : null),
    reading: () => readingLinks(known.state?.reading ?? {}, known.state?.title ?? "", "btn"),
    position: () => (present() ? `/setup?table=${id}&ply=${ply()}` : ""),
    print: () => (present() ? `/print?table=${id}&game=${known.state?.game ?? ""}` : ""),
    projector: () => (present() ? `/play/${id}${onWall() ? "" : "?projector"}` : ""),
    acts: [
      { name: "analyse", may: () => present() && panel.mayAnalyse(), run: () => analysis.toggle(ply()) },
      { name: "draw", may: () => present() && panel.mayDraw(), run: () => act("draw") },
      {
        get name() {
          return known.state ? panel.resigns() : "resign";
        },
        may: () => present() && panel.mayResign(),
        run: () => panel.resign(),
      },
    ],
  });
  const analysis = createAnalysis({
    ask: (wanted) => socket.send({ analyse: wanted }),
    seats: () => known.state?.seats ?? [],
    look: (wanted) => look(wanted),
    changed: (on) => {
      panel.analysing(on);
      const before = main.classList.contains("analysing");
      // On a phone the button lies below the board that is now gone through.
      if (main.classList.toggle("analysing", on && !!known.state?.over) && !before) stage.scrollIntoView();
      // What was advised before gives way, and comes back.
      if (known.state) render();
    },
  });
  const look = (/** @type {number} */ wanted) => {
    pace.catchUp();
    socket.send({ look: wanted });
  };
  const late = createLate({
    again: (mark) => socket.again(mark),
    drop: (mark) => socket.drop(mark),
    nameOf: (cell) => board.cells[cell]?.dataset.name ?? "",
  });
  const panel = createPanel({
    act,
    late: late.part,
    goOn: () => void follow(),
    named: () => {
      const hello = arrival.greeting();
      if (hello) socket.send(hello);
    },
    chat: (text) => socket.send({ chat: text }),
    zoom: (by) => board.zoom(by),
    picture: () => board.svg,
    id,
    touch: hand.touch,
    drag: createTileDrag(board, hand.lay),
    turn: hand.turn,
    erase: hand.erase,
    typed: hand.write,
    look,
    overlay: (name) => {
      overlay = name;
      drawBoard();
    },
    analyse: () => analysis.toggle(ply()),
    analysis: analysis.part,
    table: `/api/tables/${id}`,
    menu,
  });
  const [bar, ...rest] = panel.parts;
  const main = h("main", { class: "play coming" }, bar, stage, ...rest);
  page.replaceChildren(main);
  panel.say(say("connecting"));
  main.classList.toggle("projector", onWall());
  followClass(id, main);

  listenToKeys(board, {
    touch: hand.touch,
    turns: () => known.state?.scene.turned !== undefined,
    turn: hand.turn,
    typed: hand.write,
    erase: hand.erase,
    typing: line.type,
    back: () => {
      line.forget();
      hand.rest();
      if (known.past) leavePast();
      else if (pace.behind()) pace.catchUp();
      else if (known.state?.scene.touched.length) respeak();
      line.render();
    },
  });
  document.addEventListener("keydown", ({ key, target }) => {
    if ((key === "Enter" || key === " ") && target === document.body) follow();
  });
  addEventListener("resize", arrange);

  const arrival = createArrival(id, {
    send: (message) => socket.send(message),
    // The invitation comes first, the game when one has sat down.
    ask: (game, sit) => {
      panel.arrive(game, sit);
      main.classList.add("arriving");
    },
    sat: () => {
      panel.sat();
      main.classList.remove("arriving");
    },
  });
  const { heard, pace } = createHearing(id, known, {
    board,
    hand,
    panel,
    analysis,
    arrival,
    line,
    render,
    meanwhile: (sentence) => {
      line.meanwhile(sentence);
      announce(sentence);
      stage.classList.remove("noticed");
      requestAnimationFrame(() => stage.classList.add("noticed"));
    },
    follow: () => analysis.follow(ply()),
    leave,
    look,
  });
  const socket = live(
    id,
    heard,
    (seconds) => {
      reveal();
      panel.offline(say("connection_lost"), say("trying_again", { seconds }));
      analysis.end();
      announce(say("connection_lost"));
    },
    arrival.greeting,
    arrival.mayCome,
    (done) => {
      const { state } = known;
      if (!state) return;
      hand.refused(state.scene.touched);
      late.ask(done, state);
    },
  );

  /** Ask for the state in the words that the reader wants now, without what was touched. */
  function respeak() {
    if (known.gone) return sayGone(say("no_table"));
    pace.catchUp();
    socket.send({ language: language(), theme: theme() });
    if (known.past) look(known.past.ply);
    analysis.again();
  }

  /** @param {Sent} message @returns {string} the mark that its answer will bear */
  function send(message) {
    line.forget();
    if (known.past) leavePast();
    pace.catchUp();
    late.forget();
    const mark = socket.once({ ...message, seq: known.state?.seq });
    if (socket.offline()) line.refuse(say("late.kept"));
    return mark;
  }

  /** Whoever is shown what has happened goes on with it, one step if that is what is waited for. Whether there was something. */
  function follow() {
    if (!pace.behind()) return false;
    if (pace.held()) pace.goOn();
    else pace.catchUp();
    return true;
  }

  /** @param {string} name @param {Sent} [more] */
  function act(name, more = {}) {
    // Whoever is putting a move together takes back a part of it, not the moves before.
    if (name === "undo" && !known.past && hand.erase()) return;
    if (name === "hint") analysis.leave();
    send({ act: name, ...more });
  }

  function leavePast() {
    known.past = null;
    render();
    analysis.follow(ply());
  }

  /** Nothing more happens here. @param {string} sentence */
  function leave(sentence) {
    main.classList.add("gone");
    menu.fill();
    reveal();
    sayGone(sentence);
  }

  /** The table is no longer there, but other games are. @param {string} sentence */
  function sayGone(sentence) {
    const others = myGames().some((kept) => kept.id !== id);
    panel.offline(sentence, known.state ? "" : say("gone.line"), [
      h("a", { class: "btn main", href: "/" }, say("gone.games")),
      ...(others ? [h("a", { class: "btn", href: "/#my-games" }, say("home.mine"))] : []),
    ]);
  }

  /** How many moves lie before what is looked at. */
  function ply() {
    return known.past ? known.past.ply : (known.state?.moves.length ?? 0);
  }

  /** What is looked at: the present, or an earlier position. */
  function shown() {
    return known.past ?? known.state;
  }

  function render() {
    const { state } = known;
    if (!state) return;
    const focused = document.activeElement;
    drawBoard();
    // Two players may have four colours.
    main.classList.toggle("patterned", state.players > 2 || !!board.svg?.classList.contains("patterned"));
    panel.show(analysis.on() ? { ...state, hinted: [] } : state, ply(), pace.held());
    if (!state.busy) known.thinking = "";
    menu.fill();
    line.render();
    showMeaning();
    if (state.relay) showRelay(state);
    arrange();
    // Whatever was focused and is gone, the board is where the game goes on.
    const kept = ![null, document.body, focused].includes(document.activeElement);
    if (focused && focused !== document.body && !visible(focused) && !kept) {
      const again = sameAgain(page, focused);
      if (again) again.focus();
      else board.focus();
    }
  }

  /** @param {State} now */
  async function showRelay(now) {
    if (!relay) {
      const { createRelayPanel } = await import("./relay_panel.js");
      relay ??= createRelayPanel(id, { act, typed: hand.write });
      main.classList.add("relayed");
      const prompt = main.querySelector(".prompt");
      prompt?.prepend(relay.above);
      prompt?.append(relay.below);
    }
    relay.show(known.state ?? now, !!known.past);
  }

  /** Whether there is a hint that an analysis has taken the place of. */
  function advised() {
    const { advice, hinted, meaning } = known.state ?? { advice: [], hinted: [], meaning: "" };
    return analysis.on() && (advice.length > 0 || hinted.length > 0 || !!meaning);
  }

  /** What the percentage in the line means, if there is one. */
  function showMeaning() {
    panel.explain(known.past || analysis.on() ? "" : (known.state?.meaning ?? ""));
  }

  function drawBoard() {
    const scene = shown()?.scene;
    if (!scene) return;
    const over = scene.overlays.find((each) => each.name === overlay) ?? null;
    // One layer for what the computer thinks: an analysis, or else the move that it advised.
    const thought = analysis.on() ? analysis.marks(ply()) : known.past ? [] : (known.state?.advice ?? []);
    board.draw({ ...scene, marks: [...scene.marks, ...thought] }, over);
    panel.showOverlays(scene.overlays, overlay);
  }

  async function arrange() {
    const now = shown();
    if (!known.state || !now) return;
    const { trays, sheets, field } = known.state.scene;
    // What lay beside the board once has its place there, so that the board stays where it is when all is used up.
    if (trays || sheets || field) main.classList.add("equipped");
    const shape = await lay(now.scene.board, now.shapes);
    if (!shape) return;
    main.classList.toggle("inviting", panel.inviting());
    const free = !wide.matches && !panel.inviting() && known.state.players === 2 && cornersAreFree(stage, shape, board.cells);
    main.classList.toggle("tall", free);
    // Whoever shows a key is told in a moment what they may do.
    if (arrival.greeting() && !known.state.you?.length) setTimeout(reveal, 1500);
    else reveal();
  }

  /** Nothing is seen before it is at its place; without a game there is only a sentence. */
  function reveal() {
    main.classList.remove("coming");
    main.classList.toggle("bare", !known.state);
    listensNow(known.state?.moves.length === seen);
  }
}
