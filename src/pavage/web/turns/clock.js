// Clocks that run on between two messages of the server.

import { time } from "../lib/countdown.js";
import { say } from "../lib/words.js";

/**
 * Keeps the figures of the seats up to date.
 * @param {() => {left: number|null, periods: number, running: boolean, figure: HTMLElement}[]} seats
 */
export function runClocks(seats) {
  let told = performance.now();

  function show() {
    const passed = (performance.now() - told) / 1000;
    for (const seat of seats()) {
      if (seat.left == null) continue;
      const figure = time(seat.left - (seat.running ? passed : 0));
      const text = seat.periods ? say("periods", { time: figure, number: seat.periods }) : figure;
      if (seat.figure.textContent !== text) seat.figure.textContent = text;
    }
  }
  setInterval(show, 200);
  return {
    /** The server has just told the time. */
    told() {
      told = performance.now();
      show();
    },
  };
}
