// Who is in the class: places and points, what each does now, and what the teacher may do about it.

import { SIGNS } from "../lib/class_link.js";
import { button, h } from "../lib/dom.js";
import { say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").ClassShown} ClassShown @typedef {import("../lib/state_types.js").ClassPupil} ClassPupil */

/** Those who lead come first; who was taken out stands last. @param {ClassShown} now */
export const inOrder = (now) =>
  [...now.pupils].sort((one, other) => (one.place || 999) - (other.place || 999) || one.number - other.number);

/** Those who race, as they stand. @param {ClassPupil[]} pupils @returns {ClassPupil[]} */
export const byScore = (pupils) =>
  pupils.filter(({ score }) => score).sort((one, other) => one.race_place - other.race_place || one.number - other.number);

/** What a pupil does now, in a few words, and what they had in a race that is over. @param {ClassPupil} pupil @param {boolean} racing */
function doing({ state, here, handed, gave_up, score }, racing) {
  const absent = !here && state !== "away" ? say("class.absent") : "";
  return [gave_up ? say("class.gave_up") : say(`class.state.${state}`), racing ? "" : score, absent, handed ? say("class.handed") : ""].filter(Boolean).join(" · ");
}

/** @param {(act: string, more: object) => void} act */
export function createPupils(act) {
  /** Whose buttons are open. */
  let open = -1;
  /** @type {ClassShown|null} */
  let now = null;
  const part = h("section", { class: "class-pupils" });

  /** @param {ClassPupil} pupil @param {boolean} racing */
  function line(pupil, racing) {
    const { number, name, sign, state, here, points, score } = pupil;
    const place = racing ? pupil.race_place : pupil.place;
    const acts = h(
      "div",
      { class: "row wrap", hidden: open !== number },
      button(say("class.hand_back"), { onclick: () => act("hand_back", { pupil: number }) }),
      state === "away" ? null : button(say("class.take_out"), { onclick: () => act("take_out", { pupil: number }) }),
    );
    const toggle = () => {
      open = open === number ? -1 : number;
      render();
    };
    return h(
      "li",
      { class: `pupil is-${state}${here ? "" : " is-absent"}`, "data-pupil": number },
      h(
        "button",
        { type: "button", class: "who-is", "aria-expanded": String(open === number), onclick: toggle },
        h("span", { class: "r note" }, place ? `${place}.` : ""),
        h("span", { class: "sign", title: say(`class.sign.${sign}`), role: "img", "aria-label": say(`class.sign.${sign}`) }, SIGNS[sign] ?? ""),
        h("span", { class: "who" }, h("span", { class: "name" }, name), h("small", {}, doing(pupil, racing))),
        h("span", { class: "num" }, racing ? score : points),
      ),
      acts,
    );
  }

  function render() {
    if (!now) return;
    const told = now;
    const focused = document.activeElement?.closest("[data-pupil]")?.getAttribute("data-pupil");
    const racing = told.round?.mode === "race" && !told.round.groups[0].over;
    const pupils = racing ? [...byScore(told.pupils), ...told.pupils.filter(({ score }) => !score)] : inOrder(told);
    const here = told.pupils.filter(({ here }) => here).length;
    part.replaceChildren(
      h("h2", {}, say(racing ? "class.scores" : "class.pupils"), h("span", { class: "note" }, ` ${here}/${told.pupils.filter(({ state }) => state !== "away").length}`)),
      told.pupils.length ? h("ul", { class: "plain" }, ...pupils.map((pupil) => line(pupil, racing))) : h("p", { class: "small" }, say("class.nobody_yet")),
    );
    if (focused) /** @type {HTMLElement|null} */ (part.querySelector(`[data-pupil="${focused}"] .who-is`))?.focus({ preventScroll: true });
  }

  return {
    part,
    /** @param {ClassShown} told */
    show(told) {
      now = told;
      render();
    },
  };
}
