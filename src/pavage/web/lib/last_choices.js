// What was chosen for the last new game of each kind, kept on this device: the form begins with it.

/** @typedef {import("./state_types.js").GameListed} Game @typedef {import("./state_types.js").OptionListed} Option */
/** @typedef {string|number|boolean} Value @typedef {{who: string, name: string, level: string}} Chair */
/** @typedef {{options: Record<string, Value>, preset: string, chairs: Chair[], clock: string, otherClock: boolean, lots: boolean, lotsAgain: boolean}} Choices */

const PLACE = "pavage.choices";
const LEVEL = "pavage.level";
/** Options that make a game another one each time. */
const ANEW = ["seed", "line"];

/** @returns {Record<string, Choices>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) || "{}") ?? {};
  } catch {
    return {};
  }
}

/** Whether an option still takes a value. @param {Option} option @param {Value} value */
function takes({ kind, low, high, choices, free }, value) {
  if (kind === "switch") return typeof value === "boolean";
  if (kind === "whole") return typeof value === "number" && value >= (low ?? value) && value <= (high ?? value);
  return !choices || free || kind === "board" || choices.some((each) => each.value === String(value));
}

/** How well a computer plays at first: as in the last game on this device, whichever it was. */
export const usualLevel = () => localStorage.getItem(LEVEL) ?? "beginner";

/** @param {Game} game @param {Choices} wanted */
export function keepChoices(game, { options, preset, chairs, clock, otherClock, lots, lotsAgain }) {
  const kept = Object.fromEntries(Object.entries(options).filter(([name]) => !ANEW.includes(name)));
  const opponent = chairs.find((chair) => chair?.who === "computer");
  if (opponent) localStorage.setItem(LEVEL, opponent.level);
  const choices = { options: kept, preset, chairs, clock, otherClock, lots, lotsAgain };
  localStorage.setItem(PLACE, JSON.stringify({ ...read(), [game.name]: choices }));
}

/** What was chosen the last time, as far as the game still knows it; nothing, if it is the first. @param {Game} game @returns {Partial<Choices>} */
export function lastChoices(game) {
  const last = read()[game.name] ?? {};
  const { options = {}, preset = "", chairs = [], clock = "", otherClock = false, lots = false, lotsAgain = false } = last;
  const known = game.options.filter(({ name }) => name in options);
  if (!known.every((option) => takes(option, options[option.name])) || known.length < Object.keys(options).length) return {};
  const seated = chairs.filter(Boolean).map(({ who, name, level }) => ({
    who,
    name,
    level: game.levels.some(({ value }) => value === level) ? level : usualLevel(),
  }));
  const named = game.presets.some(({ value }) => value === preset) ? preset : "";
  return { options: { ...options }, preset: named, chairs: seated, clock, otherClock, lots, lotsAgain };
}
