/** The item that is chosen in the grid: its sentences shaded by surprisal, and what the predictions say of it. */

import { nameOfModel, outcomeOf } from "../../report/data.js";
import { h, name } from "../../report/dom.js";
import { itemSections, verdictText } from "../../report/item.js";
import { verdict } from "../../report/suite.js";

/**
 * Show it on each model.
 * @param {Object[]} shown - see panes/model.js
 * @param {number|undefined} place - of the item in the document that was scored
 * @param {string} label - "item 3"
 */
export function chosenItem(shown, place, label) {
  return h(
    "section.chosen-item",
    { "aria-label": label },
    h("h2", {}, label[0].toUpperCase() + label.slice(1)),
    h("div.beside", {}, shown.map((own) => onModel(own, place, shown.length > 1))),
  );
}

function onModel({ suite, one, places }, place, several) {
  const at = places.indexOf(place);
  const model = nameOfModel(one);
  if (at < 0) return h("p.note", {}, several ? [name(model), ": "] : null, "not scored (yet).");
  const outcomes = suite.predictions.map((_, index) => outcomeOf(one, index, at));
  const [mark, word, look] = suite.predictions.length ? verdict(one, at) : ["", "", ""];
  return h(
    "div",
    {},
    suite.predictions.length
      ? h("p", { class: `verdict ${look}` }, h("span", { "aria-hidden": "true" }, `${mark} `), "On ", name(model), ", ", verdictText(word, outcomes), ".")
      : null,
    itemSections(suite, one, at, outcomes),
  );
}
