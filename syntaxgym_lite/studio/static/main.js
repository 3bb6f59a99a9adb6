/** The page: the first one, or a suite with its grid and its panes. */

import { startTheme } from "../report/theme.js";
import { h, put } from "../report/dom.js";
import { get } from "./api.js";
import { say } from "./banner.js";
import { home, resultsPage } from "./home.js";
import { importPage } from "./import.js";
import { suitePage } from "./suite_page.js";

const EVERY = 1000; // milliseconds between looks at how the studio is

const PAGES = { suite: suitePage, import: importPage, results: resultsPage };

/** What all parts of the page share. */
export const page = {
  head: document.getElementById("head"),
  main: document.getElementById("main"),
  banner: document.getElementById("banner"),
  state: null,
  leave: () => {}, // what the shown page does when another one is shown
};

async function show() {
  page.leave();
  page.leave = () => {};
  const [, kind, id] = /^#(suite|import|results)\/(\w+)/.exec(location.hash) ?? [];
  const where = () => (kind ? PAGES[kind](page, id) : home(page));
  put(page.main, h("p.note", {}, "Loading ..."));
  try {
    await where();
  } catch (error) {
    put(page.main, h("h1", {}, "This cannot be shown"), h("p", {}, error.message), h("p", {}, h("a", { href: "#" }, "To the first page")));
    if (!error.status) throw error;
  }
}

async function look() {
  try {
    const state = await get("/state");
    say("gone", "");
    page.state = state;
    document.dispatchEvent(new CustomEvent("studio-state", { detail: state }));
  } catch (error) {
    say("gone", error.message);
    document.dispatchEvent(new CustomEvent("studio-gone"));
  }
  setTimeout(look, EVERY);
}

const colours = h("button", { type: "button", id: "theme" });
put(page.head, h("p.title", {}, h("a", { href: "#" }, "sglite studio")), h("div.actions", { id: "actions" }), colours);
startTheme(colours);
window.addEventListener("hashchange", show);
await show();
look();
