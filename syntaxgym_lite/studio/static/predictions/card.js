/** One prediction: its name, what it says, its formula, what is wrong, its chance level, and what models said. */

import { h, name, put, s } from "../../report/dom.js";
import { fixed } from "../../report/numbers.js";
import { duplicate, listOf, move, remove, write } from "./changes.js";
import { coloured, problemOf } from "./colour.js";
import { formulaField } from "./field.js";
import { Latest } from "./latest.js";

const PAUSE = 800; // milliseconds without a keystroke after which what is typed is in the document

/** A row of the list, which shows whatever prediction is at its place. */
export class Card {
  #store;
  #field = null;
  #begun = null; // the prediction that one began to write in
  #shown = null; // the formula that stands there
  #pause = new Latest(PAUSE);
  #parts = {};

  /**
   * @param {import("../store.js").Store} store
   * @param {number} place
   * @param {function(number): void} select - called when something in it is clicked or focused
   */
  constructor(store, place, select) {
    this.#store = store;
    this.place = place;
    const text = (key, label, tag) => {
      const input = h(`${tag}.${key}`, { "aria-label": `${label} of prediction ${place + 1}`, placeholder: label, autocomplete: "off", rows: tag === "textarea" ? 1 : null });
      const keep = () => this.#write(key, input.value);
      input.addEventListener("focus", () => this.#begin());
      input.addEventListener("input", () => this.#pause.ask(async () => keep(), () => {}));
      input.addEventListener("change", keep);
      return input;
    };
    const tool = (sign, what, act) => h("button.tool", { type: "button", title: what, "aria-label": `${what}: prediction ${place + 1}`, click: act }, sign);
    this.#parts = {
      name: text("name", "Name", "input"),
      description: text("description", "Description", "textarea"),
      words: h("p.words"),
      formula: h("div.of-formula"),
      problem: h("div.problems"),
      marks: h("ul.marks"),
      chance: h("p.chance"),
      found: h("ul.found-by"),
      up: tool("↑", "Move up", () => move(store, this.place, -1)),
      down: tool("↓", "Move down", () => move(store, this.place, 1)),
    };
    const { name: ownName, description, words, formula, problem, marks, chance, found, up, down } = this.#parts;
    const tools = h("span.tools", {}, up, down, tool(copyIcon(), "Duplicate", () => duplicate(store, this.place)), tool("✕", "Delete", () => remove(store, this.place)));
    this.element = h("li.prediction", {}, h("div.head", {}, h("span.number", {}, `${place + 1}`), ownName, tools), words, formula, problem, marks, chance, found, description);
    let isPressed = false; // what is chosen grows, so nothing is chosen before the click is over: it would miss its place
    this.element.addEventListener("pointerdown", () => {
      isPressed = true;
    });
    this.element.addEventListener("focusin", () => {
      if (!isPressed) select(this.place);
      isPressed = false;
    });
    this.element.addEventListener("click", () => {
      isPressed = false;
      select(this.place);
    });
  }

  /**
   * Show what is there.
   * @param {Object} prediction - of the document
   * @param {Object|undefined} said - what the studio says of it; undefined while it has not answered
   * @param {{level: Object|null|undefined, why: string}} chance
   */
  show(prediction, said, chance) {
    const { name: ownName, description, words, problem, up, down } = this.#parts;
    const own = prediction && typeof prediction === "object" ? prediction : {};
    for (const [input, text] of [[ownName, own.name], [description, own.description]]) {
      if (document.activeElement !== input) input.value = typeof text === "string" ? text : "";
    }
    description.classList.toggle("none", !own.description);
    up.disabled = this.place === 0;
    down.disabled = this.place === listOf(this.#store.document).length - 1;
    const formula = typeof own.formula === "string" ? own.formula : (said?.formula ?? "");
    if (!this.#field) this.#showFormula(formula);
    put(words, said?.words && said.words !== formula ? said.words : null);
    put(problem, said?.problem && !this.#field ? problemOf(said.problem) : null);
    this.element.classList.toggle("mistaken", Boolean(said?.problem));
    this.showChance(chance);
  }

  showChance({ level, isComing }) {
    const { chance } = this.#parts;
    put(chance, level ? ["chance ", level.said] : isComing ? "chance …" : null);
    chance.title = level?.distribution ? `Tried on ${level.distribution}` : "";
  }

  /** @param {{severity: string, code: string, message: string}[]} findings */
  showFindings(findings) {
    put(this.#parts.marks, findings.map((one) => h("li", { class: one.severity === "note" ? "mark-note" : "mark-warning" }, one.code ? [h("b", {}, one.code), " "] : null, one.message)));
  }

  /** @param {{name: string, row: Object, n: number, isCurrent: boolean}[]} found - by model */
  showFound(found) {
    put(this.#parts.found, found.map(({ name: model, row, n, isCurrent }) => h("li", { class: isCurrent ? "current" : "old", title: "An effect above 0 is in the predicted direction" }, name(model), `: ${foundText(row, n)}`, isCurrent ? null : " (before the last change)")));
  }

  set isSelected(is) {
    this.element.classList.toggle("selected", is);
    if (is) this.element.setAttribute("aria-current", "true");
    else this.element.removeAttribute("aria-current");
  }

  #showFormula(formula) {
    if (this.#shown === formula) return;
    this.#shown = formula;
    const edit = h("button.edit-formula", { type: "button", title: "Change the formula", "aria-label": `Change the formula of prediction ${this.place + 1}: ${formula}`, click: () => this.edit(formula) }, formula ? coloured(formula) : "Write a formula");
    put(this.#parts.formula, edit);
  }

  /** Remember which prediction one begins to write in: another tab may move it meanwhile. */
  #begin() {
    this.#begun = listOf(this.#store.document)[this.place];
  }

  #write(key, text) {
    this.#pause.forget();
    const list = listOf(this.#store.document);
    const isIt = (one) => isSameBut(key, one, this.#begun);
    const place = isIt(list[this.place]) ? -1 : list.findIndex(isIt);
    write(this.#store, place < 0 ? this.place : place, key, text);
  }

  /** Put a field in place of the formula. */
  edit(formula) {
    this.#begin();
    const keep = () => {
      if (this.#field) this.#write("formula", this.#field.input.value);
    };
    const close = (isFocused) => {
      if (!this.#field) return;
      keep(); // at once
      const text = this.#field.input.value;
      this.#field.end();
      this.#field = null;
      this.#showFormula(text);
      if (isFocused) this.#parts.formula.firstChild.focus();
    };
    this.#field = formulaField(this.#store, {
      label: `Formula of prediction ${this.place + 1}`,
      value: formula,
      changed: () => this.#pause.ask(async () => keep(), () => {}),
      done: () => close(true),
      left: () => close(true),
    });
    this.#shown = null;
    put(this.#parts.formula, this.#field.element);
    put(this.#parts.problem);
    this.#field.input.addEventListener("blur", () => close(false));
    this.#field.input.focus();
  }

  focus() {
    (this.#field?.input ?? this.#parts.formula.firstChild)?.focus();
  }

  end() {
    this.#field?.end();
    this.#pause.forget();
  }
}

/** Whether two predictions are alike in all but one key. */
function isSameBut(key, one, other) {
  const rest = (prediction) => JSON.stringify({ ...prediction, [key]: null }, Object.keys({ ...one, ...other, [key]: null }).sort());
  return rest(one) === rest(other);
}

/** Two sheets, one behind the other. */
function copyIcon() {
  const sheet = (x, y) => s("rect", { x, y, width: 8, height: 10, rx: 1, fill: "none", stroke: "currentColor", "stroke-width": 1.2 });
  return s("svg", { width: 14, height: 14, viewBox: "0 0 14 14", "aria-hidden": "true" }, sheet(4.5, 1), sheet(1.5, 3));
}

function foundText(row, n) {
  if (row.above_chance === "silent" && row.accuracy === null) return "silent: the model knows no word that differs";
  const share = row.accuracy === null || row.accuracy === undefined ? "" : ` (${fixed(row.accuracy)})`;
  const said = [`holds in ${row.n_true} of ${n} ${n === 1 ? "item" : "items"}${share}`];
  if (row.chance !== null && row.chance !== undefined) said.push(`chance ${row.chance_is_upper_bound ? "at most " : ""}${fixed(row.chance)}`);
  const effects = ["silent", "tied"].includes(row.above_chance) ? [] : row.comparisons.filter((one) => one.mean_effect !== null && one.mean_effect !== undefined).map(effectText);
  if (effects.length) said.push(`mean effect ${effects.join(" and ")}`);
  return said.join(", ");
}

function effectText({ mean_effect: mean, effect_low: low, effect_high: high, unit }) {
  const range = low === null || low === undefined ? "" : ` (${fixed(low)} to ${fixed(high)})`;
  return `${fixed(mean)} ${unit === "probability" ? "in probability" : unit ?? "bits"}${range}`;
}
