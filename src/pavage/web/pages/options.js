// Controls for what a game declares: one for each kind of option, and the clock and the lots that every game has.

import { field, segmented, select } from "../lib/controls.js";
import { h } from "../lib/dom.js";
import { language, say } from "../lib/words.js";

/** @typedef {string|number|boolean} Value of an option */
/** @typedef {import("../lib/state_types.js").OptionListed} Option @typedef {import("../lib/state_types.js").Choice} Choice @typedef {import("../lib/state_types.js").GameListed} Game */
/** @typedef {import("../lib/state_types.js").Preview & {size?: string}} Preview how a game would begin; a position tells its size besides */
/**
 * @typedef {{options: Record<string, Value>, settled?: Record<string, Value>, free: Set<string>, clock: string, otherClock: boolean,
 *   lots: boolean, lotsAgain?: boolean}} Wanted what is filled in so far; in `settled`, what follows from it; in `free`, the options whose value is typed
 */

const CLOCKS = [
  { value: "5m", label: "5 min" },
  { value: "10m+5s", label: "10 min + 5 s" },
  { value: "30m", label: "30 min" },
];
const OTHER = "other";

const onOff = () => ["on", "off"].map((each) => ({ value: each, label: say(`form.${each}`) }));

/** @param {Option} option @param {Wanted} wanted */
const value = (option, wanted) => wanted.options[option.name] ?? wanted.settled?.[option.name] ?? option.default;

/**
 * @param {Option} option @param {Wanted} wanted
 * @param {(name: string, set: Value, typed: boolean) => void} choose @param {() => void} render
 */
export function optionControl(option, wanted, choose, render) {
  const { name, label } = option;
  const now = value(option, wanted);
  const told = option.main || name === "players" || option.line.toLowerCase() === label.toLowerCase();
  const help = told ? null : h("p", { class: "note" }, option.line);
  if (option.kind === "switch") {
    const bar = segmented(label, onOff(), now ? "on" : "off", (set) => choose(name, set === "on", false));
    return h("div", {}, bar, help);
  }
  if (option.kind === "choice" && !option.free) {
    const choices = option.choices ?? [];
    const make = isLong(choices) ? titled : segmented;
    return h("div", {}, make(label, choices, String(now), (set) => choose(name, set, false)), help);
  }
  if (option.offered || option.choices)
    return h("div", {}, ...offers(option, now, wanted, choose, render), help);
  const text = field(label, String(now), (typed) => choose(name, typed, true), {
    maxlength: 200,
    autocomplete: "off",
    placeholder: option.takes,
  });
  return h("div", {}, h("p", { class: "legend" }, label), text, help);
}

/** Whether choices are too long to stand side by side. @param {{label: string}[]} choices */
const isLong = (choices) => choices.reduce((sum, { label }) => sum + label.length + 3, 0) > 44;

/** @param {string} label @param {{value: string, label: string}[]} choices @param {string} now @param {(value: string) => void} set */
const titled = (label, choices, now, set) =>
  h("div", { class: "field" }, h("p", { class: "legend" }, label), select(label, choices, now, set));

/**
 * The usual values side by side, any other typed.
 * @param {Option} option @param {Value} now @param {Wanted} wanted
 * @param {(name: string, set: Value, typed: boolean) => void} choose @param {() => void} render
 */
