/** What differs between two versions of a suite, place by place, with what can be done about it. */

import { h, name, put } from "../../report/dom.js";

/**
 * Show differences in a dialog.
 * @param {string} title
 * @param {{summary: string, changes: Object[], n_changes: number, unreadable?: string, is_gone?: boolean}} found - as the studio gives it
 * @param {[string, string]} heads - what the two versions are called, as in "before" and "after" of each change
 * @param {{text: string, click: function(), primary?: boolean}[]} choices
 */
export function showDifferences(title, found, heads, choices) {
  const dialog = h("dialog.differences", { "aria-labelledby": "differences-head" });
  const close = () => dialog.close();
  dialog.addEventListener("close", () => dialog.remove());
  const buttons = choices.map(({ text, click, primary }) =>
    h(
      primary ? "button.primary" : "button",
      {
        type: "button",
        click: () => {
          close();
          click();
        },
      },
      text,
    ),
  );
  put(
    dialog,
    h("h2", { id: "differences-head" }, title),
    found.unreadable ? h("p.warned", {}, found.unreadable) : h("p", {}, `${capital(found.summary)}.`),
    found.changes.length ? differences(found, heads) : null,
    h("p.row", {}, ...buttons, h("button", { type: "button", click: close }, "Close")),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** A table of differences. */
export function differences(found, [before, after]) {
  const more = found.n_changes - found.changes.length;
  return h(
    "div.scroll",
    { tabindex: "0", role: "group", "aria-label": "Differences" },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Where"), h("th", { scope: "col" }, before), h("th", { scope: "col" }, after))),
      h(
        "tbody",
        {},
        found.changes.map((one) => h("tr", {}, h("th", { scope: "row" }, name(one.where)), text(one.before, one.after), text(one.after, one.before))),
      ),
    ),
    more > 0 ? h("p.note", {}, `and ${more} more`) : null,
  );
}

/** A text, with what is otherwise than in the other one marked. */
function text(own, other) {
  if (own === null) return h("td.none", {}, "not there");
  if (own === "") return h("td.none", {}, "empty");
  const [start, end] = other === null ? [0, own.length] : changedPart(own, other);
  return h("td", {}, h("bdi", {}, own.slice(0, start), start < end ? h("mark", {}, own.slice(start, end)) : null, own.slice(end)));
}

/** Where a text begins and ends to be another one, in whole words. */
function changedPart(own, other) {
  let start = 0;
  while (start < own.length && start < other.length && own[start] === other[start]) start += 1;
  let rest = 0;
  while (rest < own.length - start && rest < other.length - start && own.at(-1 - rest) === other.at(-1 - rest)) rest += 1;
  let end = own.length - rest;
  while (start > 0 && own[start - 1] !== " ") start -= 1;
  while (end < own.length && own[end] !== " ") end += 1;
  return [start, end];
}

function capital(sentence) {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
