// Who sits where, in the form for a new game.

import { field, segmented, select } from "../lib/controls.js";
import { h, stone } from "../lib/dom.js";
import { preferences } from "../lib/menu.js";
import { say } from "../lib/words.js";

/** @typedef {{who: string, name: string, level: string}} Chair you, another person, a friend by a link, or a computer */
/** @typedef {{colour: string, title: string}} Seat */

/**
 * @param {{chairs: Chair[], level: string}} wanted what is filled in so far, and how well a computer plays at first
 * @param {{levels: () => {value: string, label: string}[], bots: () => {value: string, label: string}[], seats: () => Seat[], render: () => void}} form
 */
export function createChairs(wanted, form) {
  /** @param {number} number */
  const chairOf = (number) =>
    (wanted.chairs[number] ??= {
      who: number ? "computer" : "you",
      name: number ? "" : preferences.get("name", ""),
      level: wanted.level,
    });

  /** Whether another person plays, who then reads my name. */
  const company = () => wanted.chairs.slice(0, form.seats().length).some((chair) => ["person", "friend"].includes(chair?.who));

  /** My name is asked for once, and is the same in every form. @param {Chair} chair @param {string} name */
  function nameMe(chair, name) {
    chair.name = name;
    preferences.set("name", name.trim());
  }

  /** @param {Seat} seat @param {number} number */
  function control(seat, number) {
    const chair = chairOf(number);
    // A program that played the last game may not play this one.
    if (chair.who.startsWith("bot:") && !form.bots().some(({ value }) => value === chair.who)) chair.who = "computer";
    const label = say("form.seat_of", { seat: seat.title });
    if (chair.who === "you") chair.name = preferences.get("name", "");
    const named = (/** @type {string} */ name) => (chair.who === "you" ? nameMe(chair, name) : (chair.name = name));
    const naming = (hint = say("form.name_of")) =>
      field(`${hint}, ${seat.title}`, chair.name, named, {
        maxlength: 32,
        placeholder: hint,
        autocomplete: "off",
      });
    const people = ["you", "person", "friend"].map((who) => ({ value: who, label: say(`form.${who}`) }));
    if (form.seats().length > 2) return oneLine(seat, chair, label, people, naming);
    const everybody = [...people, { value: "computer", label: say("form.computer") }, ...form.bots()];
    const level = (/** @type {string} */ now) => (chair.level = now);
    const more =
      chair.who === "computer"
        ? segmented(`${say("form.level_of")}, ${seat.title}`, form.levels(), chair.level, level, true)
        : chair.who === "person"
          ? naming()
          : chair.who === "you" && company()
            ? naming(say("form.your_name"))
            : null;
    return h(
      "div",
      { class: "field" },
      h("p", { class: "legend" }, seat.title),
      h(
        "div",
        { class: "pick" },
        stone(seat.colour),
        select(label, everybody, chair.who, (who) => ((chair.who = who), form.render())),
      ),
      more && h("div", { class: "beneath" }, more),
    );
  }

  /**
   * A seat among many: who sits there, and how well a computer plays, are one choice.
   * @param {Seat} seat @param {Chair} chair @param {string} label @param {{value: string, label: string}[]} people
   * @param {(hint?: string) => HTMLElement} naming
   */
  function oneLine(seat, chair, label, people, naming) {
    const computers = form.levels().map(({ value, label }) => ({
      value: `computer ${value}`,
      label: say("form.computer_of", { level: label }),
    }));
    const now = chair.who === "computer" ? `computer ${chair.level}` : chair.who;
    const sit = (/** @type {string} */ chosen) => {
      const [who, level = chair.level] = chosen.split(" ");
      Object.assign(chair, { who, level });
      form.render();
    };
    return h(
      "div",
      { class: "field line" },
      stone(seat.colour),
      h("p", { class: "legend" }, seat.title),
      select(label, [...people, ...computers, ...form.bots()], now, sit),
      chair.who === "person" ? h("div", { class: "beneath" }, naming()) : null,
      chair.who === "you" && company() ? h("div", { class: "beneath" }, naming(say("form.your_name"))) : null,
    );
  }

  /** What the server is asked for. */
  function asked() {
    const seats = form.seats();
    return seats.map((_, number) => {
      const { who, name, level } = seats.length > 1 ? chairOf(number) : { who: "you", name: "", level: "" };
      const named = who === "person" || (who === "you" && company());
      const away = who === "friend" ? { away: true } : {};
      const played = who === "computer" ? level : who.startsWith("bot:") ? who : "";
      return { name: named ? name : "", level: played, ...away };
    });
  }

  return { control, asked };
}
