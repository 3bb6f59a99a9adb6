/** A prediction by picking: regions, a condition, a direction, another condition; or what is common for the design. */

import { h, name, put } from "../../report/dom.js";
import { post } from "../api.js";
import { Latest } from "./latest.js";

const DIRECTIONS = [
  [">", "is more surprising than"],
  ["<", "is less surprising than"],
  ["=", "is as surprising as"],
  [">=", "is at least as surprising as"],
  ["<=", "is at most as surprising as"],
  ["!=", "is not as surprising as"],
];

/**
 * @param {import("../store.js").Store} store
 * @param {function(): void} waits - called when something else was picked, of which nothing is known yet
 * @param {function(Object|null): void} picked - called with what the studio says of what is picked
 * @returns {{element: HTMLElement, refresh: function(): void, again: function(): void}}
 */
export function picking(store, waits, picked) {
  const chosen = new Set();
  const regions = h("div.chips", { role: "group", "aria-label": "Regions" });
  const selects = { left: h("select", { "aria-label": "Condition" }), operator: h("select", { "aria-label": "Direction" }), right: h("select", { "aria-label": "Compared with" }) };
  const common = h("div.common");
  const answers = new Latest(60);
  const suggestions = new Latest(60);
  let phrase = ""; // of a suggestion, instead of the conditions
  let called = ""; // the suggestion
  put(selects.operator, DIRECTIONS.map(([sign, words]) => h("option", { value: sign }, words)));

  const ask = () => {
    const numbers = [...chosen];
    for (const button of common.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.phrase === phrase));
    if (!numbers.length || (!phrase && selects.left.value === selects.right.value)) {
      answers.forget();
      picked(null);
      return;
    }
    waits();
    const [left, operator, right] = [selects.left.value, selects.operator.value, selects.right.value];
    const question = phrase
      ? () => post(`/suites/${store.id}/phrase`, { text: phrase })
      : () => post(`/suites/${store.id}/pick`, { regions: numbers, left, operator, right });
    answers.ask(async () => { await store.flush(); return question(); }, (found) => picked(phrase && called && found ? { ...found, name: called } : found), (error) => picked({ problem: error.message }));
  };
  const suggest = () => {
    if (!chosen.size) {
      put(common, h("p.or", {}, "Choose the regions that it is about", store.conditions.length > 2 ? "; then what is common for the design, such as main effects and interactions, is offered here." : "."));
      return;
    }
    suggestions.ask(() => post(`/suites/${store.id}/suggest`, { regions: [...chosen] }), ({ suggestions: offered, place }) => {
      put(common, offered.length && store.conditions.length > 2
        ? [h("p.or", {}, "or what is common for this design, at ", name(place), ":"), offered.map(common1)]
        : null, withoutFactors());
      ask();
    });
  };
  const withoutFactors = () => {
    if (store.conditions.length < 4 || Object.keys(store.document.condition_factors ?? {}).length) return null;
    const lead = () => {
      document.dispatchEvent(new CustomEvent("choose-pane", { detail: "design" }));
      document.querySelector("#pane-design section[aria-label=Factors]")?.scrollIntoView();
    };
    return h("p.or.factors", {}, "Main effects and interactions are offered where the conditions have factors. ", h("button", { type: "button", click: lead }, "To the factors"));
  };
  const common1 = ({ kind, question, choices }) =>
    h("div.kind", { role: "group", "aria-label": kind },
      h("p", {}, h("b", {}, name(kind)), h("small", {}, " ", name(question))),
      choices.map((choice) => h("button", { type: "button", "aria-pressed": "false", "data-phrase": choice.phrase, click: () => { [phrase, called] = [choice.phrase, choice.name]; ask(); } }, name(choice.words))));
  const chip = ({ number, name: own }) => {
    const button = h("button.chip", { type: "button", "aria-pressed": String(chosen.has(number)) }, h("span.number", {}, number), own === String(number) ? null : name(own || "no name"));
    button.addEventListener("click", () => {
      if (!chosen.delete(number)) chosen.add(number);
      button.setAttribute("aria-pressed", String(chosen.has(number)));
      phrase = "";
      suggest();
      ask();
    });
    return button;
  };
  for (const select of Object.values(selects)) select.addEventListener("change", () => { phrase = ""; ask(); });

  const refresh = () => {
    const known = store.regions;
    for (const number of chosen) if (!known.some((region) => region.number === number)) chosen.delete(number);
    put(regions, known.map(chip));
    const names = store.conditions;
    [selects.left, selects.right].forEach((select, at) => {
      const before = select.value;
      put(select, names.map((one) => h("option", { value: one }, one)));
      select.value = names.includes(before) ? before : (names[at] ?? "");
    });
    suggest();
  };
  const element = h("div.picking", {},
    h("p.step", {}, "At"), regions,
    h("div.sides", {}, selects.left, selects.operator, selects.right),
    common);
  return { element, refresh, again: ask };
}
