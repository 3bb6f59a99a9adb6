/** Help: what keys do, the tour again, and the end of the studio. */

import { h, name, put } from "../../report/dom.js";
import { get, post } from "../api.js";
import { KEYS } from "../grid/keys.js";
import { startTour } from "./tour.js";

const EVERYWHERE = [
  ["F1, or ? outside of the grid", "this help"],
  ["Tab, Shift+Tab", "to the next button or field, back"],
  ["Left, right on the tabs of the panes", "another pane"],
];

/**
 * The button in the head; the keys open it as well.
 * @param {function()} ended - is called when the studio is ended from here
 */
export function helpButton(ended) {
  const button = h("button", { type: "button", id: "help", "aria-haspopup": "dialog", title: "Help (F1)", click: () => openHelp(ended, button) }, "Help");
  document.addEventListener("keydown", (event) => {
    const inText = event.target.closest?.("input, textarea, select, [contenteditable], .grid");
    if (event.key !== "F1" && (event.key !== "?" || inText || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!document.querySelector("dialog[open]")) openHelp(ended, document.activeElement);
  });
  return button;
}

function openHelp(ended, from) {
  const problem = h("div", { role: "alert" });
  const dialog = h("dialog.help", { "aria-labelledby": "help-head" });
  const close = h("button", { type: "button", id: "help-close", click: () => dialog.close() }, "Close");
  put(
    dialog,
    h("h2", { id: "help-head" }, "Help"),
    h("h3", {}, "Keys in the grid"),
    keyTable(KEYS),
    h("h3", {}, "Keys everywhere"),
    keyTable(EVERYWHERE),
    problem,
    h(
      "p.row",
      {},
      close,
      h("button", { type: "button", id: "help-tour", click: () => tour(dialog, problem) }, "Take the tour"),
      h("button", { type: "button", id: "end-studio", click: () => mayEnd(ended, dialog) }, "End the studio"),
    ),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    from?.focus?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}

function keyTable(keys) {
  return h("table.keys", {}, h("tbody", {}, keys.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, what)))));
}

async function tour(dialog, problem) {
  try {
    await startTour((await get("/home")).example);
    dialog.close();
  } catch (error) {
    put(problem, h("p.warned", {}, error.message));
  }
}

/** Ask, if something is in no file. */
async function mayEnd(ended, dialog) {
  try {
    await window.studioStore?.flush();
    const open = (await get("/home")).open.filter((one) => !one.saved);
    if (!open.length) return await end(ended, dialog);
    put(
      dialog,
      h("h2", { id: "help-head" }, "End the studio?"),
      h("p", {}, open.length === 1 ? "This suite is not saved:" : "These suites are not saved:"),
      h("ul", {}, open.map((one) => h("li", {}, name(one.name), h("small", {}, one.file ? [" in ", name(one.file)] : " in no file yet")))),
      h("p.note", {}, "What you wrote is kept as a draft, and offered when the studio starts again."),
      h("p.row", {}, h("button", { type: "button", id: "end-not", click: () => dialog.close() }, "Go on writing"), h("button.primary", { type: "button", id: "end-anyway", click: () => end(ended, dialog) }, "End it")),
    );
    document.getElementById("end-not").focus();
  } catch (error) {
    put(dialog, h("h2", { id: "help-head" }, "The studio could not be ended"), h("p", {}, error.message), h("p.row", {}, h("button", { type: "button", click: () => dialog.close() }, "Close")));
  }
  return undefined;
}

async function end(ended, dialog) {
  ended(); // before: what is pending is sent first, and that nobody answers any more is no news
  await post("/stop");
  dialog.close();
  document.title = "The studio has ended";
  put(document.getElementById("banner"));
  put(document.getElementById("head"), h("p.title", {}, "sglite studio"));
  put(document.getElementById("main"), h("h1", { id: "ended" }, "The studio has ended"), h("p", {}, "You can close this tab. To go on, start it again in the terminal: ", h("code", {}, "sglite studio")));
}
