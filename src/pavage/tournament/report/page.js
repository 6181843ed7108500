"use strict";
// Every game of the page: frames say what changes on the board from move to move.
const story = JSON.parse(document.getElementById("story").textContent);
const part = (name) => document.getElementById(name);
const groups = ["labels", "cells", "inscribed", "names", "pieces", "marks"];
const pace = 900;
let game = -1, place = 0, stage = -1, lying = [], timer = 0;

const say = (key, values = {}) => story.words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
const film = () => story.films[game];

function advance(frame) {
  if (frame[0] !== stage || !lying.length) {
    stage = frame[0];
    part("board").innerHTML = story.stages[stage];
    lying = groups.map(() => []);
  }
  frame.slice(3).forEach((change, group) => {
    if (change.length) lying[group].splice(change[0], change[1], ...change.slice(2));
  });
}

function show(wanted) {
  const frames = film().frames;
  wanted = Math.max(0, Math.min(frames.length - 1, wanted));
  if (wanted < place || !lying.length) {
    lying = [];
    advance(frames[0]);
    place = 0;
  }
  while (place < wanted) advance(frames[++place]);
  const svg = part("board").firstElementChild;
  groups.forEach((name, group) => {
    svg.querySelector(`g.${name}`).innerHTML = lying[group].map((number) => story.texts[number]).join("");
  });
  const said = story.texts[frames[place][1]];
  const told = place ? say("move", { number: place, count: frames.length - 1 }) : say("start");
  svg.setAttribute("aria-label", `${told}. ${said}`);
  part("said").textContent = said;
  const colours = story.texts[frames[place][2]].split(" ");
  for (const [seat, item] of [...part("seats").children].entries()) {
    item.firstElementChild.style.cssText = `background: var(--${colours[seat]}); border-color: var(--${colours[seat]}-rim)`;
  }
  const over = place === frames.length - 1;
  part("faults").textContent = over ? story.games[game].faults : "";
  part("errors").textContent = over ? story.games[game].errors : "";
  part("errors").hidden = !part("errors").textContent;
  part("at").value = place;
  part("at").setAttribute("aria-valuetext", told);
  for (const [number, item] of [...part("moves").children].entries()) {
    item.firstElementChild.toggleAttribute("aria-current", number === place - 1);
  }
  if (over) pause();
}

function pause() {
  clearInterval(timer);
  timer = 0;
  part("run").textContent = say("play");
}

function run() {
  if (timer) return pause();
  if (place === film().frames.length - 1) show(0);
  timer = setInterval(() => show(place + 1), pace);
  part("run").textContent = say("pause");
}

function open(number, move) {
  pause();
  game = number;
  lying = [];
  place = 0;
  const { title, score, seats } = story.games[game];
  part("what").textContent = `${title}  ${score}`;
  part("seats").replaceChildren(...seats.map((name) => {
    const item = document.createElement("li");
    item.append(document.createElement("i"), name);
    return item;
  }));
  part("at").max = film().frames.length - 1;
  part("at").setAttribute("aria-label", title);
  part("moves").replaceChildren(...film().moves.map(([text], index) => {
    const item = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    button.textContent = `${index + 1}. ${text}`;
    button.addEventListener("click", () => { pause(); show(index + 1); });
    item.append(button);
    return item;
  }));
  part("replay").hidden = false;
  for (const item of part("games").children) {
    item.firstElementChild.toggleAttribute("aria-current", Number(item.dataset.game) === game);
  }
  show(move);
}

function follow() {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const number = story.games.findIndex((each) => each.id === wanted);
  if (number < 0) return;
  open(number, 0);
  part("what").scrollIntoView({ block: "start" });
}

function filter() {
  const who = part("who").value;
  for (const item of part("games").children) {
    item.hidden = who !== "" && !story.games[item.dataset.game].seats.includes(who);
  }
}

part("who").append(new Option(say("everybody"), ""), ...story.players.map((name) => new Option(name, name)));
part("who").addEventListener("change", filter);
part("first").addEventListener("click", () => { pause(); show(0); });
part("back").addEventListener("click", () => { pause(); show(place - 1); });
part("forward").addEventListener("click", () => { pause(); show(place + 1); });
part("last").addEventListener("click", () => { pause(); show(film().frames.length - 1); });
part("run").addEventListener("click", run);
part("at").addEventListener("input", () => { pause(); show(Number(part("at").value)); });
addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const typing = event.target instanceof Element && event.target.closest("select, input, .wide");
  if (!step || game < 0 || typing || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  pause();
  show(place + step);
});
addEventListener("hashchange", follow);
filter();
follow();
if (game < 0 && story.games.length) {
  // Until somebody chooses: a game that was played to its end.
  const whole = Math.max(0, story.games.findIndex((each) => !each.faults));
  open(whole, story.films[whole].frames.length - 1);
}
