// A class, by its address: the door for everybody, the pages of a pupil, of the teacher, and of the projector.

import { member } from "../lib/class_link.js";
import { showDoor } from "./door.js";

/** @param {HTMLElement} page @param {string} [about] a code, or which page it is */
export async function showPage(page, about = "") {
  if (about === "teacher" || about === "projector") {
    const { showTeacher } = await import("./teacher.js");
    const { showProjector } = await import("./projector.js");
    return about === "teacher" ? showTeacher(page) : showProjector(page);
  }
  const me = member("pupil");
  if (about && me?.code === about.toUpperCase()) {
    const { showWaiting } = await import("./waiting.js");
    return showWaiting(page, me);
  }
  return showDoor(page, about);
}
