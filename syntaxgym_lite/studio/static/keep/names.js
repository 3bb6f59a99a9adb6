/** Asks under which name something is saved. */

import { h, put } from "../../report/dom.js";

/**
 * Ask for the name of a file.
 * @param {Object} about
 * @param {string} about.title
 * @param {string} about.path - proposed
 * @param {string} about.folder - where it will be
 * @param {string} [about.label] - of the field
 * @param {string[]} [about.notes] - what is to be known of what is saved
 * @param {function(string, Object|null): Promise<{there?: Object, problem?: string}|null>} about.save - saves under a name, with
 *   what was said to be there and is to be replaced; gives what keeps it from being saved, or null
 */
export function askName({ title, path, folder, save, label = "File name", notes = [] }) {
  const field = h("input", { type: "text", id: "file-name", value: path, spellcheck: "false", autocomplete: "off", required: true });
  const problem = h("div", { role: "alert" });
  const dialog = h("dialog.naming", { "aria-labelledby": "naming-head" });
  const attempt = async (replaced) => {
    const refused = await save(field.value, replaced);
    if (!refused) {
      dialog.close();
      return;
    }
    const again = refused.there ? h("button", { type: "button", click: () => attempt(refused.there) }, "Replace it") : null;
    put(problem, h("p.warned", {}, refused.problem, " ", again));
    field.focus();
  };
  const form = h(
    "form",
    {
      method: "dialog",
      submit: (event) => {
        event.preventDefault();
        put(problem);
        attempt(null);
      },
    },
    h("h2", { id: "naming-head" }, title),
    h("label", { for: "file-name" }, label),
    field,
    h("p.note", {}, "In the folder ", h("code", {}, h("bdi", {}, folder))),
    notes.map((note) => h("p.note", {}, note)),
    problem,
    h("p.row", {}, h("button.primary", { type: "submit" }, "Save"), h("button", { type: "button", click: () => dialog.close() }, "Cancel")),
  );
  dialog.append(form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  field.focus();
  field.setSelectionRange(path.lastIndexOf("/") + 1, Math.max(path.lastIndexOf("."), 0) || path.length);
}
