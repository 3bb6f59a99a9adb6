/** The pane "Model": models that score the suite in the background, and what they say of it. */

import { showModels } from "../../report/data.js";
import { h, put } from "../../report/dom.js";
import { choice } from "../model/choice.js";
import { Engine } from "../model/engine.js";
import { figureButton } from "../model/figure.js";
import { effects, findings, items, numbers, plots } from "../model/found.js";
import { chosenItem } from "../model/item.js";
import { progress } from "../model/progress.js";
import { resultOf } from "../model/scored.js";

const VIEWS = ["suite", "item", "items"];

/** @type {import("../suite_page.js").Pane} */
export const model = {
  id: "model",
  title: "Model",
  eager: true, // what is written is scored, whatever is looked at
  mount(element, store) {
    element.classList.add("pane-model");
    const engine = new Engine(store);
    const { box, end } = progress(engine, store);
    const results = resultsOf(element, engine, store);
    put(element, choice(engine), box, results.body);
    const dim = () => badge(engine, store);
    store.addEventListener("scored", dim);
    engine.begin();
    return () => {
      engine.end();
      end();
      results.end();
      store.removeEventListener("scored", dim);
    };
  },
};

/** What the models said: of the suite, of the chosen item, of every item. */
function resultsOf(element, engine, store) {
  const remembered = { items: {}, numbers: {}, item: {} };
  const parts = Object.fromEntries(VIEWS.map((view) => [view, h("div.view", { hidden: true })]));
  const buttons = Object.fromEntries(VIEWS.map((view) => [view, h("button", { type: "button", "data-view": view, click: () => choose(view) }, { suite: "The suite", items: "Every item" }[view])]));
  const body = h("div.results", { hidden: true }, h("div.switch", { role: "group", "aria-label": "What is shown" }, Object.values(buttons)), toolsOf(engine, store), Object.values(parts));
  let view = "suite";
  let shown = []; // of each model with results: its suite, its results and the places of the items
  const old = new Set(VIEWS); // views that do not show the last results yet

  function choose(other) {
    view = other;
    show();
  }
  function label() {
    const at = store.selection.item;
    return `Item ${store.document.items[at]?.item_number ?? at + 1}`;
  }
  function show() {
    body.hidden = !shown.length;
    buttons.item.textContent = label();
    for (const own of VIEWS) {
      parts[own].hidden = own !== view;
      buttons[own].setAttribute("aria-pressed", String(own === view));
    }
    if (element.hidden || !shown.length || !old.delete(view)) return;
    if (view === "suite") put(parts.suite, findings(engine.results, shown), plots(shown), effects(shown), numbers(shown, remembered.numbers));
    if (view === "item") put(parts.item, chosenItem(shown, store.scored?.placeOf(store.document, store.selection.item), remembered.item));
    if (view === "items") put(parts.items, items(shown, remembered.items, lead));
  }
  function lead(place, model) {
    view = "item";
    remembered.item.model = model;
    store.select({ item: engine.placeNow(place) });
    body.scrollIntoView();
  }
  const onResults = () => {
    shown = shownOf(engine.results);
    for (const own of VIEWS) old.add(own);
  };
  const onScored = () => {
    body.classList.toggle("stale", shown.length > 0 && !engine.isCurrent);
    old.add("item"); // it may stand at another place
    show();
  };
  const onSelection = () => {
    old.add("item");
    show();
  };
  const look = new MutationObserver(show);
  look.observe(element, { attributes: true, attributeFilter: ["hidden"] });
  engine.addEventListener("results", onResults);
  store.addEventListener("scored", onScored);
  store.addEventListener("selection", onSelection);
  show();
  return {
    body,
    end() {
      look.disconnect();
      store.removeEventListener("scored", onScored);
      store.removeEventListener("selection", onSelection);
    },
  };
}

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
  const predicts = first?.items.some(({ said }) => said !== "");
  element.textContent = predicts && engine.isCurrent ? `${n} of ${first.items.length}` : "";
}
