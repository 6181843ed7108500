// What others ask at a table: to take back, a draw, another game; and by what name somebody comes.

import { button, h } from "../lib/dom.js";
import { preferences } from "../lib/menu.js";
import { announce, say } from "../lib/words.js";

/** @typedef {import("../lib/state_types.js").State} State */

/** The names of seats. @param {State} now @param {number[]} seats */
export const names = (now, seats) => seats.map((seat) => now.seats[seat].name).join(", ");

/** @param {{act: (act: import("../lib/state_types.js").ActName, more?: import("../lib/api.js").Sent) => void}} told */
export function createOffers(told) {
  const asked = h("div");
  const label = h("label", { for: "my-name" });
  const name = h("input", { class: "text", id: "my-name", maxlength: 32, autocomplete: "nickname" });
  const go = button("", { type: "submit", class: "btn main" });
  const arrival = h("form", { class: "arrival", hidden: true }, label, h("div", { class: "row" }, name, go));
  const part = h("section", { class: "offers", hidden: true }, arrival, asked);
  /** @type {State|null} */
  let state = null;
  /** What I asked for and somebody declined, until the game goes on. @type {string[]} */
  let declined = [];

  /** An offer that is gone though the game did not go on was declined; all that is new is said aloud. @param {State|null} before @param {State} now */
  function hear(before, now) {
    const you = now.you ?? [];
    const open = now.offers ?? {};
    const mine = (/** @type {number[]} */ seats) => you.includes(seats[0]);
    const same = before?.seq === now.seq;
    const old = same ? (before?.offers ?? {}) : {};
    const refused = Object.keys(old).filter((what) => mine(old[what]) && !open[what]);
    declined = [...(same ? declined : []), ...refused].filter((what) => !open[what]);
    const fresh = Object.keys(open).filter((what) => !old[what] && !mine(open[what]));
    const news = [
      ...refused.map((what) => say(`offer.declined_${what}`)),
      ...fresh.map((what) => say(`offer.${what}`, { name: names(now, open[what].slice(0, 1)) })),
    ];
    if (news.length && you.length) announce(news.join(" "));
  }

  /** What was asked: whoever has not agreed yet may answer. @param {State} now */
  function ask(now) {
    const you = now.you ?? [];
    const open = Object.entries(now.offers ?? {}).filter(([, seats]) => seats.length);
    const focused = asked.contains(document.activeElement);
    part.hidden = !open.length && !declined.length && arrival.hidden;
    part.setAttribute("aria-label", say("label.offers"));
    asked.replaceChildren(
      ...declined.map((what) => h("div", { class: "offer-line" }, h("p", {}, say(`offer.declined_${what}`)))),
      ...open.map(([what, seats]) => {
        // The first of them has asked, the others agree.
        const [asker] = seats;
        const line = you.includes(asker)
          ? say(`offer.mine_${what}`)
          : say(`offer.${what}`, { name: names(now, [asker]) });
        const answers = !you.length || seats.some((seat) => you.includes(seat))
          ? []
          : /** @type {const} */ (["accept", "decline"]).map((act) =>
              button(say(`act.${act}`), { "data-act": act, onclick: () => told.act(act, { what, about: now.questions?.[what] }) }));
        return h("div", { class: "offer-line" }, h("p", {}, line), h("div", { class: "row" }, ...answers));
      }),
    );
    if (focused) asked.querySelector("button")?.focus();
  }

  return {
    part,
    /** Nobody need say a name any more. */
    sat() {
      arrival.hidden = true;
      part.hidden = !asked.children.length;
    },

    /** Somebody comes by a link: by what name? Asked again, it is in other words. @param {string} game @param {() => void} sit */
    arrive(game, sit) {
      label.textContent = say("arrival.line", { game });
      name.setAttribute("placeholder", say("arrival.optional"));
      go.textContent = say("arrival.sit");
      if (!arrival.hidden) return;
      arrival.hidden = part.hidden = false;
      arrival.addEventListener("submit", (event) => {
        event.preventDefault();
        preferences.set("name", name.value.trim());
        sit();
      }, { once: true });
    },

    /** @param {State} now */
    show(now) {
      hear(state, now);
      state = now;
      ask(now);
    },
  };
}
