// The words of the page, in the language of its reader.

/** @type {Record<string, string>} */
let known = JSON.parse(document.getElementById("words")?.textContent || "{}");

/** A sentence, its places filled in. @param {string} key without "web." @param {Record<string, unknown>} [values] */
export function say(key, values = {}) {
  const template = known[`web.${key}`];
  if (template === undefined) return key;
  return template.replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}

/** @param {string} key */
export function has(key) {
  return `web.${key}` in known;
}

export function language() {
  return document.documentElement.lang;
}

/** For dates: our English is written as in Britain. */
export function dateLanguage() {
  return language() === "en" ? "en-GB" : language();
}

export function theme() {
  return document.documentElement.dataset.theme || "auto";
}

/** What lies on a cell; in black and white two players have other colours. @param {import("./state_types.js").Piece} piece @param {boolean} patterned */
export function pieceName(piece, patterned) {
  const { text, sealed } = piece;
  const kind = kindName(piece, patterned);
  const name = piece.label || (text ? say("label.written", { piece: kind, text }) : kind);
  return sealed ? say("label.sealed", { piece: name }) : name;
}

/** @param {import("./state_types.js").Piece} piece @param {boolean} patterned */
function kindName({ colour, shape = "stone" }, patterned) {
  const kind = shape === "stone" ? "piece" : shape;
  if (has(kind)) return say(kind);
  const other = `bw.${kind}.${colour}`;
  return say(theme() === "bw" && !patterned && has(other) ? other : `${kind}.${colour}`);
}

/** Speak another language from now on, here and on later visits; whether the words could be had. @param {string} wanted */
export async function speak(wanted) {
  const answer = await fetch(`/api/words?language=${wanted}`).catch(() => null);
  if (!answer?.ok) {
    announce(say("connection_lost"));
    return false;
  }
  known = await answer.json();
  document.documentElement.lang = wanted;
  remember("language", wanted);
  return true;
}

/** Kept in a cookie, so that the server already sends the page as it is wanted. @param {string} name @param {string} value */
export function remember(name, value) {
  document.cookie = `pavage_${name}=${value}; path=/; max-age=31536000; samesite=strict`;
}

const live = document.getElementById("live");

/** Say something to a screen reader. @param {string} sentence */
export function announce(sentence) {
  if (live && live.textContent !== sentence) live.textContent = sentence;
}
