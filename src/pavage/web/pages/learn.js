// The pages to learn from: the line at the top, and the lesson if this page is one.

import { keepClicks } from "../lib/dom.js";
import { createHeader } from "../lib/header.js";
import { know } from "../lib/reading.js";

// These pages come from the server in the reader's language, so another language is another page.
const here = /^\/(learn|rules)\b/.test(location.pathname) ? "learn" : "";
const top = createHeader(here, () => {
  const address = new URL(location.href);
  address.searchParams.delete("language");
  if (address.href === location.href) location.reload();
  else location.replace(address);
});
document.querySelector("#page > header")?.replaceWith(top.element);

keepClicks(document.body);
const course = document.getElementById("course");
if (course?.dataset.game) know(course.dataset.game);
if (course) {
  /** @type {{showCourse: (course: HTMLElement) => Promise<void>}} */
  const { showCourse } = await import(`./${course.dataset.view}`);
  await showCourse(course);
}
document.documentElement.dataset.taken = "";
