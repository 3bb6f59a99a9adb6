/** A list of what can be opened: searched, sorted, and cut where it gets long, which is said. */

import { announce, h, name, put } from "../../report/dom.js";

const KINDS = { suite: "suite", stimuli: "table or text", results: "results" };
const SORTS = {
  newest: { label: "newest first", by: (one, other) => (other.modified ?? 0) - (one.modified ?? 0) },
  name: { label: "by name", by: (one, other) => one.path.localeCompare(other.path, undefined, { numeric: true }) },
};

/**
 * @param {{files: {path: string, kind: string, modified?: number, about?: string}[], n_files: number, is_all: boolean}} found
 * @param {function(Object)} open
 */
export function fileList(found, open, { kinds = true, most = 15, what = "files" } = {}) {
  if (!found.files.length) return h("p", {}, "There is nothing here that the studio can open yet: no suite, no table, no results.");
  const state = { text: "", kind: "", sort: kinds ? "newest" : "name", most };
  const body = h("tbody");
  const count = h("p.note");
  const show = () => {
    const wanted = found.files
      .filter((one) => (!state.kind || one.kind === state.kind) && state.text.split(/\s+/).every((word) => `${one.path} ${one.kind} ${one.about ?? ""}`.toLowerCase().includes(word)))
      .sort(SORTS[state.sort].by);
    put(body, wanted.slice(0, state.most).map((one) => fileRow(one, open, kinds)));
    const rest = wanted.length - Math.min(wanted.length, state.most);
    const more = rest ? h("button.link", { type: "button", click: () => { state.most = wanted.length; show(); } }, `Show ${rest} more`) : null;
    const left = found.n_files > found.files.length ? ` Only the ${found.files.length} newest of ${found.n_files} are listed.` : "";
    const part = found.is_all ? "" : " The folder holds more than the studio looks through; start it in a smaller one to see all.";
    put(count, wanted.length ? "" : `None of the ${what} is like that. `, more, left, part);
  };
  const table = h("table.files", {}, h("thead.visually-hidden", {}, h("tr", {}, h("th", {}, "Name"), h("th", {}, "What it is"), h("th", {}, kinds ? "Written" : "About"))), body);
  const bar = found.files.length > 5 ? filters(state, show, kinds, what, body) : null;
  show();
  return h("div", {}, bar, h("div.scroll", {}, table), count);
}

function filters(state, show, kinds, what, body) {
  const search = h("input", { type: "search", placeholder: `Search ${what}`, "aria-label": `Search ${what}` });
  search.addEventListener("input", () => {
    state.text = search.value.trim().toLowerCase();
    show();
    announce(`${body.children.length} shown`);
  });
  if (!kinds) return h("p.row", {}, search);
  const kind = choice("Kind", [["", "all kinds"], ...Object.entries(KINDS)], (value) => { state.kind = value; show(); });
  const sort = choice("Order", Object.entries(SORTS).map(([key, { label }]) => [key, label]), (value) => { state.sort = value; show(); });
  return h("p.row", {}, search, kind, sort);
}

function choice(label, values, chosen) {
  const select = h("select", { "aria-label": label }, values.map(([value, text]) => h("option", { value }, text)));
  select.addEventListener("change", () => chosen(select.value));
  return select;
}

function fileRow(one, open, kinds) {
  const when = one.modified ? new Date(one.modified * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }) : "";
  return h("tr", {}, h("td", {}, h("button.link", { type: "button", click: () => open(one) }, name(one.path))), h("td.note", {}, kinds ? KINDS[one.kind] : one.kind), h("td.note", {}, kinds ? when : name(one.about ?? "")));
}
