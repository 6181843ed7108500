// A position made by hand: pieces are put on the board, the server says whether one can play from there.

import { getText, oneAtATime, post } from "../lib/api.js";
import { createBoard } from "../board/board.js";
import { brand, h, played } from "../lib/dom.js";
import { listenToKeys } from "../board/keys.js";
import { bestShape, labelled } from "../board/orientation.js";
import { createMenu } from "../lib/menu.js";
import { packed, unpacked } from "../lib/record_link.js";
import { createSketch, drawnScene, inHand } from "./sketch.js";
import { listenToStrokes } from "../board/strokes.js";
import { createTools } from "./setup_tools.js";
import { announce, say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").PositionMade} Made @typedef {import("../lib/state_types.js").ImpossiblePosition} Impossible */
/** @typedef {Omit<Made, "kind"> & {kind: (Made|Impossible)["kind"]}} Position as the server understands it */
/** @typedef {import("./setup_tools.js").Tools} Tools */

/** Where the first position comes from: a link, a table, or the beginning of a game. */
async function firstWish() {
  const query = new URLSearchParams(location.search);
  const table = query.get("table");
  if (location.hash.length > 1) return { record: await unpacked(location.hash.slice(1)) };
  if (table) {
    const record = await getText(`/api/tables/${encodeURIComponent(table)}/record`);
    return query.has("ply") ? { record, ply: Math.max(0, Math.floor(Number(query.get("ply"))) || 0) } : { record };
  }
  const options = Object.fromEntries([...query].filter(([name]) => name !== "game" && name !== "language"));
  return { game: query.get("game") || "hex", options };
}

/** @param {HTMLElement} page */
export async function showPage(page) {
  /** @type {Tools & Position} */
  const first = await post("/api/setup", await firstWish());
  /** What the server said last. @type {Position} */
  let told = first;
  /** What does not change while one draws. @type {Tools} */
  let tools = first;
  /** What the last scene was made of. @type {import("./sketch.js").Drawn[]} */
  let shown = told.pieces;
  const sketch = createSketch({ pieces: told.pieces, mover: told.mover, text: told.text });
  let brush = tools.palette[0]?.piece ?? 0;
  /** Where a rectangle begins. */
  let corner = -1;
  let typed = "";
  let refused = "";
  let asked = 0;
  /** The answer that was asked for last, and whether there has been none since something was changed. */
  let coming = Promise.resolve();
  let unasked = false;

  const stage = h("section", { class: "board" });
  const board = createBoard(stage, touch, (from, to) => boxes() && rectangle(from, to));
  const menu = createMenu({
    turns: () => told.shapes.length,
    game: () => tools.game,
    spoken: respeak,
    arranged: () => check(),
  });
  const title = h("h1", { class: "what" });
  const bar = h("header", { class: "bar" }, brand(), title, h("span", { class: "push" }, menu.opener), menu.panel);
  const panel = createTools({
    brush: (piece) => {
      [brush, corner, refused] = [piece, -1, ""];
      draw();
      tell();
    },
    give: (mover) => redo(() => sketch.give(mover)),
    undo: () => redo(() => sketch.undo()),
    clear: () => redo(() => sketch.clear()),
    read: (text) => (coming = read(text)),
    play: () => start(),
  });
  const main = h("main", { class: "setup coming" }, bar, stage, panel.part);
  page.replaceChildren(main);

  listenToKeys(board, {
    touch,
    turns: () => false,
    turn: () => {},
    typed: (name) => {
      const cell = board.cells.findIndex((each) => each?.dataset.name === name.trim().toLowerCase());
      if (cell >= 0) touch(cell);
      else refuse(say("setup.no_cell", { text: name }), []);
    },
    typing: (now) => {
      [typed, refused] = [now, ""];
      tell();
    },
    back: () => {
      [corner, refused] = [-1, ""];
      draw();
      tell();
    },
  });
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !(/** @type {Element} */ (event.target).closest("input"))) {
      event.preventDefault();
      redo(() => sketch.undo());
    }
  });
  listenToStrokes(stage, { draws: () => !boxes(), put, drawn: () => check() });
  addEventListener("resize", () => lie());

  /** Whether the brush draws rectangles. */
  const boxes = () => tools.rectangles && brush > 0;

  /** @param {number} cell @param {boolean} same whether the stroke goes on */
  function put(cell, same) {
    return tools.cells.includes(cell) && sketch.put(brush, [cell], same);
  }

  /** @param {number} cell */
  function touch(cell) {
    refused = "";
    if (!tools.cells.includes(cell)) return refuse(say("setup.closed"), [cell]);
    if (boxes() && corner < 0) {
      corner = cell;
      draw();
      return tell();
    }
    if (boxes()) return rectangle(corner, cell);
    // The same piece once more takes it away.
    const again = brush > 0 && sketch.at(cell)?.piece === brush;
    redo(() => sketch.put(again ? 0 : brush, [cell]), cell);
  }

  /** @param {number} from @param {number} to */
  function rectangle(from, to) {
    corner = -1;
    const cells = board.between(from, to);
    if (cells.every((cell) => tools.cells.includes(cell))) redo(() => sketch.put(brush, cells), to);
    else refuse(say("setup.closed"), cells);
  }

  /** @param {string} sentence @param {number[]} cells */
  function refuse(sentence, cells) {
    refused = sentence;
    board.refuse(cells);
    tell();
    announce(sentence);
  }

  /** Change the drawing and ask what becomes of it. @param {() => void} change @param {number} [cell] where */
  function redo(change, cell = -1) {
    change();
    [corner, refused] = [-1, ""];
    check(cell);
  }

  /** @param {number} [cell] what lies there is said aloud */
  function check(cell = -1) {
    return (coming = ask(cell));
  }

  /** @param {number} cell */
  async function ask(cell) {
    const mine = ++asked;
    unasked = true;
    draw();
    controls();
    if (cell >= 0) announce(board.cells[cell]?.getAttribute("aria-label") ?? "");
    const { pieces, mover, text: verbatim } = sketch.now;
    const wish = verbatim ? { text: verbatim } : { pieces, mover };
    try {
      /** @type {Partial<Position>} */
      const answer = await post("/api/setup", { ...wish, record: tools.game_record, ...lies() });
      if (mine !== asked) return;
      unasked = false;
      take(answer);
    } catch (error) {
      if (mine !== asked) return;
      refused = error instanceof Error ? error.message : String(error);
      tell();
      main.classList.remove("coming");
    }
    if (told.problem) announce(told.problem);
  }

  /** The drawing of the board that is wanted, and the one that is there. */
  const lies = () => ({ turn: bestShape(stage, told.shapes).turn, board: board.mounted });

  const liesWell = () => `${told.scene.board} ${lies().turn}` === board.mounted;

  /** @param {Partial<Tools & Position>} answer */
  function take(answer) {
    // What cannot be has no scene of its own: the last one stays, with what was changed since.
    told = { ...told, ...answer };
    if (answer.palette) tools = { ...tools, ...answer };
    if (answer.scene) {
      shown = told.pieces;
      if (answer.svg) board.mount(answer.svg, `${answer.scene.board} ${answer.turn}`);
      board.label(labelled());
    }
    if (!told.kind) keepLink();
    main.classList.toggle("patterned", !!told.patterned);
    draw();
    controls();
    tell();
    // Nothing is seen before it is at its place.
    if (told.problem || liesWell()) main.classList.remove("coming");
  }

  /** The address holds the position, so that it can be kept and sent. */
  async function keepLink() {
    const [record, mine] = [told.record, asked];
    const part = await packed(record);
    if (mine === asked) history.replaceState(null, "", `/setup#${part}`);
  }

  function draw() {
    // What the rules change at once is still shown as it was drawn.
    const [scene, made] = told.settled ? [{ ...told.scene, pieces: [], marks: [] }, []] : [told.scene, shown];
    const edited = drawnScene(scene, made, sketch.now.pieces, tools.palette);
    const open = tools.cells.filter((cell) => board.cells[cell]);
    board.draw(inHand(edited, tools.palette.find(({ piece }) => piece === brush), open, boxes(), corner));
  }

  /** The board turns when the window does. */
  function lie() {
    if (!liesWell()) check();
    board.label(labelled());
  }

  function tell() {
    const wrong = typed ? "" : refused || told.problem;
    const usual = boxes() ? (corner < 0 ? "setup.box" : "setup.box_to") : "setup.line";
    const settled = told.settled && !wrong ? say("setup.settled") : "";
    const below = typed ? say("setup.typing", { text: typed }) : settled;
    panel.tell(wrong || say(usual), !!wrong, below, !told.problem);
  }

  function controls() {
    const { pieces, mover } = sketch.now;
    const more = { text: told.text ?? "", beyond: !!told.beyond };
    panel.show({ canUndo: sketch.canUndo, canClear: pieces.length > 0, mover, ...more });
  }

  function speak() {
    document.title = `${say("setup.title", { game: tools.title })} · Pavage`;
    title.replaceChildren(...played(tools.title, tools.size));
    panel.speak(tools, brush, sketch.now.mover, !!told.patterned);
    stage.setAttribute("aria-label", say("label.board"));
    controls();
    tell();
  }

  /** Say it all in the language that the reader wants now. */
  async function respeak() {
    take(await post("/api/setup", { record: told.record ?? tools.game_record, ...lies() }));
    speak();
    check();
  }

  /** A position as text: it may say more than a drawing. @param {string} text */
  async function read(text) {
    if (!text.trim()) return;
    try {
      /** @type {Tools & Position} */
      const answer = await post("/api/setup", { text, record: tools.game_record, ...lies() });
      sketch.replace({ pieces: answer.pieces, mover: answer.mover, text: answer.text });
      refused = "";
      take(answer);
    } catch (error) {
      refuse(error instanceof Error ? error.message : String(error), []);
    }
  }

  /** Play from what is seen, also from what the server has not heard of yet. */
  const start = oneAtATime(async () => {
    await coming;
    if (unasked) await check();
    if (unasked || told.problem) return announce(refused || told.problem || "");
    location.assign(`/new?game=${encodeURIComponent(tools.game)}#${await packed(told.record)}`);
  });

  // A position from a table or a link is kept word by word until something is changed.
  take(told);
  speak();
  lie();
}
