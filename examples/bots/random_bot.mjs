// A bot for every game in JavaScript (Node), without any library: it asks for the legal moves and plays one of them.
import { createInterface } from "node:readline";

let legal = [];

function answer(command) {
  switch (command) {
    case "hello":
      return "random_js legal";
    case "game":
      return "";
    case "turn":
      return legal[Math.floor(Math.random() * legal.length)] ?? "resign";
    default:
      return null;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const words = line.trim().split(/\s+/);
  const number = /^\d+$/.test(words[0]) ? words.shift() : null;
  if (words[0] === "quit") break;
  if (words[0] === "legal") legal = words.slice(1);
  if (number === null) continue; // news: nobody waits for an answer
  const said = answer(words[0]);
  console.log(said === null ? `?${number} what?` : `=${number} ${said}`.trim());
}
process.exit(0);
