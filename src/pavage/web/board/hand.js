// What the hand has touched for the next move. The server knows what it means; here only the sites are kept.

/** @typedef {import("../lib/state_types.js").State} State @typedef {import("../lib/state_types.js").Scene} Scene */

/** Whether the hand puts down what it holds to take this. @param {Scene} scene @param {number} site */
export function takenInstead(scene, site) {
  const items = (scene.trays ?? []).flatMap((tray) => tray.items).filter((item) => item.site === site);
  return items.length > 0 && items.every((item) => item.anew && !item.offered);
}

/** Whether nothing is in the hand but a pen, which every cell that it comes over is written with. @param {Scene} scene */
export function penInHand({ trays = [], touched }) {
  const [pen] = touched;
  return touched.length === 1 && trays.some(({ keep, items }) => keep && items.some(({ site }) => site === pen));
}

/**
 * @param {{state: () => State|null, send: (message: import("../lib/api.js").Sent) => string, leavePast: () => boolean,
 *   empty: () => void}} told `leavePast` says whether an earlier position was looked at: then a touch only goes back to
 *   the present; `empty` asks for the state with nothing in the hand
 */
export function createHand(told) {
  /** The sites touched for the next move, the server's answer perhaps still on its way. @type {number[]} */
  let touched = [];
  /** Like a pen: the item that begins every move until it is put down. @type {number|null} */
  let pen = null;
  /** A way that was drawn where the game does not ask for one: if it means nothing, nothing is said. */
  let idle = false;
  /** The mark of the last touch, until the server has said what it meant. */
  let awaited = "";
  /** What a quick hand did meanwhile: what it means depends on that answer. @type {(() => void)[]} */
  let meanwhile = [];

  /** @param {() => void} work */
  function inTurn(work) {
    if (awaited) meanwhile.push(work);
    else work();
  }

  /** @returns {State|null} the state, if something may be touched there */
  function present() {
    const state = told.state();
    return told.leavePast() || !state || state.over ? null : state;
  }

  /** @param {State} state @param {number[]} sites */
  function send(state, sites) {
    touched = sites;
    awaited = told.send({ touch: sites, seq: state.seq });
  }

  /** @param {number} site */
  function touchNow(site) {
    const state = present();
    if (!state) return;
    const keeps = state.scene.trays?.some((tray) => tray.keep && tray.items.some((item) => item.site === site));
    const held = takenInstead(state.scene, site) ? [] : touched;
    if (keeps) pen = held.includes(site) ? null : held.length ? pen : site;
    send(state, [...held, site]);
  }

  /** Whether a site can still be touched, now that the answer to what came before is known. @param {number} site */
  function open(site) {
    const { mine, scene } = /** @type {State} */ (told.state());
    const things = [...scene.next, ...scene.touched, ...scene.buttons.map((offer) => offer.site)];
    return mine && (things.includes(site) || takenInstead(scene, site));
  }

  return {
    /** @param {number} site */
    touch(site) {
      const quick = !!awaited;
      // Nobody means to touch again what the first touch of two has settled.
      inTurn(() => (!quick || open(site)) && touchNow(site));
    },

    /** A move, or the rest of one, in writing. @param {string} text */
    write(text) {
      inTurn(() => {
        awaited = told.send({ typed: text, touched, seq: told.state()?.seq });
      });
    },

    /** Take back the last touch of a move that is not complete; a pen stays. Whether there was one. */
    erase() {
      const state = told.state();
      if (!state?.mine || !touched.length || penInHand(state.scene)) return false;
      inTurn(() => {
        const now = present();
        if (now && touched.length > 1) send(now, touched.slice(0, -1));
        else if (now && touched.length) told.empty();
      });
      return true;
    },

    /** A tile is let go over a cell: whatever was in the hand before is put back. @param {number} site @param {number} cell */
    lay(site, cell) {
      inTurn(() => {
        const state = present();
        if (state) send(state, [site, cell]);
      });
    },

    /** What is in the hand, the other way round. */
    turn() {
      inTurn(() => {
        const other = told.state()?.scene.turned;
        if (other === undefined) return;
        if (touched.length === 1) touched = [];
        touchNow(other);
      });
    },

    /** A way from cell to cell is both of them touched. @param {number} from @param {number} to */
    drag(from, to) {
      inTurn(() => {
        const state = present();
        if (!state) return;
        // A pen in the hand, or the corner where the way begins, is already touched.
        const begun = touched[touched.length - 1] === from ? touched : [...touched, from];
        idle = !state.scene.box;
        send(state, [...begun, to]);
      });
    },

    /**
     * What the server says is in the hand; of news that come before the answer, it does not yet know what.
     * @param {number[]} sites @param {string} [answers] the mark of the message that was answered
     */
    told(sites, answers) {
      if (awaited && answers !== awaited) return;
      touched = sites;
      awaited = "";
      idle = false;
    },

    /**
     * Something was refused: whether that needs saying.
     * @param {number[]} sites what is in the hand still @param {string} [answers] as above; unknown, if it could not be read
     */
    refused(sites, answers = awaited) {
      if (answers !== awaited) return true;
      touched = sites;
      awaited = "";
      const matters = !idle;
      idle = false;
      // What was to follow a move that there is not cannot be meant any more.
      if (matters) meanwhile = [];
      return matters;
    },

    /** Do what was done while the answer was on its way. */
    goOn() {
      while (!awaited && meanwhile.length) meanwhile.shift()?.();
    },

    /** Everything in the hand is put down. */
    rest() {
      pen = null;
      meanwhile = [];
    },

    /** The pen stays in the hand for the next move, if there is something to write with it. */
    takePen() {
      const state = told.state();
      if (awaited || pen === null || !state?.mine || touched.length) return;
      if (state.scene.buttons.some(({ site }) => site === pen)) touchNow(pen);
    },
  };
}
