// What the hand has touched for the next move. The server knows what it means; here only the sites are kept.

/** @typedef {import("./api.js").State} State */

/**
 * @param {{state: () => State|null, send: (message: any) => void, leavePast: () => boolean}} told `leavePast` says
 *   whether an earlier position was looked at: then a touch only goes back to the present
 */
export function createHand(told) {
  /** The sites touched for the next move, the server's answer perhaps still on its way. @type {number[]} */
  let touched = [];
  /** Like a pen: the item that begins every move until it is put down. @type {number|null} */
  let pen = null;
  /** A way that was drawn where the game does not ask for one: if it means nothing, nothing is said. */
  let idle = false;

  /** @returns {State|null} the state, if something may be touched there */
  function present() {
    const state = told.state();
    return told.leavePast() || !state || state.over ? null : state;
  }

  /** @param {number} site */
  function touch(site) {
    const state = present();
    if (!state) return;
    const keeps = state.scene.trays?.some((tray) => tray.keep && tray.items.some((item) => item.site === site));
    if (keeps) pen = touched.includes(site) ? null : touched.length ? pen : site;
    touched = [...touched, site];
    told.send({ touch: touched, seq: state.seq });
  }

  return {
    touch,
    get touched() {
      return touched;
    },

    /** Put down what was touched and begin with this. @param {number} site */
    anew(site) {
      touched = [];
      touch(site);
    },

    /** What is in the hand, the other way round. */
    turn() {
      const other = told.state()?.scene.turned;
      if (other === undefined) return;
      if (touched.length === 1) touched = [];
      touch(other);
    },

    /** A way from cell to cell is both of them touched. @param {number} from @param {number} to */
    drag(from, to) {
      const state = present();
      if (!state) return;
      // A pen in the hand, or the corner where the way begins, is already touched.
      const begun = touched[touched.length - 1] === from ? touched : [...touched, from];
      idle = !state.scene.box;
      touched = [...begun, to];
      told.send({ touch: touched, seq: state.seq });
    },

    /** What the server says is in the hand. @param {number[]} sites */
    told(sites) {
      touched = sites;
      idle = false;
    },

    /** A move was refused: whether that needs saying. @param {number[]} sites what is in the hand still */
    refused(sites) {
      touched = sites;
      return !idle;
    },

    dropPen: () => (pen = null),

    /** The pen stays in the hand for the next move, if there is something to write with it. */
    takePen() {
      const state = told.state();
      if (pen === null || !state?.mine || touched.length) return;
      if (state.scene.buttons.some(({ site }) => site === pen)) touch(pen);
    },
  };
}
