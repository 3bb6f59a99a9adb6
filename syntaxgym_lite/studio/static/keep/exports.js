/** What a suite and its results can be exported as: each downloaded, or saved in the folder. */

import { announce, h, name, put } from "../../report/dom.js";
import { download, post } from "../api.js";
import { commitCell } from "./file.js";
import { askName } from "./names.js";

/**
 * A list of exports.
 * @param {import("../store.js").Store} store
 * @param {{id: string, title: string, what: string, choices: {name: string, label: string, values: [string, string][]}[]}[]} offered
 * @param {string} label - what they are, for those who hear the page
 */
export function exportList(store, offered, label) {
  return h("ul.export-list", { "aria-label": label }, offered.map((one) => exportRow(store, one)));
}

function exportRow(store, one) {
  const said = h("div.export-said", { role: "status" });
  const selects = one.choices.map((choice) => choiceOf(one, choice));
  const chosen = () => Object.fromEntries(selects.map(({ select }) => [select.name, select.value]));
  const address = (more) => `/suites/${store.id}/export?${new URLSearchParams({ kind: one.id, ...chosen(), ...more })}`;
  const doing = async (work) => {
    put(said, h("p.note", {}, "One moment ..."));
    try {
      commitCell();
      await store.flush();
      put(said, ...(await work()));
    } catch (error) {
      if (error.status === undefined) throw error;
      put(said, h("p.warned", {}, error.message));
    }
  };
  const save = async () => {
    const body = { kind: one.id, chosen: chosen(), path: "" };
    const { path, folder, notes, is_folder: isFolder } = await post(`/suites/${store.id}/export/name`, body);
    askName({
      title: `Save in the folder: ${one.title}`,
      label: isFolder ? "Name of the folder" : "File name",
      path,
      folder,
      notes,
      save: async (path, there) => {
        try {
          const saved = await post(`/suites/${store.id}/export`, { ...body, path, replaces: there?.digest ?? "" });
          put(said, h("p.good", {}, "Saved as ", h("code", {}, name(saved.path))));
          announce(`Saved as ${saved.path}.`);
          return null;
        } catch (error) {
          if (error.status === undefined) throw error;
          return { problem: error.message, there: error.data.kind === "there" ? error.data : undefined };
        }
      },
    });
    return [];
  };
  const load = async () => {
    const { notes } = await post(`/suites/${store.id}/export/name`, { kind: one.id, chosen: chosen(), path: "" });
    await download(address());
    return notes.map((note) => h("p.note", {}, note));
  };
  const open = one.id === "report" ? h("button", { type: "button", click: () => doing(() => shown(address({ shown: "1" }))) }, "Open") : null;
  return h(
    "li.export",
    { id: `export-${one.id}` },
    h("p.what", {}, h("strong", {}, one.title), " ", h("small", {}, one.what)),
    selects.length ? h("p.chosen", {}, selects.map(({ label, select }) => [label, select])) : null,
    h(
      "p.row",
      {},
      open,
      h("button", { type: "button", "aria-label": `Download: ${one.title}`, click: () => doing(load) }, "Download"),
      h("button", { type: "button", "aria-label": `Save in the folder: ${one.title}`, click: () => doing(save) }, "Save in the folder ..."),
    ),
    said,
  );
}

function choiceOf(one, choice) {
  const id = `export-${one.id}-${choice.name}`;
  const select = h(
    "select",
    { id, name: choice.name },
    choice.values.map(([value, text]) => h("option", { value }, text)),
  );
  return { label: h("label", { for: id }, choice.label), select };
}

/** Show a page in a tab of its own. */
async function shown(path) {
  const address = `api${path}`;
  window.open(new URL(address, location.href.replace(/#.*/, "")), "_blank", "noopener");
  return [];
}
