/** The pane "Export": the file, and what the suite and its results can be exported as. */

import { h, name, put } from "../../report/dom.js";
import { get } from "../api.js";
import { exportList } from "../keep/exports.js";
import { told } from "../keep/file.js";

const GROUPS = [
  ["suite", "The suite as another file"],
  ["study", "For a study with people"],
  ["results", "Results"],
];

/** @type {import("../suite_page.js").Pane} */
export const keep = {
  id: "keep",
  title: "Export",
  mount(element, store) {
    const leaving = new AbortController();
    const { signal } = leaving;
    const file = h("section", { "aria-label": "The file" });
    const about = h("div", {});
    const exports = h("div.exports", {}, h("p.note", {}, "Loading ..."));
    const missing = h("p.missing", {});
    put(element, file, exports);
    const buttons = saveButtons(store);
    put(file, h("h3", {}, "The file"), about, h("p.row", {}, Object.values(buttons)));
    const show = () => {
      put(about, ...aboutFile(store));
      buttons.save.textContent = store.state.file ? "Save" : "Save ...";
      buttons.saveAs.hidden = !store.state.file;
      put(missing, ...aboutResults(store));
    };
    for (const event of ["state", "document", "sync", "scored"]) store.addEventListener(event, show, { signal });
    store.file.addEventListener("change", show, { signal });
    show();
    get("/exports").then(
      (offered) =>
        put(
          exports,
          GROUPS.map(([group, title]) => [
            h("h3", {}, title),
            group === "results" ? missing : null,
            exportList(store, offered.filter((one) => one.group === group), title),
          ]),
        ),
      (error) => put(exports, h("p.warned", {}, error.message)),
    );
    return () => leaving.abort();
  },
};

function aboutFile(store) {
  const { file } = store.state;
  const unfinished = store.file.unfinished;
  return [
    h("p", {}, file ? [h("code", {}, name(file)), changes(store)] : "This suite is in no file yet. What you write is kept as a draft."),
    store.state.notes?.map((note) => h("p.note", {}, note)),
    unfinished ? h("details.warned", {}, h("summary", {}, "Saved, and not finished: the terminal would refuse it still"), h("pre", {}, unfinished)) : null,
  ];
}

/** They stay, so that the focus comes back to them from the question for a name. */
function saveButtons(store) {
  return {
    save: h("button.primary", { type: "button", click: () => told(() => store.file.save()) }),
    saveAs: h("button", { type: "button", click: () => told(() => store.file.saveAs()) }, "Save as another file ..."),
  };
}

function changes(store) {
  const { unsaved } = store.state;
  return unsaved ? `: ${unsaved} ${unsaved === 1 ? "change" : "changes"} not saved` : "";
}

function aboutResults(store) {
  if (store.scored?.models?.length) return [];
  const choose = () => document.dispatchEvent(new CustomEvent("choose-pane", { detail: "model" }));
  return ["These are of the suite as it is now. ", h("button.link", { type: "button", click: choose }, "Choose a model first")];
}
