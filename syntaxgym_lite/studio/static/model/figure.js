/** Figures as journals want them: drawn by the studio, looked at here, downloaded. */

import { download, get } from "../api.js";
import { h, put } from "../../report/dom.js";

const KINDS = [
  ["regions", "Surprisal by region"],
  ["difference", "Difference between conditions, by region"],
  ["margins", "Margins of the items"],
  ["scores", "Scores"],
];
const FORMATS = ["png", "pdf", "svg"];

/** A button that opens them. */
export function figureButton(engine, store) {
  return h("button", { type: "button", id: "figure", click: () => open(engine, store) }, "Figure ...");
}

function open(engine, store) {
  const models = engine.results?.names ?? [];
  const kind = h("select", { id: "figure-kind", change: () => show() }, KINDS.map(([value, text]) => h("option", { value }, text)));
  const model = h("select", { id: "figure-model", change: () => show() }, h("option", { value: "" }, "all models"), models.map((value) => h("option", { value }, value)));
  const picture = h("div.picture", { "aria-live": "polite" });
  const path = (more) => `/suites/${store.id}/figure?${new URLSearchParams({ kind: kind.value, model: model.value, ...more })}`;
  const dialog = h(
    "dialog.figure",
    { "aria-label": "Figure", close: () => dialog.remove() },
    h(
      "p.controls",
      {},
      h("label", { for: "figure-kind" }, "Figure "),
      kind,
      models.length > 1 ? [h("label", { for: "figure-model" }, "of "), model] : null,
      h("span.saves", {}, FORMATS.map((form) => h("button", { type: "button", click: () => save(form) }, `Download ${form.toUpperCase()}`))),
      h("button", { type: "button", click: () => dialog.close() }, "Close"),
    ),
    picture,
    h("p.note", {}, "The tab Export saves figures in the folder of the suite, too, and in the width of a column."),
  );
  let address = "";
  const wrong = (error) => put(picture, h("p.trouble", {}, error.message));
  const save = (form) => download(path({ format: form, save: 1 })).catch(wrong);
  async function show() {
    put(picture, h("p.note", {}, "Drawing ..."));
    try {
      const response = await get(path({ format: "svg" }));
      URL.revokeObjectURL(address);
      address = URL.createObjectURL(await response.blob());
      const text = kind.selectedOptions[0].textContent;
      put(picture, h("img", { src: address, alt: `${text}, ${store.document.meta?.name ?? "suite"}` }));
    } catch (error) {
      wrong(error);
    }
  }
  document.body.append(dialog);
  dialog.addEventListener("close", () => URL.revokeObjectURL(address));
  dialog.showModal();
  show();
}
