// The line below the sentence of a table: what was refused, what is being typed, or what there is to say.

import { say } from "../lib/words.js";

/** What a finger that aims at a cell is told; (3,-1) is a name for programs, not for people. @param {string} name */
export const tapAgain = (name) => (name.startsWith("(") ? say("tap_again_here") : say("tap_again", { cell: name }));

/** @param {(text: string, refused?: boolean) => void} show @param {() => string} usual what is said when nothing else is */
export function createStatusLine(show, usual) {
  let [refused, typed, aim, meanwhile] = ["", "", "", ""];

  function render() {
    if (refused) show(refused, true);
    else if (typed) show(say("typing", { text: typed }));
    else if (aim) show(tapAgain(aim));
    else show(meanwhile || usual());
  }

  return {
    render,
    /** What was refused is no longer of interest. */
    forget: () => (refused = ""),
    /** @param {string} sentence */
    refuse(sentence) {
      refused = sentence;
      render();
    },
    /** @param {string} text */
    type(text) {
      [typed, refused] = [text, ""];
      render();
    },
    /** What happened while nobody looked, until the game goes on. @param {string} sentence */
    meanwhile(sentence) {
      meanwhile = sentence;
      render();
    },
    /** The cell that a finger has touched once. @param {string} name */
    aim(name) {
      [aim, refused] = [name, ""];
      render();
    },
  };
}
