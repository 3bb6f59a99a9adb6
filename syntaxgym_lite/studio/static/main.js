/** The page: the first one, or a suite with its grid and its panes. */

import { startTheme } from "../report/theme.js";
import { h, put } from "../report/dom.js";
import { get } from "./api.js";
import { say } from "./banner.js";
import { home, resultsPage } from "./home.js";
import { importPage } from "./import.js";
import { helpButton } from "./intake/help.js";
import { suitePage } from "./suite_page.js";

const EVERY = 1000; // milliseconds between looks at how the studio is

const PAGES = { suite: suitePage, import: importPage, results: resultsPage };

const main = document.getElementById("main");
const actions = h("div", { id: "actions" });

/**
 * @typedef {Object} Page - what is shown now; when another one is shown, its elements leave the document
 * @property {HTMLElement} main - for its content
 * @property {HTMLElement} actions - in the head
 * @property {function()} leave - what it does when another one is shown
 */

/** @type {Page|null} */
let current = null;
let hasEnded = false; // because somebody asked for it here

/** Leave what is shown, since the studio has ended. */
function ended() {
  hasEnded = true;
  current?.leave();
  current = null;
}

async function show() {
  current?.leave();
  // a page that is still being fetched when another one is asked for writes into elements that nobody sees
  const page = { main: h("div.shown"), actions: h("div.actions"), leave: () => {} };
  current = page;
  put(main, page.main);
  put(actions, page.actions);
  const [, kind, id] = /^#(suite|import|results)\/(\w+)/.exec(location.hash) ?? [];
  put(page.main, h("p.note", {}, "Loading ..."));
  try {
    await (kind ? PAGES[kind](page, id) : home(page));
    if (page !== current) page.leave();
  } catch (error) {
    put(page.main, h("h1", {}, "This cannot be shown"), h("p", {}, error.message), h("p", {}, h("a", { href: "#" }, "To the first page")));
    if (!error.status) throw error;
  }
}

async function look() {
  if (hasEnded) return;
  try {
    const state = await get("/state");
    say("gone", "");
    document.dispatchEvent(new CustomEvent("studio-state", { detail: state }));
  } catch (error) {
    if (hasEnded) return;
    say("gone", error.message);
    document.dispatchEvent(new CustomEvent("studio-gone"));
  }
  setTimeout(look, EVERY);
}

const colours = h("button", { type: "button", id: "theme" });
put(document.getElementById("head"), h("p.title", {}, h("a", { href: "#" }, "sglite studio")), actions, helpButton(ended), colours);
startTheme(colours);
window.addEventListener("hashchange", () => {
  document.activeElement?.blur(); // what is shown now takes the focus itself
  show();
});
await show();
look();
