/** The pane "Model": models that score the suite in the background, and what they say of it. */

import { showModels } from "../../report/data.js";
import { h, put } from "../../report/dom.js";
import { choice } from "../model/choice.js";
import { Engine } from "../model/engine.js";
import { figureButton } from "../model/figure.js";
import { findings, items, numbers, plots } from "../model/found.js";
import { chosenItem } from "../model/item.js";
import { progress } from "../model/progress.js";
import { resultOf } from "../model/scored.js";

/** @type {import("../suite_page.js").Pane} */
export const model = {
  id: "model",
  title: "Model",
  eager: true, // what is written is scored, whatever is looked at
  mount(element, store) {
    element.classList.add("pane-model");
    const engine = new Engine(store);
    const [found, plot, item, table, effects] = ["findings", "plots-of", "chosen", "items-of", "effects-of"].map((name) => h(`div.${name}`));
    const tools = toolsOf(engine, store);
    const body = h("div.results", { hidden: true }, found, plot, tools, item, table, effects);
    const { box, end } = progress(engine, store);
    const remembered = {};
    let shown = []; // of each model with results: its suite, its results and the places of the items
    let waits = false;
    put(element, choice(engine), box, body);

    const showResults = () => {
      shown = shownOf(engine.results);
      body.hidden = !shown.length;
      waits = element.hidden;
      if (waits || !shown.length) return;
      put(found, findings(engine.results, shown));
      put(plot, plots(shown));
      put(table, items(shown, remembered, (place) => store.select({ item: engine.placeNow(place) })));
      put(effects, numbers(shown));
      showItem();
    };
    const showItem = () => {
      if (element.hidden || !shown.length) return;
      const at = store.selection.item;
      const own = store.document.items[at];
      put(item, own ? chosenItem(shown, store.scored?.placeOf(store.document, at), `item ${own.item_number ?? at + 1}`) : null);
    };
    const dim = () => {
      body.classList.toggle("stale", shown.length > 0 && !engine.isCurrent);
      badge(engine, store);
    };
    const look = new MutationObserver(() => {
      if (element.hidden) return;
      if (waits) showResults();
      else showItem();
    });
    look.observe(element, { attributes: true, attributeFilter: ["hidden"] });
    engine.addEventListener("results", showResults);
    store.addEventListener("scored", dim);
    store.addEventListener("selection", showItem);
    engine.begin();
    return () => {
      engine.end();
      end();
      look.disconnect();
      store.removeEventListener("scored", dim);
      store.removeEventListener("selection", showItem);
    };
  },
};

function shownOf(results) {
  if (!results) return [];
  showModels(results.names);
  return results.models.filter((one) => one.suite !== undefined).map((one) => ({ ...resultOf(results, one), places: one.places }));
}

function toolsOf(engine, store) {
  const shade = h("input", {
    type: "checkbox",
    id: "shade-grid",
    change: (event) => {
      store.shading = event.target.checked;
      store.dispatchEvent(new CustomEvent("shading"));
    },
  });
  return h("p.controls", {}, h("label", {}, shade, " shade the grid by surprisal"), figureButton(engine, store));
}

/** In how many items the predictions hold on the first model, on the tab. */
function badge(engine, store) {
  const element = document.getElementById("badge-model");
  const first = store.scored?.models[0];
  if (!element) return;
  const n = first?.items.filter(({ holds }) => holds === 1).length;
  element.textContent = first?.items.length && engine.isCurrent ? `${n} of ${first.items.length}` : "";
}
