/** Bringing stimuli in: pasted cells, a file that is chosen, a file that is dropped. */

import { h } from "../../report/dom.js";
import { post, send } from "../api.js";
import { opened, shownIn } from "./going.js";

const KINDS = ".xlsx,.xlsm,.ods,.csv,.tsv,.txt,.tab,.json,.jsonl,.js";

/** Make the two cards. */
export function bringing(problem) {
  return [pasteCard(problem), fileCard(problem)];
}

function pasteCard(problem) {
  const area = h("textarea", { id: "paste-area", rows: 5, dir: "auto", spellcheck: "false", "aria-describedby": "paste-help" });
  const take = () => shownIn(problem, async () => opened(await post("/imports/text", { text: area.value })));
  return h(
    "section.card",
    { "aria-labelledby": "paste-head" },
    h("h2", { id: "paste-head" }, h("label", { for: "paste-area" }, "Paste a table")),
    h("p.note", { id: "paste-help" }, "Copy the cells in your spreadsheet, with the row that names the columns, and paste them here. Numbered examples of a paper work, too."),
    area,
    h("p.row", {}, h("button.primary", { type: "button", id: "paste-take", click: take }, "Look at it")),
  );
}

function fileCard(problem) {
  const input = h("input.visually-hidden", { type: "file", accept: KINDS, id: "file-input", tabindex: "-1", "aria-label": "A file to open" });
  input.addEventListener("change", () => {
    if (input.files.length) bringFile(input.files[0], problem);
    input.value = "";
  });
  return h(
    "section.card.drop",
    { "aria-labelledby": "file-head" },
    h("h2", { id: "file-head" }, "Open a spreadsheet"),
    h("p.note", {}, "Excel (.xlsx), LibreOffice (.ods), CSV, TSV, a text of numbered examples, a suite or results (.json). Drop the file anywhere on this page, or choose it."),
    h("p.row", {}, h("button.primary", { type: "button", id: "file-choose", click: () => input.click() }, "Choose a file"), input),
  );
}

function bringFile(file, problem) {
  return shownIn(problem, async () => opened(await send(`/imports/file?name=${encodeURIComponent(file.name)}`, file)));
}

/** Take what is pasted or dropped anywhere on the page; gives what ends that. */
export function catchPaste(element, problem) {
  const paste = (event) => {
    if (event.target.closest?.("input, textarea, select, dialog")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!text.trim()) return;
    event.preventDefault();
    shownIn(problem, async () => opened(await post("/imports/text", { text })));
  };
  const over = (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    element.classList.add("dropping");
  };
  const out = (event) => {
    if (!element.contains(event.relatedTarget)) element.classList.remove("dropping");
  };
  const drop = (event) => {
    element.classList.remove("dropping");
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    bringFile(file, problem);
  };
  const listeners = [[document, "paste", paste], [element, "dragover", over], [element, "dragleave", out], [element, "drop", drop]];
  for (const [target, kind, listener] of listeners) target.addEventListener(kind, listener);
  return () => {
    element.classList.remove("dropping");
    for (const [target, kind, listener] of listeners) target.removeEventListener(kind, listener);
  };
}