function offers(option, now, wanted, choose, render) {
  const { name, label, low = 0, high = 0, takes } = option;
  const isNumber = option.kind === "whole" || option.kind === "numbers";
  const offered =
    option.choices ?? (option.offered ?? []).map((each) => ({ value: String(each), label: String(each) }));
  const other = wanted.free.has(name) || !offered.some(({ value }) => value === String(now));
  // Numbers of players are all there are: what is not offered is not possible.
  const all = name === "players" || option.kind === "numbers" || (isNumber && offered.length === high - low + 1);
  const choices = all ? offered : [...offered, { value: OTHER, label: say("form.other") }];
  const bar = (isLong(choices) ? titled : segmented)(label, choices, other ? OTHER : String(now), (chosen) => {
    if (chosen === OTHER) {
      wanted.free.add(name);
      render();
    } else {
      wanted.free.delete(name);
      choose(name, isNumber ? Number(chosen) : chosen, false);
      if (other) render();
    }
  });
  if (!other) return [bar];
  if (!isNumber) {
    const more = { maxlength: 200, autocomplete: "off" };
    const text = field(label, String(now), (typed) => choose(name, typed, true), more);
    return [bar, text, h("p", { class: "note" }, takes)];
  }
  const typing = (/** @type {string} */ typed) => choose(name, Number(typed), true);
  const limits = { type: "number", min: low, max: high, inputmode: "numeric" };
  return [bar, field(say("form.other_value", { low, high }), String(now), typing, limits)];
}

/** @param {Wanted} wanted @param {() => void} render */
export function clockControl(wanted, render) {
  const none = { value: "", label: say("form.no_clock") };
  const choices = [none, ...CLOCKS, { value: OTHER, label: say("form.other") }];
  const bar = segmented(say("form.clock"), choices, wanted.otherClock ? OTHER : wanted.clock, (chosen) => {
    wanted.otherClock = chosen === OTHER;
    if (chosen !== OTHER) wanted.clock = chosen;
    render();
  });
  if (!wanted.otherClock) return h("div", {}, bar);
  const more = { maxlength: 40, autocomplete: "off" };
  return h(
    "div",
    {},
    bar,
    field(say("form.clock_takes"), wanted.clock, (typed) => (wanted.clock = typed), more),
  );
}

/** @param {Wanted} wanted */
export function lotsControl(wanted) {
  const set = (/** @type {string} */ chosen) => (wanted.lots = chosen === "on");
  return segmented(say("form.lots"), onOff(), wanted.lots ? "on" : "off", set);
}

/** How a rematch begins, where people can exchange what they had. @param {Wanted} wanted */
export function rematchControl(wanted) {
  const choices = ["exchange", "lots"].map((each) => ({ value: each, label: say(`form.rematch_by.${each}`) }));
  return segmented(say("form.rematch"), choices, wanted.lotsAgain ? "lots" : "exchange", (chosen) => {
    wanted.lotsAgain = chosen === "lots";
  });
}

/** The numbers of players that a game takes. @param {Game} game @returns {number[]} */
export function playersOf(game) {
  const option = game.options.find((each) => each.name === "players");
  return option ? (option.offered ?? [option.default]).map(Number) : [2];
}

/** Options as an address takes them. @param {Record<string, Value>} options */
export const optionQuery = (options) =>
  new URLSearchParams(Object.entries(options).map(([name, set]) => [name, written(set)]));

/** @param {Value} set */
const written = (set) => (typeof set === "boolean" ? (set ? "on" : "off") : String(set));

/** What lies folded away, in a few words. @param {Option[]} folded @param {Wanted} wanted @param {boolean} [clocked] a clock is among it */
export function summary(folded, wanted, clocked = true) {
  const colon = language() === "fr" ? "\u00a0: " : ": ";
  const told = folded
    .filter((option, number) => number === 0 || value(option, wanted) !== option.default)
    .map((option) => {
      const now = value(option, wanted);
      const choice = option.choices?.find((each) => each.value === String(now));
      const switched = option.kind === "switch" ? say(`form.${now ? "on" : "off"}`) : now;
      return option.label + colon + (choice ? choice.label : switched);
    });
  const clock = wanted.clock;
  if (!clocked) return told.join(", ");
  return [...told, clock ? say("form.summary_clock", { clock }) : say("form.summary_no_clock")].join(", ");
}

/** The options of a game that an address brings along. @param {URLSearchParams} address @returns {Record<string, Value>} */
export function optionsIn(address) {
  const named = [...address].filter(([name]) => name.startsWith("option."));
  return Object.fromEntries(named.map(([name, value]) => [name.slice("option.".length), value]));
}
