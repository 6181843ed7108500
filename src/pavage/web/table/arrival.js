// Somebody comes to a table: the keys of this device are shown, and whoever is awaited there may say a name first.

import { keysOf, takeKeys } from "../lib/my_games.js";
import { preferences } from "../lib/menu.js";
import { language, theme } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").State} State */

/**
 * @param {string} id the table
 * @param {{send: (message: import("../lib/api.js").Sent) => void, ask: (game: string, sit: () => void) => void, sat: () => void}} told
 *   `ask` for a name; `sat` once there is nothing more to ask
 */
export function createArrival(id, told) {
  /** Whether the reader sits down at once; somebody who comes for the first time may say a name before. */
  let sits = !takeKeys(id);
  addEventListener("hashchange", () => takeKeys(id) && sitDown());

  /** Who we are, for the server; whoever has no key only watches, and needs not say so. */
  const greeting = () =>
    sits && keysOf(id).length
      ? { hello: keysOf(id), language: language(), theme: theme(), name: preferences.get("name", "") }
      : null;

  function sitDown() {
    sits = true;
    told.sat();
    const hello = greeting();
    if (hello) told.send(hello);
  }

  return {
    greeting,
    sitDown,
    /** Whether this device has a key to the table. */
    mayCome: () => keysOf(id).length > 0,
    /** Who comes sees the table, and sits down now or when the name is said. @param {State} state */
    meet({ seats, title }) {
      if (sits) return;
      if (seats.some((seat) => seat.away) && !preferences.get("name", "")) told.ask(title, sitDown);
      else sitDown();
    },
  };
}
