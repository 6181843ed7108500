// A game that lies in a link, a file or a text: it is set up again, to be looked at and played on.

import { oneAtATime } from "../lib/api.js";
import { fileButton } from "../lib/controls.js";
import { button, focusOn, h } from "../lib/dom.js";
import { listenToDrops, openGame, readGame } from "./game_import.js";
import { LARGEST, unpacked } from "../lib/record_link.js";
import { createHeader } from "../lib/header.js";
import { announce, say } from "../lib/words.js";

/** @param {unknown} error */
const sentence = (error) =>
  error instanceof TypeError || error instanceof DOMException
    ? say("view.no_record")
    : error instanceof Error
      ? error.message
      : String(error);

/** @param {HTMLElement} page */
export async function showPage(page) {
  const [text, ply = null] = location.hash.slice(1).split("@");
  let problem = "";
  if (text) {
    try {
      return location.replace(await openGame(await readGame(await unpacked(text)), ply));
    } catch (error) {
      problem = sentence(error);
    }
  }
  /** What was written, and what was read from it while something is left to be said. @type {import("./game_import.js").Imported|null} */
  let read = null;
  let written = "";
  const top = createHeader("view", render);
  const main = h("main", { class: "form narrow" });
  page.replaceChildren(h("div", { class: "page" }, top.element, main));

  const attempt = oneAtATime(async (/** @type {string} */ found) => {
    written = found;
    [problem, read] = ["", null];
    try {
      const game = await readGame(found);
      if (!game.notes.length) return location.assign(await openGame(game));
      // Something is left out: the reader knows it before going on.
      read = game;
    } catch (error) {
      problem = sentence(error);
    }
    answer();
  });

  /** What was left out is known. */
  const openAnyway = oneAtATime(async () => {
    try {
      if (read) return location.assign(await openGame(read));
    } catch (error) {
      problem = sentence(error);
    }
    answer();
  });

  listenToDrops(attempt, (told) => ((problem = told), render()));

  function answer() {
    render();
    if (problem && !read) main.querySelector("textarea")?.focus();
    else focusOn(main, ".notes .btn");
    announce(problem || read?.notes.join(" ") || "");
  }

  function render() {
    document.title = `${say("view.title")} · Pavage`;
    const area = h("textarea", { class: "text", id: "record", rows: "8", maxlength: LARGEST, spellcheck: "false" });
    area.value = written;
    area.addEventListener("input", () => (written = area.value));
    area.addEventListener("keydown", (event) => event.ctrlKey && event.key === "Enter" && attempt(area.value));
    main.replaceChildren(
      h("div", {}, h("h1", {}, say("view.title")), h("p", { class: "small" }, say("view.line"))),
      h(
        "div",
        { class: "field" },
        h("label", { class: "legend", for: "record" }, say("view.text")),
        area,
        h("p", { class: "note" }, say("view.takes")),
      ),
      h("p", { class: "problem small warn", role: "alert" }, problem ? `✕ ${problem}` : ""),
      read ? notes(read) : button(say("view.open"), { class: "btn main large", onclick: () => attempt(area.value) }),
      fileButton("record-file", say("view.file"), say("file.choose"), ".pavage,.sgf,.txt,text/plain", async (file) =>
        attempt(await file.text()),
      ),
      h("p", { class: "small" }, h("a", { class: "text-link", href: "/setup" }, say("setup.make"))),
    );
  }

  /** What a record leaves out, and the way on. @param {import("./game_import.js").Imported} read */
  function notes(read) {
    return h(
      "div",
      { class: "notes" },
      ...read.notes.map((note) => h("p", { class: "small" }, note)),
      button(say("view.open_anyway", { game: read.title }), {
        class: "btn main large",
        onclick: openAnyway,
      }),
    );
  }
  render();
}
