// The page of a table: the board and the panel, kept as the server says.

import { getText, live } from "./api.js";
import { createBoard } from "./board.js";
import { h, visible } from "./dom.js";
import { listenToKeys } from "./keys.js";
import { bestShape, cornersAreFree, labelled, wide } from "./lying.js";
import { keep, keysOf, note, takeKeys } from "./mine.js";
import { createMenu, preferences } from "./menu.js";
import { createPanel } from "./panel.js";
import { announce, language, say, theme } from "./words.js";

/** @typedef {import("./api.js").State} State @typedef {import("./api.js").Shape} Shape */

/** @param {HTMLElement} page @param {string} id */
export function showTable(page, id) {
  /** @type {State|null} */
  let state = null;
  /** @type {any} the earlier position that is looked at */
  let past = null;
  let typed = "";
  let refused = "";
  let thinking = "";
  /** The sites touched for the next move, the server's answer perhaps still on its way. @type {number[]} */
  let touched = [];
  /** What the reader asked to see on top of the board. */
  let overlay = "";
  /** Like a pen: the item that begins every move until it is put down. @type {number|null} */
  let pen = null;
  /** A way that was drawn where the game does not ask for one: if it means nothing, nothing is said. */
  let idle = false;
  /** The cell that a finger has touched once. */
  let aim = "";
  /** The position that the address asks for. */
  let asked = new URLSearchParams(location.search).get("ply");
  /** @type {Map<string, Promise<string>>} */
  const drawings = new Map();

  const stage = h("section", { class: "board" });
  const board = createBoard(stage, touch, drag, {
    twice: () => preferences.get("twice", "auto"),
    aimed: (name) => {
      aim = name;
      refused = "";
      showLine();
      if (name) announce(say("tap_again", { cell: name }));
    },
  });
  const menu = createMenu({
    turns: () => shown()?.shapes.length ?? 1,
    game: () => state?.game ?? "",
    spoken: respeak,
    arranged: arrange,
    position: () => `/setup?table=${id}&ply=${past ? past.ply : (state?.moves.length ?? 0)}`,
    resign: () => panel.resign(),
    draw: () => send({ act: "draw", seq: state?.seq }),
    mayDraw: () => !!state && panel.mayDraw(),
  });
  const panel = createPanel({
    act: (act, more = {}) => send({ act, ...more, seq: state?.seq }),
    chat: (text) => socket.send({ chat: text }),
    zoom: (by) => board.zoom(by),
    picture: () => board.svg,
    id,
    touch,
    anew,
    turn,
    typed: type,
    look: (ply) => socket.send({ look: ply }),
    overlay: (name) => {
      overlay = name;
      drawBoard();
    },
    table: `/api/tables/${id}`,
    menu,
  });
  const [bar, ...rest] = panel.parts;
  const main = h("main", { class: "play coming" }, bar, stage, ...rest);
  page.replaceChildren(main);
  panel.say(say("connecting"));

  listenToKeys(board, {
    touch,
    turns: () => state?.scene.turned !== undefined,
    turn,
    typed: type,
    typing: (text) => {
      typed = text;
      refused = "";
      showLine();
    },
    back: () => {
      refused = "";
      pen = null;
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
    socket.send(greeting());
  }
  const socket = live(
    id,
    heard,
    (seconds) => {
      reveal();
      panel.offline(say("connection_lost"), say("trying_again", { seconds }));
      announce(say("connection_lost"));
    },
    greeting,
  );
  addEventListener("hashchange", () => takeKeys(id) && sitDown());

  /** Ask for the state in the words that the reader wants now, without what was touched. */
  function respeak() {
    socket.send({ language: language(), theme: theme() });
  }

  /** @param {any} message */
  function send(message) {
    refused = "";
    if (past) leavePast();
    // A server that knows nobody by a key does not know marks either.
    if (state?.you) socket.once(message);
    else socket.send(message);
  }

  /** The server knows what a touch means; here only the sites touched so far are kept. @param {number} site */
  function touch(site) {
    if (past) return leavePast();
    if (!state || state.over) return;
    const keeps = state.scene.trays?.some((tray) => tray.keep && tray.items.some((item) => item.site === site));
    if (keeps) pen = touched.includes(site) ? null : touched.length ? pen : site;
    touched = [...touched, site];
    send({ touch: touched, seq: state.seq });
  }

  /** Put down what was touched and begin with this. @param {number} site */
  function anew(site) {
    touched = [];
    touch(site);
  }

  /** What is in the hand, the other way round. */
  function turn() {
    const other = state?.scene.turned;
    if (other === undefined) return;
    if (touched.length === 1) touched = [];
    touch(other);
  }

  /** A way from cell to cell is both of them touched. @param {number} from @param {number} to */
  function drag(from, to) {
    if (past) return leavePast();
    if (!state || state.over) return;
    // A pen in the hand, or the corner where the way begins, is already touched.
    const begun = touched[touched.length - 1] === from ? touched : [...touched, from];
    idle = !state.scene.box;
    touched = [...begun, to];
    send({ touch: touched, seq: state.seq });
  }

  /** @param {string} text */
  function type(text) {
    send({ typed: text, touched, seq: state?.seq });
  }

  function leavePast() {
    past = null;
    render();
  }

  /** @param {any} message */
  function heard(message) {
    if (message.kind === "state") {
      const seated = String(state?.you) !== String(message.you);
      const news = !state || state.seq !== message.seq || state.said !== message.said || seated;
      if (!state || state.seq !== message.seq) {
        past = null;
        thinking = "";
      }
      const moved = !state || state.seq !== message.seq;
      refused = "";
      idle = false;
      state = message;
      touched = message.scene.touched;
      render();
      if (moved) {
        note(id, { game: state?.game, title: state?.title, line: state?.prompt, over: state?.over });
        takePen();
      }
      if (!sits) {
        const awaited = message.seats.some((seat) => seat.away) && !preferences.get("name", "");
        if (awaited) panel.arrive(message.title, sitDown);
        else sitDown();
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
    } else if (message.kind === "key") {
      keep(id, [message.key]);
      sitDown();
    } else if (message.kind === "refused") {
      touched = state?.scene.touched ?? [];
      panel.refused();
      if (idle) return;
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
      reveal();
      panel.offline(message.sentence, "");
      announce(message.sentence);
    }
  }

  /** The pen stays in the hand for the next move, if there is something to write with it. */
  function takePen() {
    if (pen === null || !state?.mine || touched.length) return;
    if (state.scene.buttons.some(({ site }) => site === pen)) touch(pen);
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
    panel.show(state, past ? past.ply : state.moves.length);
    if (!state.busy) thinking = "";
    menu.fill();
    showLine();
    arrange();
    // Whatever was focused and is gone, the board is where the game goes on.
    if (focused && focused !== document.body && !visible(focused)) refocus(focused);
  }

  function drawBoard() {
    if (!state) return;
    const { scene } = shown();
    board.draw(scene, scene.overlays.find((each) => each.name === overlay) ?? null);
    panel.showOverlays(scene.overlays, overlay);
  }

  /** @param {Element} gone */
  function refocus(gone) {
    const { ply, site } = gone instanceof HTMLElement ? gone.dataset : {};
    const same = ply ? `[data-ply="${ply}"]` : site ? `.stock [data-site="${site}"]` : "";
    const again = same ? page.querySelector(same) : null;
    if (again instanceof HTMLElement) again.focus();
    else board.focus();
  }

  function showLine() {
    if (refused) panel.say(refused, true);
    else if (typed) panel.say(say("typing", { text: typed }));
    else if (aim) panel.say(say("tap_again", { cell: aim }));
    else panel.say(past ? past.said : thinking || state?.said || "");
  }

  /** Lay the board as it fits best, with a drawing of its own if it has turned or grown. */
  async function arrange() {
    if (!state) return;
    main.classList.toggle("equipped", !!(state.scene.trays || state.scene.sheets || state.scene.field));
    const shape = bestShape(stage, shown().shapes);
    const name = drawingName(shape);
    if (board.mounted !== name) {
      if (!drawings.has(name)) {
        const query = new URLSearchParams({ turn: String(shape.turn), board: shown().scene.board });
        drawings.set(name, getText(`/api/tables/${id}/board.svg?${query}`));
      }
      const drawing = await drawings.get(name);
      // Meanwhile another one may be wanted, or this one may already be there.
      if (drawingName(bestShape(stage, shown().shapes)) !== name || !drawing) return;
      if (board.mounted !== name) board.mount(drawing, name);
    }
    board.label(labelled());
    const free = !wide.matches && state.players === 2 && cornersAreFree(stage, shape, board.cells);
    main.classList.toggle("tall", free);
    // Whoever shows a key is told in a moment what they may do.
    if (greeting() && !state.you?.length) setTimeout(reveal, 500);
    else reveal();
  }

  /** Nothing is seen before it is at its place; without a game there is only a sentence. */
  function reveal() {
    main.classList.remove("coming");
    main.classList.toggle("bare", !state);
  }

  /** A board that grows has a drawing for each of its sizes. @param {Shape} shape */
  function drawingName(shape) {
    return `${shown().scene.board} ${shape.turn}`;
  }
}
