// My games: which tables this device has a seat at, and the keys to them. Kept here and nowhere else.

import { remember } from "./words.js";

const PLACE = "pavage.tables";
const MOST = 200;
/** So many are shown at first on the first page. */
export const FIRST = 6;
const KEY = /^[\w-]{22}$/;

/** @typedef {{keys: string[], given?: Record<number, string>, class?: string, game?: string, title?: string, line?: string, language?: string, over?: boolean, size?: string, others?: string[], here?: string[], result?: string, gone?: boolean, seen?: {game: number, moves: number}, at: number}} Kept */

/** @returns {Record<string, Kept>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) || "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {Record<string, Kept>} tables */
function write(tables) {
  // The oldest give way to the newest.
  const kept = Object.entries(tables).sort(([, one], [, other]) => other.at - one.at);
  localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(kept.slice(0, MOST))));
  rememberCount(kept.length);
}

/** The server is told how many there are, so that the first page comes with room for them. @param {number} count */
export const rememberCount = (count) => remember("mine", String(Math.min(count, FIRST + 1)));

/** What this device knows of a table. @param {string} id @returns {Kept|undefined} */
export const keptOf = (id) => read()[id];

/** The keys to a table that this device has. @param {string} id @returns {string[]} */
export const keysOf = (id) => read()[id]?.keys ?? [];

/** The keys that were made for others, by seat: this device hands them on and does not use them. @param {string} id @returns {Record<number, string>} */
export const givenOf = (id) => read()[id]?.given ?? {};

/** Put more keys on the ring. @param {string} id @param {(string|null|undefined)[]} keys @param {Partial<Kept>} [more] */
export function keep(id, keys, more = {}) {
  const tables = read();
  const before = tables[id] ?? { keys: [], at: 0 };
  const all = [...before.keys, ...keys].filter((key) => typeof key === "string" && KEY.test(key));
  tables[id] = { ...before, at: Date.now(), ...more, keys: /** @type {string[]} */ ([...new Set(all)]) };
  write(tables);
}

/** Put the keys of a table that was just set on the ring; those of people who are to come are handed on. @param {Pick<import("./state_types.js").TableSet, "id"|"keys"> & {chairs?: {away: boolean}[]}} made @param {Partial<Kept>} more */
export function keepSeats({ id, keys, chairs = [] }, more) {
  const away = (/** @type {number} */ seat) => !!chairs[seat]?.away;
  /** @type {Record<number, string>} */
  const given = {};
  keys.forEach((key, seat) => void (key && away(seat) && (given[seat] = key)));
  keep(id, keys.filter((_, seat) => !away(seat)), { given, ...more });
}

/** Say how a game of mine stands; of others nothing is kept. @param {string} id @param {Partial<Kept>} told */
export function note(id, told) {
  const tables = read();
  if (!tables[id]) return;
  tables[id] = { ...tables[id], ...told, at: Date.now() };
  write(tables);
}

/**
 * Another game has begun at a table of mine: those before it have places of their own, `TABLE/1`, `TABLE/2`, …
 * @param {string} id @param {number} number of the game that is on the board now @param {Partial<Kept>} last how the one before it ended
 */
export function keepSeries(id, number, last) {
  const tables = read();
  if (!tables[id]) return;
  for (let game = 1; game < number; game++) {
    const place = `${id}/${game}`;
    const told = game === number - 1 ? last : {};
    tables[place] ??= { game: tables[id].game, title: tables[id].title, size: tables[id].size, others: tables[id].others, here: tables[id].here, over: true, ...told, keys: [], at: Date.now() - 1000 * (number - game) };
  }
  write(tables);
}

/** @param {string} id */
export function forget(id) {
  const tables = read();
  delete tables[id];
  // With a table go the games that were played there before.
  for (const place of Object.keys(tables)) if (place.startsWith(`${id}/`)) delete tables[place];
  write(tables);
}

/** My games, the latest first. @returns {(Kept & {id: string})[]} */
export function myGames() {
  const found = Object.entries(read()).map(([id, kept]) => ({ id, ...kept }));
  return found.sort((one, other) => other.at - one.at);
}

/** Take the keys out of the address, so that nobody who sees it gets a seat; whether there are new ones. @param {string} id */
export function takeKeys(id) {
  const found = location.hash.slice(1).split(".").filter((key) => KEY.test(key));
  if (!found.length) return false;
  const known = keysOf(id);
  keep(id, found);
  history.replaceState(null, "", location.pathname + location.search);
  return found.some((key) => !known.includes(key));
}

/** The link that gives a seat, or several; without keys one only watches. @param {string} id @param {string[]} [keys] */
export const linkTo = (id, keys = []) =>
  new URL(`/play/${id}${keys.length ? `#${keys.join(".")}` : ""}`, location.href).href;
