// A position that is being drawn: what lies where, who is to move, and the strokes before. It knows no rule.

/** @typedef {import("../lib/state_types.js").Scene} Scene */
/** @typedef {import("../lib/state_types.js").PieceDrawn} Drawn */
/** @typedef {{pieces: Drawn[], mover: number, text: string}} Drawing `text` says it all, until something is changed */
/** @typedef {import("../lib/state_types.js").PieceLook} Look */

const MOST_STROKES = 500;

/** The same piece on the same cells. @param {Drawn} drawn */
const key = ({ piece, cells }) => `${piece}:${cells.join(" ")}`;

/** @param {Drawing} [first] */
export function createSketch(first = { pieces: [], mover: 0, text: "" }) {
  let now = first;
  /** @type {Drawing[]} */
  let before = [];

  /** @param {Partial<Drawing>} changed */
  function change(changed) {
    before = [...before, now].slice(-MOST_STROKES);
    now = { ...now, text: "", ...changed };
  }

  return {
    get now() {
      return now;
    },
    get canUndo() {
      return before.length > 0;
    },
    /** The piece that lies on a cell. @param {number} cell */
    at: (cell) => now.pieces.find(({ cells }) => cells.includes(cell)),

    /**
     * Put a piece on cells instead of whatever lies there; 0 only takes it away.
     * @param {number} piece @param {number[]} cells @param {boolean} [same] whether this goes on with the last stroke
     */
    put(piece, cells, same = false) {
      const rest = now.pieces.filter((drawn) => !drawn.cells.some((cell) => cells.includes(cell)));
      const pieces = piece ? [...rest, { piece, cells }] : rest;
      if (pieces.map(key).join() === now.pieces.map(key).join()) return false;
      if (same) now = { ...now, pieces };
      else change({ pieces });
      return true;
    },
    /** @param {number} mover */
    give: (mover) => change({ mover }),
    clear: () => now.pieces.length > 0 && change({ pieces: [] }),
    /** @param {Drawing} other */
    replace: (other) => change(other),
    undo() {
      now = before.pop() ?? now;
    },
  };
}

/**
 * What to show: the last scene of the server, but where something was changed since, the piece as it looks.
 * @param {Scene} scene @param {Drawn[]} told what that scene was made of
 * @param {Drawn[]} pieces what lies there now @param {Look[]} palette
 */
export function drawnScene(scene, told, pieces, palette) {
  const [was, is] = [new Set(told.map(key)), new Set(pieces.map(key))];
  const gone = new Set(told.filter((drawn) => !is.has(key(drawn))).flatMap(({ cells }) => cells));
  const come = pieces.filter((drawn) => !was.has(key(drawn)));
  const over = new Set([...gone, ...come.flatMap(({ cells }) => cells)]);
  const kept = scene.pieces.filter(({ cell, cells }) => ![cell, ...(cells ?? [])].some((each) => over.has(each)));
  const marks = scene.marks
    .filter(({ kind }) => kind !== "win" || !over.size)
    .map((mark) => (mark.kind === "text" ? { ...mark, cells: mark.cells.filter((cell) => !over.has(cell)) } : mark));
  const looks = new Map(palette.map((look) => [look.piece, look]));
  /** @type {import("../lib/state_types.js").Piece[]} */
  const added = [];
  for (const { piece, cells } of come) {
    const look = looks.get(piece);
    if (look?.kind === "mark") marks.push({ kind: "text", cells, text: look.text });
    else if (look) added.push({ cell: cells[0], cells: cells.length > 1 ? cells : undefined, colour: look.colour, shape: look.shape });
  }
  return { ...scene, pieces: [...kept, ...added], marks };
}

/**
 * A scene on which a hand draws.
 * @param {Scene} scene @param {Look|undefined} look what is in the hand @param {number[]} open the cells it may be put on
 * @param {boolean} box whether it is drawn from corner to corner @param {number} corner where it begins; -1 for nowhere
 * @returns {Scene}
 */
export function inHand(scene, look, open, box, corner) {
  const begun = corner >= 0;
  return {
    ...scene,
    marks: begun ? [...scene.marks, { kind: "select", cells: [corner] }] : scene.marks,
    touched: begun ? [corner] : [],
    next: open,
    ghost: look?.kind === "piece" ? `${look.shape} ${look.colour}` : "",
    buttons: [],
    overlays: [],
    // The corner is in the hand, like a pen: every other cell may follow, and needs no mark.
    trays: [{ label: "", keep: true, items: [{ label: "", site: corner }] }],
    box,
    stamp: undefined,
  };
}
