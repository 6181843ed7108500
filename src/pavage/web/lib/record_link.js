// A record as the part of a link, so that the link holds the game itself.

import { say } from "./words.js";

/** What the server takes as one record, in characters. */
export const LARGEST = 60_000;

/** @param {string} record @returns {Promise<string>} */
export async function packed(record) {
  const stream = new Blob([record]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What a link holds; a link that was cut or mistyped holds nothing. @param {string} text @returns {Promise<string>} */
export async function unpacked(text) {
  try {
    return await inflated(text);
  } catch {
    throw new RangeError(say("view.no_record"));
  }
}

/** @param {string} text @returns {Promise<string>} */
async function inflated(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let told = "";
  // What grows beyond a record is none.
  for (let next = await reader.read(); !next.done && told.length <= LARGEST; next = await reader.read())
    told += decoder.decode(next.value, { stream: true });
  return told;
}
