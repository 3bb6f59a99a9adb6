/** A field for a formula: what may come next in a list, what is wrong below it, and what it says in words. */

import { announce, h, put } from "../../report/dom.js";
import { post } from "../api.js";
import { problemOf } from "./colour.js";
import { Latest } from "./latest.js";

const SOON = 60; // milliseconds after typing until completions are asked for
const LATER = 200; // until it is said what is wrong: half a word is no mistake
const SIGNS = "<>=!&|+-)],([;"; // what is offered only if somebody asks for it

let fields = 0;

/**
 * @param {import("../store.js").Store} store
 * @param {Object} what
 * @param {string} what.label
 * @param {string} what.value
 * @param {function(string): void} [what.changed] - at every keystroke
 * @param {function(Object): void} [what.answered] - with what the studio says of it
 * @param {function(): void} [what.done] - Enter
 * @param {function(): void} [what.left] - Escape
 * @returns {{element: HTMLElement, input: HTMLTextAreaElement, check: function(): void, end: function(): void}}
 */
export function formulaField(store, { label, value, changed, answered, done, left }) {
  const id = `formula-${(fields += 1)}`;
  const list = h("ul.completions", { role: "listbox", id: `${id}-list`, "aria-label": "What may come next", hidden: true });
  const problem = h("div.live", { id: `${id}-problem` });
  const words = h("p.words", {});
  const input = h("textarea.formula", {
    rows: 2, spellcheck: "false", autocomplete: "off", autocapitalize: "off", dir: "ltr", id, "aria-label": label,
    role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id, "aria-describedby": problem.id,
  });
  input.value = value;
  const completions = new Latest(SOON);
  const trouble = new Latest(LATER);
  let offered = [];
  let active = 0;

  const close = () => {
    offered = [];
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const mark = () => {
    [...list.children].forEach((option, at) => option.setAttribute("aria-selected", String(at === active)));
    input.setAttribute("aria-activedescendant", `${id}-${active}`);
    list.children[active]?.scrollIntoView({ block: "nearest" });
  };
  const open = (found) => {
    offered = found;
    active = 0;
    put(list, found.map(([, , , text, detail], at) =>
      h("li", { role: "option", id: `${id}-${at}`, mousedown: (event) => { event.preventDefault(); take(at); } },
        h("b", {}, h("bdi", {}, text)), detail ? [" ", h("small", {}, h("bdi", {}, detail))] : null)));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    mark();
  };
  const take = (at) => {
    const [start, end, insert] = offered[at];
    const letters = Array.from(input.value); // places are counted in code points
    const before = letters.slice(0, start).join("") + insert;
    input.value = before + letters.slice(end).join("");
    input.setSelectionRange(before.length, before.length);
    close();
    input.focus();
    typed();
  };
  const question = (path, withPosition) => {
    const text = input.value;
    const position = withPosition ? Array.from(text.slice(0, input.selectionStart)).length : null;
    return post(`/suites/${store.id}${path}`, { text, position });
  };
  const ask = (wanted) =>
    completions.ask(() => question("/formula", true), ({ completions: found }) => {
      if (document.activeElement !== input) return;
      const isNews = found.length && (wanted || !SIGNS.includes(found[0][3][0]));
      if (isNews) open(found);
      else close();
      if (wanted && !found.length) announce("Nothing that is known can stand here.");
    });
  const check = () => {
    if (!input.value.trim()) {
      trouble.forget();
      put(problem);
      put(words);
      answered?.(null);
      return;
    }
    trouble.ask(() => question("/formula", false), (answer) => {
      put(problem, answer.problem ? problemOf(answer.problem) : null);
      put(words, answer.words && answer.words !== answer.formula ? answer.words : null);
      input.setAttribute("aria-invalid", String(Boolean(answer.problem)));
      answered?.(answer);
    });
  };
  const typed = () => {
    changed?.(input.value);
    ask(false);
    check();
  };

  input.addEventListener("input", typed);
  input.addEventListener("blur", () => { completions.forget(); close(); });
  input.addEventListener("keydown", (event) => {
    const isOpen = !list.hidden;
    if (event.isComposing) return;
    if (event.key === " " && event.ctrlKey) ask(true);
    else if (isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      active = (active + (event.key === "ArrowDown" ? 1 : offered.length - 1)) % offered.length;
      mark();
    } else if (isOpen && (event.key === "Enter" || event.key === "Tab") && !event.shiftKey) take(active);
    else if (isOpen && event.key === "Escape") close();
    else if (event.key === "Enter" && !event.shiftKey) done?.();
    else if (event.key === "Escape" && left) left();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  if (value) check();
  const element = h("div.formula-field", {}, h("div.with-list", {}, input, list), problem, words);
  return { element, input, check, end: () => { completions.forget(); trouble.forget(); } };
}
