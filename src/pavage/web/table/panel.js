// Everything beside the board: seats, the sentence, the moves, the buttons.

import { createActs } from "./acts.js";
import { brand, button, h, played } from "../lib/dom.js";
import { createInvitation } from "./invitation.js";
import { createFirstLesson } from "./first_lesson.js";
import { createMeaning } from "../lib/chances_help.js";
import { createMoves } from "./moves.js";
import { createSeats, seriesParts } from "./seats.js";
import { createShare } from "./share.js";
import { createSheets } from "./sheets.js";
import { createSocial } from "./chat.js";
import { createTrays } from "./trays.js";
import { readingLine } from "../lib/reading.js";
import { say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").State} State */

/**
 * @param {{late: HTMLElement, goOn: () => void, named: () => void, act: (act: import("../lib/state_types.js").ActName, more?: import("../lib/api.js").Sent) => void, chat: (text: string) => boolean,
 *   zoom: (by: number) => void, picture: () => SVGSVGElement|null, id: string, touch: (site: number) => void,
 *   drag: (event: PointerEvent, from: HTMLElement, item: import("../lib/state_types.js").Item) => void, turn: () => void, erase: () => void, typed: (text: string) => void, look: (ply: number) => void,
 *   overlay: (name: string) => void, analyse: () => void, analysis: HTMLElement, table: string, menu: {opener: HTMLElement, panel: HTMLElement}}} told
 */
export function createPanel(told) {
  const social = createSocial(told.id, told);
  const title = h("h1", { class: "what" }, "Pavage");
  const bar = h(
    "header",
    { class: "bar" },
    brand(),
    title,
    h("span", { class: "push" }, social.sign, told.menu.opener),
    told.menu.panel,
  );
  const invitation = createInvitation(told.id, told.named);
  const seats = createSeats();
  const series = h("p", { class: "note series", hidden: true });
  const sentence = h("p", { class: "sentence" });
  const line = h("p", { class: "small" });
  const meaning = createMeaning("hint-meaning", line);
  const progress = h("progress", { max: "1", value: "0", hidden: true });
  const watching = h("p", { class: "note watching", hidden: true });
  const ways = h("div", { class: "row wrap ways", hidden: true });
  const lesson = createFirstLesson(told.id);
  const goOn = button("", { class: "btn main go-on", "data-act": "go_on", hidden: true, onclick: told.goOn });
  const prompt = h("section", { class: "prompt" }, series, watching, goOn, sentence, meaning.part, lesson.part, progress, told.late, told.analysis, ways);
  const trays = createTrays(told);
  const tray = h("section", { class: "tray", hidden: true });
  const moves = createMoves(told);
  const sheets = createSheets(`${told.table}/sheets`);
  const share = createShare(told.id, { picture: told.picture, ply: () => moves.ply });
  social.part.append(share.part);
  const reading = h("div");
  social.part.append(reading);
  const acts = createActs(told);
  let inviting = false;

  /** The other sites that may be touched, with what they do. @param {State} now */
  function showTray(now) {
    const offers = now.mine ? now.scene.buttons.filter((offer) => !offer.in_tray) : [];
    tray.hidden = !offers.length;
    tray.classList.toggle("terse", offers.every((offer) => !offer.help));
    tray.replaceChildren(
      ...offers.map((offer) =>
        h(
          "div",
          { class: "offer" },
          button(offer.label, {
            class: [
              now.scene.touched.length && offers.length === 1 ? "btn main" : "btn",
              now.hinted.includes(offer.site) && "hinted",
            ]
              .filter(Boolean)
              .join(" "),
            "data-site": offer.site,
            "aria-describedby": offer.help ? `help-${offer.site}` : null,
            onclick: () => told.touch(offer.site),
          }),
          offer.help ? h("p", { class: "small", id: `help-${offer.site}` }, offer.help) : null,
        ),
      ),
    );
  }

  return {
    /** Whether somebody is still to be invited. */
    inviting: () => inviting,
    resign: acts.resign,
    resigns: acts.resigns,
    mayResign: acts.mayResign,
    mayDraw: acts.mayDraw,
    mayAnalyse: acts.mayAnalyse,
    analysing: acts.analysing,
    parts: [bar, invitation.part, seats.list, prompt, social.offers.part, trays.part, tray, trays.others, moves.part, sheets.part, social.part, acts.part],
    refused: trays.refused,

    /** @param {State} now @param {number} shown the ply that is looked at @param {boolean} held whether more has happened, and the reader is waited for */
    show(now, shown, held) {
      title.replaceChildren(...played(now.title, now.size));
      seats.show(now);
      showTray(now);
      trays.show(now);
      sheets.show(now.scene.sheets ?? []);
      acts.show(now, held);
      social.show(now);
      inviting = invitation.show(now);
      lesson.show(now);
      series.replaceChildren(...seriesParts(told.id, now));
      series.hidden = !series.childNodes.length;
      watching.hidden = !now.you || now.you.length > 0;
      watching.textContent = say("watching", { number: Math.max(1, now.watchers ?? 1) });
      sentence.textContent = held ? say("pace.read") : now.prompt;
      sentence.classList.toggle("long", !held && now.prompt.length > 56);
      prompt.classList.toggle("mine", now.mine && !held);
      goOn.hidden = !held;
      goOn.textContent = say("act.go_on");
      if (!now.busy || held) progress.hidden = true;
      // Last, when it is known how much room the moves have.
      moves.show(now, shown);
      share.show(now);
      reading.replaceChildren(readingLine(now.reading, now.title));
    },
    showOverlays: moves.showOverlays,
    arrive: social.offers.arrive,
    sat: social.offers.sat,

    /** The line below the sentence. @param {string} text @param {boolean} [refused] */
    say(text, refused = false) {
      line.textContent = refused ? `✕ ${text}` : text;
      line.classList.toggle("warn", refused);
    },

    explain: meaning.show,

    /** @param {number} share */
    progress(share) {
      progress.hidden = false;
      progress.value = share;
      progress.setAttribute("aria-label", say("label.progress"));
    },

    /** The server cannot be reached, or the table is gone. @param {string} what @param {string} then @param {HTMLElement[]} [on] where one may go from here */
    offline(what, then, on = []) {
      ways.replaceChildren(...on);
      ways.hidden = !on.length;
      seats.rest();
      sentence.textContent = what;
      prompt.classList.remove("mine");
      goOn.hidden = true;
      progress.hidden = true;
      this.say(then);
    },
  };
}
