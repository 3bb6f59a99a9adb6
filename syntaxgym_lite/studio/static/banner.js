/** What is said above everything else on the page, for as long as it holds. */

import { h } from "../report/dom.js";

const shown = new Map(); // id -> the message

/**
 * Say something above everything, until it is said no more; with what can be done.
 * @param {string} id - of what it is about: what is said of it later takes its place
 * @param {string|Node} message - "": no more
 * @param {...HTMLElement} actions - buttons
 */
export function say(id, message, ...actions) {
  const key = typeof message === "string" ? message : message.textContent;
  const there = document.getElementById(`said-${id}`);
  if (there && shown.get(id) === key) return; // whoever is about to choose keeps the buttons
  there?.remove();
  shown.set(id, key);
  if (key) document.getElementById("banner").append(h("div.said", { id: `said-${id}` }, h("p", {}, message), ...actions));
}

/** A button that says no more of something once it is pressed. */
export function button(text, click, attributes = {}) {
  return h("button", { type: "button", click, ...attributes }, text);
}
