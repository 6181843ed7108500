// What stands around the board of a lesson: the steps, the sentences, the task, and the buttons below it.

import { button, h } from "../lib/dom.js";
import { say } from "../lib/words.js";

/** @typedef {import("./lesson.js").Step} Step @typedef {import("./lesson.js").Shown} Shown */
/**
 * @typedef {{number: number, done: Set<number>, state: Shown, verdict: string, begun: boolean, helped: boolean}} Reached
 *   which step the reader is at and which are done, what is on the board, what was said of the last move, whether
 *   anything was done yet, and whether a move was pointed out
 */

/**
 * @param {HTMLElement} page @param {{title: string, steps: Step[]}} lesson
 * @param {{stage: HTMLElement, below: HTMLElement[]}} board where it is, and what lies below the task for it
 * @param {{go: (by: number) => void, again: () => void, help: () => void, touch: (site: number) => void}} told
 */
export function createLessonText(page, lesson, board, told) {
  const { game = "", part = "", more = "" } = page.dataset;
  const { steps } = lesson;
  const progress = h("ol", { class: "steps", "aria-label": say("learn.steps") });
  const place = h("p", { class: "note" });
  const title = h("h1", { tabindex: "-1" });
  const text = h("p", { class: "lead" });
  const further = h("div", { class: "further" });
  const task = h("p", { class: "task" });
  const line = h("p", { class: "answer" });
  const offers = h("div", { class: "tray terse", hidden: true });
  const backward = button(say("learn.back"), { onclick: () => told.go(-1) });
  const forward = button("", { class: "btn push", onclick: () => told.go(1) });
  const again = button(say("learn.again"), { onclick: told.again });
  const show = button(say("learn.show_me"), { onclick: told.help });
  const beginner = h("a", { class: "btn main push", href: `/new?game=${game}&level=beginner` }, say("learn.beginner"));
  const row = h("div", { class: "row" }, backward, again, show, forward, beginner);
  const after = h(
    "p",
    { class: "row after" },
    h("a", { class: "link", href: `/rules/${game}` }, say("learn.to_rules")),
    more ? h("a", { class: "link", href: `/learn/${game}/strategy` }, say("learn.to_strategy")) : null,
    part ? h("a", { class: "link", href: `/learn/${game}` }, say("learn.to_lesson")) : null,
  );
  page.classList.add("lesson");
  page.replaceChildren(
    h("section", { class: "told" }, progress, place, title, text, further),
    board.stage,
    h("section", { class: "doing" }, task, line, ...board.below, offers, row, after),
  );

  /** @param {Step} step @param {number} index @param {Reached} reached */
  function stepElement(step, index, { number, done }) {
    const now = index === number;
    const told = done.has(index) && !now && !step.looks ? `${step.title}, ${say("learn.done")}` : step.title;
    return h(
      "li",
      { class: now ? "now" : done.has(index) ? "done" : null },
      h(
        "a",
        { href: `#${index + 1}`, "aria-current": now ? "step" : null, title: step.title },
        h("span", { class: "unseen" }, told),
      ),
    );
  }

  /** The other sites that may be touched. @param {Reached} reached */
  function showOffers({ state, helped }) {
    const offered = state.mine ? state.scene.buttons.filter((offer) => !offer.in_tray) : [];
    offers.hidden = !offered.length;
    offers.replaceChildren(
      ...offered.map((offer) =>
        button(offer.label, {
          class: helped && state.show?.sites.includes(offer.site) ? "btn hinted" : "btn",
          "data-site": offer.site,
          title: offer.help || null,
          onclick: () => told.touch(offer.site),
        }),
      ),
    );
  }

  return {
    /** The sentences of a step. @param {number} number */
    enter(number) {
      const step = steps[number];
      place.textContent = say("learn.step_of", { game: lesson.title, number: number + 1, of: steps.length });
      title.textContent = step.title;
      text.textContent = step.text;
      further.replaceChildren(...step.more.split("\n\n").filter(Boolean).map((each) => h("p", {}, each)));
      document.title = `${step.title} · ${lesson.title} · Pavage`;
    },

    focus() {
      title.focus({ preventScroll: true });
      scrollTo({ top: 0 });
    },

    /** The line below the task. @param {string} sentence @param {"warn"|"good"|""} kind */
    tell(sentence, kind) {
      const sign = { warn: "✕ ", good: "✓ ", "": "" }[kind];
      line.textContent = sign + sentence;
      line.classList.toggle("warn", kind === "warn");
      line.classList.toggle("good", kind === "good");
    },

    /** @param {Reached} reached */
    show(reached) {
      const { number, done, state, verdict, begun } = reached;
      const step = steps[number];
      const last = number === steps.length - 1;
      const ready = step.looks || verdict === "right" || done.has(number);
      task.textContent = step.task;
      task.classList.toggle("over", verdict === "right");
      page.classList.toggle("patterned", state.players > 2);
      progress.replaceChildren(...steps.map((each, index) => stepElement(each, index, reached)));
      backward.setAttribute("aria-disabled", String(number === 0));
      again.hidden = step.looks || !begun;
      show.hidden = step.looks || !state.show;
      forward.hidden = last;
      forward.textContent = say(ready ? "learn.next" : "learn.skip");
      forward.classList.toggle("main", ready);
      beginner.hidden = !last;
      beginner.classList.toggle("main", ready);
      showOffers(reached);
    },
  };
}
