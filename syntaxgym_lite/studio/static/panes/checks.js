/** The pane "Checks": what is amiss, where, and what can be mended safely. */

import { announce, h, name, put } from "../../report/dom.js";
import { isCurrent, keepChecked } from "../checks/checker.js";
import { countsOf, placeOf, sectionsOf } from "../checks/groups.js";

const MOST = 12; // lines of a group before "show all"

/** @type {import("../suite_page.js").Pane} */
export const checks = {
  id: "checks",
  title: "Checks",
  eager: true, // marks of cells and of predictions come from here
  mount(element, store) {
    const pane = new ChecksPane(element, store);
    const show = () => pane.show();
    const dim = () => pane.dim();
    store.addEventListener("checked", show);
    store.addEventListener("document", dim);
    const end = keepChecked(store);
    pane.show();
    return () => {
      end();
      store.removeEventListener("checked", show);
      store.removeEventListener("document", dim);
    };
  },
};

class ChecksPane {
  #opened = new Map(); // key of a group -> whether it is open
  #whole = new Set(); // keys of groups that are shown to their end

  constructor(element, store) {
    this.element = element;
    this.store = store;
    element.classList.add("pane-checks");
  }

  show() {
    const { checked } = this.store;
    this.badge();
    if (!checked) return put(this.element, h("p.note", {}, "Checking ..."));
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const sections = sectionsOf(checked);
    put(
      this.element,
      h("p.checked-summary", {}, sections.length ? `${countsOf(checked)}.` : "Nothing to mend."),
      this.mendAll(checked),
      sections.map((section) => this.section(section)),
    );
    this.element.classList.remove("stale");
    if (focused) (this.element.querySelector(`[data-key="${CSS.escape(focused)}"]`) ?? this.element).focus();
  }

  /** What was checked is no longer what is written. */
  dim() {
    this.element.classList.add("stale");
  }

  badge() {
    const badge = document.getElementById("badge-checks");
    const { checked } = this.store;
    if (!badge) return;
    const n = checked ? checked.problems.length + checked.findings.filter((one) => one.severity === "warning").length : 0;
    badge.textContent = n || "";
    badge.classList.toggle("bad", Boolean(checked?.problems.length));
    badge.title = checked ? countsOf(checked) : "";
  }

  mendAll({ findings }) {
    const fixable = findings.filter((one) => one.fixable);
    const kinds = new Set(fixable.map((one) => one.code)).size;
    if (kinds < 2) return null;
    return h("p", {}, h("button", { type: "button", "data-key": "mend everything", click: () => this.mend({}) }, `Mend all that is safe to mend (${fixable.length})`));
  }

  section({ severity, title, n, groups }) {
    return h(`section.${severity}s`, {}, h("h2", {}, title, " ", h("span.count", {}, String(n))), groups.map((group) => this.group(group)));
  }

  group(group) {
    const { key, title, code, remarks } = group;
    const isOne = remarks.length === 1 && !code;
    if (isOne) return h("ul.remarks", {}, this.line(remarks[0], { withMessage: true }));
    const shown = this.#whole.has(key) ? remarks : remarks.slice(0, MOST);
    const rest = remarks.length - shown.length;
    const same = remarks.every((one) => one.message === remarks[0].message);
    const head = h("summary", { "data-key": `group ${key}` }, name(title), " ", code ? h("small", {}, code) : null, " ", h("span.count", {}, String(remarks.length)));
    const body = h(
      "details",
      { open: this.#opened.get(key) ?? true, toggle: (event) => this.#opened.set(key, event.target.open) },
      head,
      same && code ? h("p.message", {}, name(remarks[0].message)) : null,
      this.mendKind(group),
      h("ul.remarks", {}, shown.map((one) => this.line(one, { withMessage: !same }))),
      rest > 0 ? h("button.link", { type: "button", "data-key": `rest ${key}`, click: () => this.showWhole(key) }, `Show ${rest} more`) : null,
    );
    return body;
  }

  showWhole(key) {
    this.#whole.add(key);
    this.show();
  }

  mendKind({ key, code, remarks }) {
    const n = remarks.filter((one) => one.fixable).length;
    if (n < 2) return null;
    const said = n === remarks.length ? `Mend all ${n} of this kind` : `Mend the ${n} of this kind that are safe to mend`;
    return h("p", {}, h("button", { type: "button", "data-key": `mend ${key}`, click: () => this.mend({ code }) }, said));
  }

  line(remark, { withMessage }) {
    const where = placeOf(this.store, remark);
    const isAbout = remark.item !== null || remark.prediction !== null;
    const key = ["line", remark.code, remark.item, remark.condition, remark.region, remark.prediction, remark.message].join("/");
    const place = isAbout ? h("button.link", { type: "button", "data-key": key, click: () => this.go(remark) }, name(where)) : where ? h("span", {}, where) : null;
    return h("li", {}, place, withMessage ? messageOf(remark.message, place !== null) : null, remark.fixable ? this.fix(remark, key) : null);
  }

  /** What mending would change, and the button that does it. */
  fix(remark, key) {
    const { code, item, condition, region, before, after } = remark;
    const mend = () => this.mend({ code, cell: { item, condition, region } });
    return h(
      "div.fix",
      {},
      h("del", {}, h("code", {}, name(before))),
      h("span", {}, h("span.visually-hidden", {}, "becomes"), h("span", { "aria-hidden": "true" }, "\u2192")),
      h("ins", {}, h("code", {}, name(after))),
      h("button.small", { type: "button", "data-key": `mend ${key}`, "aria-label": `Mend ${placeOf(this.store, remark)}`, click: mend }, "Mend"),
    );
  }

  go({ item, condition, region, prediction }) {
    if (prediction !== null) {
      document.dispatchEvent(new CustomEvent("choose-pane", { detail: "predictions" }));
      this.store.dispatchEvent(new CustomEvent("choose-prediction", { detail: prediction }));
    } else this.store.select({ item, condition, region });
  }

  async mend(what) {
    const { store } = this;
    if (!isCurrent(store)) return announce("The suite was changed just now; look at what is found in it first.");
    try {
      const { reported } = await store.change("mending texts", "/fix", what);
      announce(`${reported.join(" ")} Undo takes it back.`);
    } catch (error) {
      if (error.status === undefined) throw error;
      announce(error.message);
    }
  }
}

/** A message of one line beside its place; one about a formula below, the formula with its carets as it is. */
function messageOf(message, isBeside) {
  const lines = message.split("\n");
  const carets = lines.findLastIndex((line) => /^\s*\^+\s*$/.test(line));
  if (carets < 0) return [isBeside ? ": " : "", name(message)];
  return [h("pre.caret", { dir: "ltr" }, lines.slice(0, carets + 1).join("\n")), h("div.message", {}, name(lines.slice(carets + 1).join("\n")))];
}
