// The others at the table: who is here, what they say, and how to leave a seat or take one.

import { remove } from "../lib/api.js";
import { select } from "../lib/controls.js";
import { button, h, icon } from "../lib/dom.js";
import { preferences } from "../lib/menu.js";
import { keysOf, myGames } from "../lib/my_games.js";
import { createOffers, names } from "./offers.js";
import { announce, language, say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").State} State */

const LEVELS = ["beginner", "easy", "medium", "hard", "best"];
const LONGEST = 500;

/**
 * @param {string} id the table
 * @param {{act: (act: import("../lib/state_types.js").ActName, more?: import("../lib/api.js").Sent) => void, chat: (text: string) => boolean}} told `chat` says whether it could be sent
 */
export function createSocial(id, told) {
  const offers = createOffers(told);
  const lines = h("ol", { class: "lines", tabindex: "0", role: "log" });
  const input = h("input", { class: "text", id: "chat-line", maxlength: LONGEST, autocomplete: "off", enterkeyhint: "send" });
  const label = h("label", { class: "unseen", for: "chat-line" });
  const sender = button("", { type: "submit" });
  const form = h("form", { class: "row chat-form" }, label, input, sender);
  const clear = button("", { class: "btn bare", onclick: forget });
  const heading = h("span");
  const chat = h("details", { class: "chat", hidden: true, open: preferences.get("chat", "open") === "open" },
    h("summary", {}, heading, icon("down")), lines, form, clear);
  const seating = h("details", { class: "seating", hidden: true });
  const part = h("section", { class: "social" }, chat, seating);
  const inClass = myGames().some((game) => game.id === id && game.class);
  /** @type {State|null} */
  let state = null;
  /** How many lines have been seen. */
  let read = -1;
  /** Whether what was said is on the screen; on a phone it lies far below the board. */
  let inSight = false;
  /** At the top of the page: something was said that was not on the screen yet. */
  const sign = button("", { class: "btn bare sign", hidden: true, onclick: goToChat });
  /** Whether there was ever somebody to talk with. */
  let accompanied = false;
  let level = "medium";
  let seated = "";

  chat.addEventListener("toggle", () => {
    preferences.set("chat", chat.open ? "open" : "closed");
    if (state) showChat(state);
  });
  new IntersectionObserver(([{ isIntersecting }]) => {
    inSight = isIntersecting;
    if (state && inSight) showChat(state);
  }).observe(lines);

  function goToChat() {
    chat.open = true;
    chat.scrollIntoView({ block: "center" });
    input.focus({ preventScroll: true });
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    // What could not be sent stays to be sent later.
    if (told.chat(text)) input.value = "";
  });

  async function forget() {
    const [key] = keysOf(id);
    try {
      if (key) await remove(`/api/tables/${id}/chat`, key);
    } catch (error) {
      announce(String(error instanceof Error ? error.message : error));
    }
  }

  /** Whether anybody else could read what is written; a player who could talk can until they leave. @param {State} now */
  function company(now) {
    const you = now.you ?? [];
    const others = now.seats.some((seat, number) => !seat.computer && !you.includes(number));
    const somebody = others || (now.chat ?? []).length > 0 || (now.watchers ?? 0) > (you.length ? 0 : 1);
    accompanied ||= somebody && you.length > 0;
    return somebody || accompanied;
  }

  /** @param {State} now */
  function showChat(now) {
    const said = now.chat ?? [];
    form.hidden = !now.acts.chat;
    // Nobody talks in a contest; who only watches has something to read, or nothing.
    chat.hidden = !now.chat || isContest(now) || !company(now) || (form.hidden && !said.length);
    // In a class it stays for the teacher.
    clear.hidden = !said.length || !now.you?.length || inClass;
    clear.textContent = say("chat.clear");
    sender.textContent = say("chat.send");
    label.textContent = say("chat.write");
    input.setAttribute("placeholder", say("chat.write"));
    lines.setAttribute("aria-label", say("chat.title"));
    showLines(said);
    if (inSight || read < 0) read = said.length;
    const fresh = Math.max(0, said.length - read);
    heading.textContent = fresh ? say("chat.title_new", { number: fresh }) : say("chat.title");
    sign.hidden = !fresh || chat.hidden;
    sign.textContent = heading.textContent;
  }

  /** What was said; who reads at the end stays there. @param {import("../lib/state_types.js").Line[]} said */
  function showLines(said) {
    lines.hidden = !said.length;
    const last = said.length ? `${said[said.length - 1].at} ${said.length}` : "";
    if (lines.dataset.last === last + language()) return;
    const bottom = lines.scrollTop + lines.clientHeight >= lines.scrollHeight - 4;
    lines.dataset.last = last + language();
    lines.replaceChildren(
      ...said.map((line) => h("li", {}, h("b", {}, line.name || say("chat.somebody")), " ", h("span", {}, line.text))),
    );
    if (bottom) lines.scrollTop = lines.scrollHeight;
  }

  /** Leave a seat to a computer, or take the place of one. @param {State} now */
  function showSeating(now) {
    const leave = now.acts.leave_seat ? (now.you ?? []).filter((seat) => !now.seats[seat].computer && !now.seats[seat].out) : [];
    const take = now.acts.take_seat ? now.seats.flatMap((seat, number) => (seat.computer && (now.over || !seat.out) ? [number] : [])) : [];
    const sign = [language(), leave, take, names(now, [...leave, ...take])].join("|");
    seating.hidden = !leave.length && !take.length;
    if (seated === sign) return;
    seated = sign;
    const levels = LEVELS.map((value) => ({ value, label: say(`computer.${value}`) }));
    seating.replaceChildren(
      h("summary", {}, say("seating.title"), icon("down")),
      h(
        "div",
        { class: "folded" },
        ...take.map((seat) =>
          button(say("seating.take", { name: now.seats[seat].name }), { onclick: () => told.act("take_seat", { seat, name: preferences.get("name", "") }) }),
        ),
        ...(leave.length
          ? [
              h("p", { class: "small" }, say("seating.leave_line")),
              select(say("seating.level"), levels, level, (chosen) => (level = chosen)),
              ...leave.map((seat) =>
                button(say("seating.leave", { name: now.seats[seat].name }), {
                  onclick: () => told.act("leave_seat", { seat, level }),
                }),
              ),
            ]
          : []),
      ),
    );
  }

  return {
    offers,
    part,
    sign,
    /** @param {State} now */
    show(now) {
      state = now;
      part.setAttribute("aria-label", say("label.social"));
      offers.show(now);
      showChat(now);
      showSeating(now);
      part.hidden = [...part.children].every((each) => each.hasAttribute("hidden"));
    },
  };
}

/** A contest is no game of a series. @param {State} now */
const isContest = (now) => now.series === null;

/** Whether somebody sits there, in a word; nothing where everybody sits at this device. @param {State} now @param {number} number */
export function presence(now, number) {
  const { computer, here, away } = now.seats[number];
  if (!now.you || computer) return "";
  const alone = now.seats.every((seat, other) => seat.computer || now.you?.includes(other));
  if (alone) return "";
  // In a contest the name says it already.
  if (now.you.includes(number)) return isContest(now) ? "" : say("presence.you");
  if (away) return say("presence.away");
  return say(here ? "presence.here" : "presence.gone");
}
