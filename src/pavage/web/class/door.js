// The door of a class: pupils type the code and a first name, a teacher opens a new one.

import { Refused, oneAtATime, post } from "../lib/api.js";
import { SIGNS, forgetMember, keepMember, member } from "../lib/class_link.js";
import { segmented } from "../lib/controls.js";
import { button, focusOn, h } from "../lib/dom.js";
import { createHeader } from "../lib/header.js";
import { preferences } from "../lib/menu.js";
import { announce, say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").ClassJoined} ClassJoined @typedef {import("../lib/state_types.js").ClassOpened} ClassOpened */

const HOURS = [2, 12, 48, 24 * 7];

/** @param {HTMLElement} page @param {string} code as the address has it */
export function showDoor(page, code) {
  const wanted = { code, name: preferences.get("name", ""), sign: "", hours: 12 };
  let problem = "";
  /** Whether somebody has the name already, and shows who they are. */
  let asked = false;
  const top = createHeader("class", render);
  const main = h("main", { class: "class-door" });
  page.replaceChildren(h("div", { class: "page" }, top.element, main));

  const come = oneAtATime(async () => {
    problem = "";
    try {
      /** @type {ClassJoined} */
      const { key, code, name } = await post("/api/classes/join", { code: wanted.code, name: wanted.name, sign: wanted.sign });
      keepMember("pupil", { key, code, name });
      location.assign(`/class/${code}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      asked = error.status === 409;
      wanted.sign = "";
      problem = error.message;
      render();
      announce(problem);
      focusOn(main, asked ? ".signs button" : error.status === 404 ? "#class-code" : "#class-name");
    }
  });

  const open = oneAtATime(async () => {
    problem = "";
    try {
      /** @type {ClassOpened} */
      const made = await post("/api/classes", { hours: wanted.hours });
      keepMember("teacher", made);
      location.assign(`/class/teacher${location.search}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      problem = error.message;
      render();
    }
  });

  /** @param {string} id @param {string} label @param {"code"|"name"} name @param {import("../lib/dom.js").Attributes} more */
  function field(id, label, name, more) {
    const input = h("input", { class: "text", id, value: wanted[name], autocomplete: "off", spellcheck: "false", ...more });
    input.addEventListener("input", () => {
      wanted[name] = input.value;
      wanted.sign = "";
    });
    return h("div", {}, h("label", { class: "legend", for: id }, label), input);
  }

  function pupilForm() {
    const me = member("pupil");
    const back = me
      ? h(
          "div",
          { class: "row wrap" },
          h("a", { class: "btn main large", href: `/class/${me.code}` }, say("class.go_on_pupil", { name: me.name, code: me.code })),
          button(say("class.not_me"), { class: "btn", onclick: () => (forgetMember("pupil"), render()) }),
        )
      : null;
    const signs = h(
      "div",
      { class: "signs", role: "group", "aria-label": problem },
      ...Object.entries(SIGNS).map(([sign, drawn]) =>
        button(drawn, { class: "btn sign", "data-sign": sign, "aria-label": say(`class.sign.${sign}`), onclick: () => ((wanted.sign = sign), come()) }),
      ),
    );
    const form = h(
      "form",
      { class: "form" },
      field("class-code", say("class.code"), "code", { maxlength: 12, autocapitalize: "characters", class: "text code-field", placeholder: "B C D F G" }),
      field("class-name", say("class.name"), "name", { maxlength: 32, autocapitalize: "words" }),
      h("p", { class: "problem small warn", role: "alert" }, problem ? `✕ ${problem}` : ""),
      asked ? signs : null,
      button(say("class.come"), { type: "submit", class: "btn main large" }),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      come();
    });
    return h("section", { class: "door" }, h("h2", {}, say("class.pupil")), back, form);
  }

  function teacherForm() {
    const led = member("teacher");
    const hours = HOURS.map((number) => ({
      value: String(number),
      label: number > 24 ? say("class.days_some", { number: number / 24 }) : say("class.hours_some", { number }),
    }));
    return h(
      "section",
      { class: "door" },
      h("h2", {}, say("class.teacher")),
      led ? h("p", {}, h("a", { class: "btn main large", href: `/class/teacher${location.search}` }, say("class.go_on_leading", { code: led.code }))) : null,
      h("p", { class: "small" }, say("class.open_line")),
      segmented(say("class.hours"), hours, String(wanted.hours), (chosen) => (wanted.hours = Number(chosen))),
      button(say("class.open"), { class: led ? "btn large" : "btn main large", onclick: open }),
      h("p", { class: "small" }, h("a", { href: "/teach" }, say("class.to_teach"))),
    );
  }

  function render() {
    document.title = `${say("class.title")} · Pavage`;
    const lede = h("div", { class: "lede-of-class" }, h("h1", {}, say("class.title")), h("p", { class: "small" }, say("class.lede")));
    // Who came by the code of a wall is a pupil.
    main.replaceChildren(lede, h("div", { class: "doors" }, pupilForm(), ...(code ? [] : [teacherForm()])));
  }
  render();
  focusOn(main, code ? "#class-name" : "#class-code");
}
