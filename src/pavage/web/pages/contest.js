// Races and duels: how many players, their names, and the link to each one's own board.

import { field, segmented } from "../lib/controls.js";
import { button, h } from "../lib/dom.js";
import { say } from "../lib/words.js";

const [FEWEST, MOST] = [2, 6];
const ALONE = "";

/**
 * Alone, or against others; then who they are.
 * @param {string[]} modes what the game can be played as
 * @param {{mode: string, names: string[], minutes: number}} contest what is filled in so far
 * @param {() => void} render
 */
export function contestControl(modes, contest, render) {
  const choices = [ALONE, ...modes].map((value) => ({ value, label: say(`contest.${value || "alone"}`) }));
  const bar = segmented(say("contest.how"), choices, contest.mode, (mode) => {
    contest.mode = mode;
    render();
  });
  if (!contest.mode) return h("div", {}, bar);
  const counts = [];
  for (let count = FEWEST; count <= MOST; count++) counts.push({ value: String(count), label: String(count) });
  const many = segmented(say("contest.players"), counts, String(contest.names.length), (count) => {
    contest.names = Array.from({ length: Number(count) }, (_, number) => contest.names[number] ?? "");
    render();
  });
  const names = contest.names.map((name, number) =>
    field(say("contest.name", { number: number + 1 }), name, (typed) => (contest.names[number] = typed), {
      maxlength: 32,
      placeholder: say("contest.name", { number: number + 1 }),
      autocomplete: "off",
    }),
  );
  return h(
    "div",
    { class: "contest" },
    bar,
    h("p", { class: "note" }, say(`contest.${contest.mode}_line`)),
    many,
    h("div", { class: "names-of" }, ...names),
  );
}

/** @param {{names: string[]}} contest */
export const namesOf = ({ names }) =>
  names.map((name, number) => name.trim() || say("contest.name", { number: number + 1 }));

/** The boards are set: where each player finds theirs. @param {HTMLElement} place @param {{name: string, id: string}[]} players */
export function showLinks(place, players) {
  const lines = players.map(({ name, id }) => {
    const link = new URL(`/play/${id}`, location.href).href;
    const copy = button(say("contest.copy"), {
      class: "btn",
      onclick: async () => {
        await navigator.clipboard.writeText(link);
        copy.textContent = say("contest.copied");
      },
    });
    return h(
      "li",
      {},
      h("span", { class: "name" }, name),
      h("a", { class: "btn", href: link, target: "_blank", rel: "noopener" }, say("contest.open")),
      navigator.clipboard ? copy : null,
      h("span", { class: "small link" }, link),
    );
  });
  // There is nothing more to choose: on a phone the preview would stand in the way.
  place.parentElement?.classList.add("linked");
  const title = h("h1", { tabindex: "-1" }, say("contest.links"));
  place.replaceChildren(title, h("p", { class: "small" }, say("contest.links_line")), h("ul", { class: "links" }, ...lines));
}
