// Links for those who have not come yet: the first thing on the screen until they are here.

import { button, h, icon } from "../lib/dom.js";
import { linkElement } from "./invite.js";
import { preferences } from "../lib/menu.js";
import { givenOf, linkTo } from "../lib/my_games.js";
import { announce, language, say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").State} State */

/** @param {string} id the table @param {() => void} named called once the reader has given a name */
export function createInvitation(id, named) {
  const part = h("section", { class: "invite", hidden: true });
  /** What the links were last drawn for. */
  let drawn = "";

  /** The seats that are awaited and have a link, with that link. @param {State} now @returns {[number, string][]} */
  function awaited(now) {
    // Links were made for the seats of the first game; with every other game the seats are turned by one.
    const turned = (now.series?.number ?? 1) - 1;
    const given = givenOf(id);
    return now.seats.flatMap(({ away }, seat) => {
      const key = given[(seat + turned) % now.seats.length];
      return away && key ? [/** @type {[number, string]} */ ([seat, key])] : [];
    });
  }

  /** Asked once on this device: afterwards the name comes along. */
  function nameForm() {
    const input = h("input", { class: "text", id: "host-name", maxlength: 32, autocomplete: "nickname", placeholder: say("arrival.optional") });
    const form = h(
      "form",
      { class: "host-name" },
      h("label", { class: "small", for: "host-name" }, say("form.your_name")),
      h("div", { class: "row" }, input, button(say("invite.set_name"), { type: "submit" })),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = input.value.trim();
      if (!name) return input.focus();
      preferences.set("name", name);
      form.remove();
      named();
    });
    return form;
  }

  return {
    part,
    /** Whether somebody is still to be invited. @param {State} now */
    show(now) {
      const open = awaited(now);
      const nameless = now.you?.length === 1 && !preferences.get("name", "");
      const sign = [language(), now.series?.number, nameless, ...open.map(([seat]) => seat)].join();
      if (!open.length && !part.hidden) announce(say("invite.complete"));
      part.hidden = !open.length;
      if (drawn === sign || !open.length) return open.length > 0;
      drawn = sign;
      const one = open.length === 1;
      part.setAttribute("aria-label", say(one ? "invite.title" : "invite.title_many"));
      part.replaceChildren(
        h("h2", {}, say(one ? "invite.title" : "invite.title_many")),
        h("p", { class: "small" }, say(one ? "invite.one" : "invite.many")),
        ...open.map(([seat, key]) =>
          linkElement(say("invite.seat", { seat: now.seats[seat].aim, name: now.seats[seat].name }), linkTo(id, [key]), {
            title: now.title,
            code: one ? "shown" : "folded",
            main: one,
          }),
        ),
        ...(nameless ? [nameForm()] : []),
        h(
          "details",
          {},
          h("summary", {}, say("invite.watchers"), icon("down")),
          h("div", { class: "folded" }, linkElement(say("invite.watch"), linkTo(id), { title: now.title })),
        ),
      );
      return true;
    },
  };
}
