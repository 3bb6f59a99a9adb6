/** The item that is chosen in the grid: its sentences shaded by surprisal, and what the predictions say of it. */

import { nameOfModel, outcomeOf } from "../../report/data.js";
import { h, name } from "../../report/dom.js";
import { itemSections, verdictText } from "../../report/item.js";
import { verdict } from "../../report/suite.js";

/**
 * Show it on each model, beside each other if there is room; else on one of them, and the others by a button.
 * @param {Object[]} shown - see panes/model.js
 * @param {number|undefined} place - of the item in the document that was scored
 * @param {{model?: string}} remembered - which model was looked at; kept up
 */
export function chosenItem(shown, place, remembered) {
  const all = shown.map((own) => onModel(own, place));
  const names = shown.map(({ one }) => nameOfModel(one));
  const choose = (at) => {
    remembered.model = names[at];
    all.forEach((own, other) => own.classList.toggle("unchosen", other !== at));
    buttons.forEach((own, other) => own.setAttribute("aria-pressed", String(other === at)));
  };
  const buttons = names.map((own, at) => h("button", { type: "button", click: () => choose(at) }, name(own)));
  choose(Math.max(0, names.indexOf(remembered.model)));
  return [
    shown.length > 1 ? h("div.switch.narrow", { role: "group", "aria-label": "Model" }, buttons) : null,
    h("div.beside", {}, all),
  ];
}

function onModel({ suite, one, places }, place) {
  const at = places.indexOf(place);
  const model = nameOfModel(one);
  if (at < 0) return h("p.note", {}, "Not scored on ", name(model), " (yet).");
  const outcomes = suite.predictions.map((_, index) => outcomeOf(one, index, at));
  const [mark, word, look] = suite.predictions.length ? verdict(one, at) : ["", "", ""];
  return h(
    "div.on-model",
    {},
    suite.predictions.length
      ? h("p", { class: `verdict ${look}` }, h("span", { "aria-hidden": "true" }, `${mark} `), "On ", name(model), ", ", verdictText(word, outcomes), ".")
      : null,
    itemSections(suite, one, at, outcomes),
  );
}
