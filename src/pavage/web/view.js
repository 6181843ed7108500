// A game that lies in a link or a file: it is set up again, to be looked at and played on.

import { post } from "./api.js";
import { button, h } from "./dom.js";
import { keepSeats } from "./mine.js";
import { createTop } from "./top.js";
import { say } from "./words.js";

const LARGEST = 60_000;

/** A record as the part of a link. @param {string} record @returns {Promise<string>} */
export async function packed(record) {
  const stream = new Blob([record]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text @returns {Promise<string>} */
export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let told = "";
  // What grows beyond a record is none.
  for (let next = await reader.read(); !next.done && told.length <= LARGEST; next = await reader.read())
    told += decoder.decode(next.value, { stream: true });
  return told;
}

/** Set up a game as its record tells. @param {string} record @param {string|null} ply */
async function open(record, ply) {
  if (record.length > LARGEST) throw new RangeError(say("view.no_record"));
  const [head] = record.split(/\n\s*\n/, 1);
  const told = (/** @type {string} */ key) => head.match(new RegExp(`^${key}:(.*)$`, "m"))?.[1].trim() ?? "";
  const players = Number(told("option players")) || head.match(/^seat \d+:/gm)?.length || 2;
  const chairs = Array.from({ length: Math.min(12, players) }, (_, seat) => ({ name: told(`seat ${seat + 1}`).slice(0, 32) }));
  const made = await post("/api/tables", { record, chairs });
  keepSeats(made, { game: told("game") });
  location.replace(`/play/${made.id}${ply ? `?ply=${encodeURIComponent(ply)}` : ""}`);
}

/** @param {HTMLElement} page */
export async function showRecord(page) {
  const [text, ply = null] = location.hash.slice(1).split("@");
  let problem = "";
  if (text) {
    try {
      return await open(await unpacked(text), ply);
    } catch (error) {
      problem = error instanceof TypeError || error instanceof DOMException ? say("view.no_record") : String(error instanceof Error ? error.message : error);
    }
  }
  const top = createTop("view", render);
  const main = h("main", { class: "form narrow" });
  page.replaceChildren(h("div", { class: "page" }, top.element, main));

  function render() {
    document.title = `${say("view.title")} · Pavage`;
    const area = h("textarea", { class: "text", id: "record", rows: "8", maxlength: LARGEST, spellcheck: "false" });
    const line = h("p", { class: "problem small warn", role: "alert" }, problem ? `✕ ${problem}` : "");
    const attempt = async () => {
      try {
        await open(area.value, null);
      } catch (error) {
        line.textContent = `✕ ${error instanceof Error ? error.message : error}`;
      }
    };
    main.replaceChildren(
      h("div", {}, h("h1", {}, say("view.title")), h("p", { class: "small" }, say("view.line"))),
      h(
        "div",
        { class: "field" },
        h("label", { class: "legend", for: "record-file" }, say("view.file")),
        h("input", {
          type: "file",
          id: "record-file",
          class: "text",
          accept: ".pavage,.txt,text/plain",
          onchange: async (event) => (area.value = (await event.target.files[0]?.text()) ?? ""),
        }),
      ),
      h("div", { class: "field" }, h("label", { class: "legend", for: "record" }, say("view.text")), area),
      button(say("view.open"), { class: "btn main large", onclick: attempt }),
      line,
    );
  }
  render();
}
