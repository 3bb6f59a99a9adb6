/** Three ways to a new prediction: by picking, in words, as a formula. What it says is shown before it is added. */

import { announce, h, name, put } from "../../report/dom.js";
import { post } from "../api.js";
import { add, listOf } from "./changes.js";
import { formulaField } from "./field.js";
import { Latest } from "./latest.js";
import { picking } from "./picking.js";
import { preview } from "./preview.js";

const LATER = 200; // milliseconds after typing until a phrase is read

/**
 * @param {import("../store.js").Store} store
 * @returns {{element: HTMLElement, focus: function(): void, refresh: function(): void, end: function(): void}}
 */
export function adding(store) {
  const shown = h("div.preview");
  const said = h("p.words", { "aria-live": "polite" });
  const button = h("button.add", { type: "button", disabled: true, click: () => take() }, "Add this prediction");
  let answer = null; // what would be added
  let isPending = false; // whether the studio has not said yet what is written there now
  let isWanted = false; // whether it shall be added when it has
  let way = "pick";

  const waits = () => {
    answer = null; // what is shown is of what was written before
    [isPending, isWanted] = [true, false];
    button.disabled = true;
  };
  const answered = (found, options) => {
    answer = found && !found.problem && found.formula ? found : null;
    button.disabled = !answer;
    put(said, answer && answer.words !== answer.formula ? answer.words : null);
    preview(shown, store, found, options);
    const isTaken = isWanted && isPending;
    [isPending, isWanted] = [false, false];
    if (isTaken) take();
  };
  const pick = picking(store, waits, (found) => way === "pick" && answered(found));
  const words = inWords(store, waits, (found) => way === "words" && answered(found), () => takeSoon());
  const formula = formulaField(store, {
    label: "Formula",
    value: "",
    changed: waits,
    answered: (found) => way === "formula" && answered(found && { ...found, words: found.formula }, { withProblem: false }),
    done: () => takeSoon(),
  });
  formula.element.append(h("p.hint", {}, "Ctrl+Space shows what may come next: a region after “(”, a condition after “%”."));
  const ways = [
    ["pick", "Pick", pick.element, () => pick.again()],
    ["words", "In words", words.element, () => words.again()],
    ["formula", "As a formula", formula.element, () => formula.check()],
  ];
  const choose = (id) => {
    way = id;
    isWanted = false;
    answered(null);
    for (const [own, , element, again] of ways) {
      element.hidden = own !== id;
      if (own === id) again();
    }
  };
  const takeSoon = () => {
    if (answer) take();
    else isWanted = isPending;
  };
  const take = () => {
    if (!answer) return;
    const isHeld = document.activeElement === button; // which nobody can press twice
    const title = answer.name && answer.name !== answer.formula ? { name: answer.name } : {};
    add(store, [{ type: "formula", ...title, formula: answer.formula }]);
    announce(`Added prediction ${listOf(store.document).length}: ${answer.words || answer.formula}`);
    if (way === "words") words.clear();
    if (way === "formula") formula.input.value = "";
    answered(null); // what is shown is in the list now
    if (way === "formula") formula.check();
    if (!isHeld) return;
    focus();
    element.parentElement.querySelector(".prediction:last-child")?.scrollIntoView({ block: "nearest" });
  };
  const radios = ways.map(([id, title]) => {
    const input = h("input", { type: "radio", name: "way-to-predict", value: id, checked: id === way, change: () => choose(id) });
    return h("label", {}, input, " ", title);
  });
  const element = h("section.add-prediction", { "aria-label": "Add a prediction" },
    h("h3", {}, "Add a prediction"),
    h("div.ways", { role: "radiogroup", "aria-label": "How to add it" }, radios),
    ways.map(([, , one]) => one), shown, h("div.take", {}, said, button));
  const focus = () => element.querySelector(".ways input:checked").focus();
  choose(way);
  return { element, focus, refresh: () => pick.refresh(), end: () => formula.end() };
}

function inWords(store, waits, answered, done) {
  const input = h("textarea.phrase", { rows: 2, "aria-label": "Prediction in words", autocomplete: "off" });
  const hint = h("p.hint");
  const latest = new Latest(LATER);
  const again = () => {
    const [first, second] = store.conditions;
    const region = store.regions.filter((one) => one.name).at(-1)?.name;
    put(hint, first && second && region ? ["Such as “", name(first), " > ", name(second), " at ", name(region), "” (> is more surprising), or “… by 2 bits”, “… and …”."] : null);
    if (!input.value.trim()) {
      latest.forget();
      answered(null);
      return;
    }
    waits();
    latest.ask(async () => { await store.flush(); return post(`/suites/${store.id}/phrase`, { text: input.value }); }, answered, (error) => answered({ problem: error.message }));
  };
  input.addEventListener("input", again);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    done();
  });
  return { element: h("div.in-words", {}, input, hint), again, clear: () => { input.value = ""; again(); } };
}
