// Who plays: names, aims, scores, clocks; and how a series stands.

import { runClocks } from "../turns/clock.js";
import { h, stone } from "../lib/dom.js";
import { presence } from "./chat.js";
import { motifsOf } from "./tray_faces.js";
import { language, pieceName, say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").State} State */

/** Games before this one that are named beside the board. */
const GAMES_SHOWN = 5;

/** How a series stands once a second game has begun: Anna 2 – 1 Bruno. @param {State} now */
function seriesLine({ series, seats }) {
  if (!series || series.number < 2 || seats.length < 2) return "";
  const figures = series.points.map((points) => points.toLocaleString(language(), { maximumFractionDigits: 2 }));
  const [one, other] = seats.map(({ name }) => name);
  const score =
    seats.length === 2
      ? `${one} ${figures[0]} – ${figures[1]} ${other}`
      : seats.map(({ name }, seat) => `${name} ${figures[seat]}`).join(", ");
  return say("series_stands", { score });
}

/** The same, with the way to the games before this one. @param {string} id the table @param {State} now @returns {(Node|string)[]} */
export function seriesParts(id, now) {
  const line = seriesLine(now);
  if (!line || !now.series) return line ? [line] : [];
  const numbers = Array.from({ length: now.series.number - 1 }, (_, place) => place + 1).slice(-GAMES_SHOWN);
  const links = numbers.flatMap((number) => [
    " ",
    h("a", { class: "text-link", href: `/play/${id}/${number}`, "aria-label": say("series.title", { number, games: now.series?.number }) }, String(number)),
  ]);
  return [`${line} · ${say("series.before")}`, ...links];
}

export function createSeats() {
  const list = h("ol", { class: "seats" });
  /** @type {{left: number|null, periods: number, running: boolean, figure: HTMLElement}[]} */
  let clocks = [];
  const clock = runClocks(() => clocks);

  /** What this seat must make, for all to see. @param {State} now @param {number} number */
  function motifs({ scene: { trays = [] } }, number) {
    const drawn = motifsOf(trays.filter(({ seat }) => seat === number).flatMap(({ items }) => items));
    return drawn.length ? [h("span", { class: "motifs" }, ...drawn)] : [];
  }

  /** @param {State} now @param {number} number */
  function seatElement(now, number) {
    const seat = now.seats[number];
    const here = presence(now, number);
    return h(
      "li",
      {
        class: ["seat", seat.turn && "turn", seat.out && "out"].filter(Boolean).join(" "),
        "aria-current": seat.turn ? "true" : null,
      },
      // Whoever hears the page hears the colour; who plays alone needs none.
      stone(seat.colour, now.players > 1 ? pieceName({ cell: -1, colour: seat.colour }, now.players > 2) : ""),
      h(
        "span",
        { class: "who" },
        h("span", { class: "name" }, seat.name, ...(here ? [" ", h("span", { class: "presence" }, here)] : [])),
        h("small", { class: now.players > 2 && seat.note ? "aim unseen" : "aim" }, seat.aim),
        seat.note ? h("small", {}, seat.note) : null,
      ),
      h(
        "span",
        { class: "figures" },
        ...motifs(now, number),
        seat.out ? h("span", { class: "word" }, seat.why_out) : h("span", { class: "score num" }, seat.score),
        clocks[number].figure,
      ),
    );
  }

  return {
    list,
    /** @param {State} now */
    show(now) {
      clocks = now.seats.map((seat) => ({ ...seat, figure: h("span", { class: "clock num" }) }));
      list.replaceChildren(...now.seats.map((_, number) => seatElement(now, number)));
      list.classList.toggle("many", now.players > 3);
      list.setAttribute("aria-label", say("label.seats"));
      clock.told();
    },
    /** Nobody is to move, and no time passes. */
    rest() {
      for (const seat of list.children) seat.classList.remove("turn");
      for (const each of clocks) each.running = false;
    },
  };
}
