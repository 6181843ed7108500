// A person carries moves between two programs: the last move large, the answer asked for, the clocks stopped and started.

import { post } from "../lib/api.js";
import { field } from "../lib/controls.js";
import { button, h, stone } from "../lib/dom.js";
import { keysOf } from "../lib/my_games.js";
import { announce, say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").State} State */

/** What whoever carries the moves can do now. @param {State} now @param {import("../lib/state_types.js").Relay} relay */
function offered(now, relay) {
  const sits = !!now.you?.length;
  const [playing, over] = [sits && !now.over, sits && now.over];
  const runs = playing && !relay.paused;
  return {
    answer: runs && now.mine,
    start: playing && relay.paused && relay.begins,
    go_on: playing && relay.paused && !relay.begins,
    pause: runs && relay.clocked,
    record: over && !!relay.into && !relay.recorded,
    undo: over && !relay.recorded && now.acts.undo,
  };
}

/**
 * What stands above the sentence of a table, and below it.
 * @param {string} id @param {{act: (name: import("../lib/state_types.js").ActName) => void, typed: (text: string) => void}} told
 */
export function createRelayPanel(id, told) {
  const tell = h("p", { class: "small" });
  const move = h("p", { class: "large-move" });
  const after = h("div", { class: "small" });
  const above = h("div", { class: "carried" }, tell, move, after);

  let typed = "";
  const input = field("", "", (text) => (typed = text), { maxlength: 80, autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go" });
  const enter = button("", { type: "submit" });
  const form = h("form", { class: "row answer" }, input, enter);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (typed.trim()) told.typed(typed.trim());
  });
  /** @param {string} name @param {() => void} run */
  const make = (name, run, kind = "btn") => h("button", { type: "button", class: kind, "data-relay": name, onclick: run });
  const buttons = {
    start: make("start", () => told.act("go_on"), "btn main"),
    go_on: make("go_on", () => told.act("go_on"), "btn main"),
    pause: make("pause", () => told.act("pause")),
    record: make("record", record, "btn main"),
    undo: make("undo", () => told.act("undo")),
  };
  const save = h("a", { class: "btn", href: `/api/tables/${id}/record`, download: true });
  const another = h("a", { class: "btn" });
  const notice = h("p", { class: "small", role: "status" });
  const below = h("div", { class: "relay-acts" }, form, h("div", { class: "row wrap" }, ...Object.values(buttons), save, another), notice);

  async function record() {
    try {
      /** @type {import("../lib/state_types.js").Told} */
      const answer = await post(`/api/tables/${id}/result`, {}, { "x-pavage-key": keysOf(id)[0] ?? "" });
      // The next state says that it is recorded.
      announce(answer.told);
    } catch (error) {
      notice.textContent = `✕ ${error instanceof Error ? error.message : error}`;
      notice.classList.add("warn");
    }
  }

  let seq = -1;

  return {
    above,
    below,
    /** @param {State} now @param {boolean} looksBack whether an earlier position is shown */
    show(now, looksBack) {
      const { relay } = now;
      if (!relay) return;
      above.hidden = looksBack;
      tell.textContent = relay.opening || relay.tell;
      move.replaceChildren(...(relay.move ? [stone(relay.colour), h("span", {}, relay.move)] : []));
      move.classList.toggle("word", relay.move.length > 5);
      after.replaceChildren(...relay.after.map((line) => h("p", {}, line)));
      if (now.seq !== seq) {
        // What was typed has been played.
        input.value = typed = "";
        seq = now.seq;
      }
      const shown = offered(now, relay);
      form.hidden = !shown.answer;
      input.placeholder = say("relay.answer");
      input.setAttribute("aria-label", now.prompt);
      enter.textContent = say("relay.enter");
      for (const [name, element] of Object.entries(buttons)) {
        element.hidden = !shown[/** @type {keyof typeof shown} */ (name)];
        element.textContent = say(`relay.${name}`);
      }
      save.hidden = another.hidden = !now.over;
      save.textContent = say("relay.save");
      another.textContent = say(relay.page ? "relay.to_tournament" : "relay.another");
      another.href = relay.page || "/relay";
      if (relay.recorded) {
        notice.textContent = say("relay.recorded");
        notice.classList.remove("warn");
      }
      else if (!now.over) notice.textContent = relay.into;
    },
    /** The input takes the next answer, where there is a keyboard. */
    focus() {
      if (!form.hidden && matchMedia("(hover: hover)").matches) input.focus({ preventScroll: true });
    },
  };
}
