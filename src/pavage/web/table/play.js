// The page of a table: the board and the panel, kept as the server says.

import { getText, live } from "../lib/api.js";
import { createAnalysis } from "./analysis.js";
import { createBoard } from "../board/board.js";
import { h, sameAgain, visible } from "../lib/dom.js";
import { createHand } from "../board/hand.js";
import { listenToKeys } from "../board/keys.js";
import { cornersAreFree, createLying, wide } from "../board/orientation.js";
import { keep, keysOf, myGames, note, takeKeys } from "../lib/my_games.js";
import { createMenu, preferences } from "../lib/menu.js";
import { createPanel } from "./panel.js";
import { announce, language, say, theme } from "../lib/words.js";

/** @typedef {import("../lib/api.js").State} State */

/** @param {HTMLElement} page @param {string} id */
export function showTable(page, id) {
  /** @type {State|null} */
  let state = null;
  /** @type {any} the earlier position that is looked at */
  let past = null;
  /** Whether the server said that there is no such table any more. */
  let gone = false;
  let typed = "";
  let refused = "";
  let thinking = "";
  /** What the reader asked to see on top of the board. */
  let overlay = "";
  /** The cell that a finger has touched once. */
  let aim = "";
  /** What helps a person who carries moves between programs. @type {any} */
  let relay = null;
  /** The position that the address asks for. */
  let asked = new URLSearchParams(location.search).get("ply");
  const stage = h("section", { class: "board" });
  const hand = createHand({
    state: () => state,
    send,
    leavePast: () => !!past && (leavePast(), true),
  });
  const board = createBoard(stage, hand.touch, hand.drag, {
    twice: () => preferences.get("twice", "auto"),
    aimed: (name) => {
      aim = name;
      refused = "";
      showLine();
      if (name) announce(say("tap_again", { cell: name }));
    },
  });
  const lay = createLying(stage, board, (name, turn) =>
    getText(`/api/tables/${id}/board.svg?${new URLSearchParams({ turn: String(turn), board: name })}`),
  );
  const menu = createMenu({
    turns: () => shown()?.shapes.length ?? 0,
    game: () => state?.game ?? "",
    spoken: respeak,
    arranged: arrange,
    position: () => (state && !gone ? `/setup?table=${id}&ply=${ply()}` : ""),
    resign: () => panel.resign(),
    draw: () => send({ act: "draw", seq: state?.seq }),
    mayResign: () => !gone,
    mayDraw: () => !!state && !gone && panel.mayDraw(),
    analyse: () => analysis.toggle(ply()),
    mayAnalyse: () => !!state && !gone && panel.mayAnalyse(),
  });
  const analysis = createAnalysis({
    ask: (wanted) => socket.send({ analyse: wanted }),
    seats: () => state?.seats ?? [],
    changed: (on) => {
      panel.analysing(on);
      drawBoard();
    },
  });
  const panel = createPanel({
    act: (act, more = {}) => send({ act, ...more, seq: state?.seq }),
    chat: (text) => socket.send({ chat: text }),
    zoom: (by) => board.zoom(by),
    picture: () => board.svg,
    id,
    touch: hand.touch,
    turn: hand.turn,
    typed: hand.write,
    look: (ply) => socket.send({ look: ply }),
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

  listenToKeys(board, {
    touch: hand.touch,
    turns: () => state?.scene.turned !== undefined,
    turn: hand.turn,
    typed: hand.write,
    typing: (text) => {
      typed = text;
      refused = "";
      showLine();
    },
    back: () => {
      refused = "";
      hand.rest();
      if (past) leavePast();
      else if (state?.scene.touched.length) respeak();
      showLine();
    },
  });
  addEventListener("resize", arrange);

  /** Whether the reader sits down at once; somebody who comes for the first time may say a name before. */
  let sits = !takeKeys(id);
  // Whoever has no key only watches, and needs not say so.
  const greeting = () =>
    sits && keysOf(id).length
      ? { hello: keysOf(id), language: language(), theme: theme(), name: preferences.get("name", "") }
      : null;

  function sitDown() {
    sits = true;
    panel.sat();
    main.classList.remove("arriving");
    socket.send(greeting());
  }
  const socket = live(
    id,
    heard,
    (seconds) => {
      reveal();
      panel.offline(say("connection_lost"), say("trying_again", { seconds }));
      analysis.end();
      announce(say("connection_lost"));
    },
    greeting,
    () => keysOf(id).length > 0,
  );
  addEventListener("hashchange", () => takeKeys(id) && sitDown());

  /** Ask for the state in the words that the reader wants now, without what was touched. */
  function respeak() {
    if (gone) return sayGone(say("no_table"));
    socket.send({ language: language(), theme: theme() });
    if (past) socket.send({ look: past.ply });
    analysis.again();
  }

  /** @param {any} message */
  function send(message) {
    refused = "";
    if (past) leavePast();
    // A server that knows nobody by a key does not know marks either.
    if (state?.you) socket.once(message);
    else socket.send(message);
  }

  function leavePast() {
    past = null;
    render();
    analysis.follow(ply());
  }

  /** @param {any} message */
  function heard(message) {
    if (message.kind === "state") {
      const seated = String(state?.you) !== String(message.you);
      const news = !state || state.seq !== message.seq || state.said !== message.said || seated;
      if (!state || state.seq !== message.seq) {
        past = null;
        thinking = "";
        analysis.end();
      }
      const moved = !state || state.seq !== message.seq;
      const reworded = state?.prompt !== message.prompt;
      refused = "";
      state = message;
      hand.told(message.scene.touched);
      render();
      // Nobody else knows the address of a board in a contest: whoever is there plays there.
      if (moved && state?.series === null) keep(id, []);
      if (moved || reworded)
        note(id, { game: state?.game, title: state?.title, line: state?.prompt, language: language(), over: state?.over });
      if (moved) hand.takePen();
      hand.goOn();
      if (!sits) {
        const awaited = message.seats.some((seat) => seat.away) && !preferences.get("name", "");
        if (awaited) panel.arrive(message.title, sitDown);
        else sitDown();
        // The invitation comes first, the game when one has sat down.
        main.classList.toggle("arriving", panel.arriving);
      }
      if (asked !== null) {
        socket.send({ look: Math.max(0, Math.floor(Number(asked)) || 0) });
        asked = null;
      }
      if (news) announce(`${message.said} ${message.prompt}`);
    } else if (message.kind === "look" && state && message.seq === state.seq) {
      past = message.ply === state.moves.length ? null : message;
      render();
      announce(past ? past.said : state.said);
      analysis.follow(ply());
    } else if (message.kind === "analysis" || message.kind === "analysing") {
      if (message.seq === state?.seq) analysis.heard(message);
    } else if (message.kind === "key") {
      keep(id, [message.key]);
      sitDown();
    } else if (message.kind === "refused") {
      analysis.refused();
      const matters = hand.refused(state?.scene.touched ?? []);
      panel.refused();
      hand.goOn();
      if (!matters) return;
      refused = message.sentence;
      board.refuse(message.cells);
      showLine();
      announce(message.sentence);
    } else if (message.kind === "progress" && state?.busy) {
      const [now, most] = [Math.floor(message.seconds), Math.round(message.most)];
      thinking = state.mine ? say("searching") : say("thinking_time", { now, most });
      panel.progress(message.share);
      showLine();
    } else if (message.kind === "gone") {
      gone = true;
      main.classList.add("gone");
      menu.fill();
      note(id, { line: message.sentence, language: language() }); // among my games, until it is deleted there
      reveal();
      sayGone(message.sentence);
      announce(message.sentence);
    }
  }

  /** The table is no longer there, but other games are. @param {string} sentence */
  function sayGone(sentence) {
    const others = myGames().some((kept) => kept.id !== id);
    panel.offline(sentence, state ? "" : say("gone.line"), [
      h("a", { class: "btn main", href: "/" }, say("gone.games")),
      ...(others ? [h("a", { class: "btn", href: "/#my-games" }, say("home.mine"))] : []),
    ]);
  }

  /** How many moves lie before what is looked at. */
  function ply() {
    return past ? past.ply : (state?.moves.length ?? 0);
  }

  /** What is looked at: the present, or an earlier position. @returns {any} */
  function shown() {
    return past ?? state;
  }

  function render() {
    if (!state) return;
    const focused = document.activeElement;
    document.title = `${`${state.title} ${state.size}`.trim()} · Pavage`;
    main.classList.toggle("patterned", state.players > 2);
    drawBoard();
    panel.show(state, ply());
    if (!state.busy) thinking = "";
    menu.fill();
    showLine();
    if (state.relay) showRelay();
    arrange();
    // Whatever was focused and is gone, the board is where the game goes on.
    const kept = ![null, document.body, focused].includes(document.activeElement);
    if (focused && focused !== document.body && !visible(focused) && !kept) {
      const again = sameAgain(page, focused);
      if (again) again.focus();
      else board.focus();
    }
  }

  async function showRelay() {
    if (!relay) {
      const { createRelaying } = await import("./relay_panel.js");
      relay ??= createRelaying(id, { act: (act) => send({ act, seq: state?.seq }), typed: hand.write });
      main.classList.add("relayed");
      const prompt = main.querySelector(".prompt");
      prompt?.prepend(relay.above);
      prompt?.append(relay.below);
    }
    relay.show(state, !!past);
  }

  function drawBoard() {
    if (!state) return;
    const { scene } = shown();
    board.draw({ ...scene, marks: [...scene.marks, ...analysis.marks(ply())] }, scene.overlays.find((each) => each.name === overlay) ?? null);
    panel.showOverlays(scene.overlays, overlay);
  }

  function showLine() {
    if (refused) panel.say(refused, true);
    else if (typed) panel.say(say("typing", { text: typed }));
    else if (aim) panel.say(say("tap_again", { cell: aim }));
    else panel.say(past ? past.said : thinking || state?.said || "");
  }

  async function arrange() {
    if (!state) return;
    main.classList.toggle("equipped", !!(state.scene.trays || state.scene.sheets || state.scene.field));
    const { scene, shapes } = shown();
    const shape = await lay(scene.board, shapes);
    if (!shape || !state) return;
    const free = !wide.matches && state.players === 2 && cornersAreFree(stage, shape, board.cells);
    main.classList.toggle("tall", free);
    // Whoever shows a key is told in a moment what they may do.
    if (greeting() && !state.you?.length) setTimeout(reveal, 1500);
    else reveal();
  }

  /** Nothing is seen before it is at its place; without a game there is only a sentence. */
  function reveal() {
    main.classList.remove("coming");
    main.classList.toggle("bare", !state);
  }
}
