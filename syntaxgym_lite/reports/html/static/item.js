/** An item's page: its sentences, and what the comparisons say of them. */

import { address, nameOfModel, outcomeOf, passes, sentenceOf } from "./data.js";
import { h, name } from "./dom.js";
import { fixed } from "./numbers.js";
import { keyOf, regionTable } from "./regions.js";
import { modelTabs, verdict } from "./suite.js";
import { boxed, tableOf } from "./table.js";

/** Opposite of a comparison's operator, for one that fails. */
const SAYS = { ">": ">", "<": "<", ">=": "≥", "<=": "≤", "=": "=", "!=": "≠" };

/** Say what a comparison found: its numbers, whether it holds, and by how much. */
export function saidOf(comparison, found) {
  const unit = comparison.unit === "bits" ? "bits" : comparison.unit || "";
  if (found.left === null || found.right === null) {
    return `undefined: a side has no value (${fixed(found.left)} ${SAYS[comparison.operator]} ${fixed(found.right)})`;
  }
  const places = found.margin !== null && found.margin !== 0 && Math.abs(found.margin) < 0.1 ? 3 : 1;
  const sides = `${fixed(found.left, places)} ${SAYS[comparison.operator] ?? comparison.operator} ${fixed(found.right, places)}`;
  if (found.holds === null) return `${sides} is undefined`;
  if (found.margin === 0 || found.margin === null) {
    return found.holds ? `${sides} holds: both sides are equal` : `${sides} fails: a tie, both sides are equal`;
  }
  const by = `${fixed(Math.abs(found.margin), places)} ${unit}`.trim();
  return found.holds ? `${sides} holds by ${by}` : `${sides} fails by ${by}`;
}

/** The comparison that decided: the first that fails, else the first that is undefined, else the first. */
function deciding(outcomes) {
  const all = outcomes.flatMap(({ comparisons }, prediction) => comparisons.map((found, place) => ({ found, prediction, place })));
  const own = outcomes.findIndex(({ holds }) => holds === 0);
  const within = own < 0 ? all : all.filter(({ prediction }) => prediction === own);
  return within.find(({ found }) => found.holds === 0) ?? within.find(({ found }) => found.holds === null) ?? within[0];
}

/** The page of an item. */
export function itemPage(suite, one, place) {
  const item = suite.items[place];
  const model = nameOfModel(one);
  const to = (other) => (suite.items[other] ? address(suite, { item: suite.items[other].number, model }) : null);
  const failing = suite.items.findIndex((_, other) => other > place && passes(one, other) === 0);
  const outcomes = suite.predictions.map((_, index) => outcomeOf(one, index, place));
  const [mark, word, look] = suite.predictions.length ? verdict(one, place) : ["", "", ""];
  const link = (href, text, rel, key) =>
    href === null
      ? h("span.gone", { "aria-hidden": "true" }, text)
      : h("a", { href, rel, "aria-keyshortcuts": key }, text);
  return [
    h("p.crumbs", {}, h("a", { href: "#overview" }, "All suites"), " › ", h("a", { href: address(suite, { model }) }, name(suite.name))),
    h("h1", { tabindex: "-1" }, name(suite.name), `, item ${item.number}`, item.label ? [" ", h("small", {}, name(item.label))] : null),
    h(
      "nav.turn",
      { "aria-label": "Other items" },
      link(to(place - 1), "← previous", "prev", "ArrowLeft"),
      link(to(place + 1), "next →", "next", "ArrowRight"),
      failing < 0 ? null : link(to(failing), "next that fails ⇥", null, "f"),
    ),
    modelTabs(suite, one, (other) => address(suite, { item: item.number, model: other })),
    suite.predictions.length
      ? h("p.verdict", { class: `verdict ${look}` }, h("span", { "aria-hidden": "true" }, `${mark} `), verdictText(word, outcomes), ` on `, name(model), ".")
      : null,
    sentences(suite, one, place, outcomes),
    aboutItem(suite, item),
    otherModels(suite, place),
  ];
}

function verdictText(word, outcomes) {
  if (word === "holds") return outcomes.length > 1 ? "All predictions hold" : "The prediction holds";
  const failed = outcomes.filter(({ holds }) => holds !== 1).length;
  const what = outcomes.length > 1 ? `${failed} of ${outcomes.length} predictions` : "The prediction";
  if (word === "tie") return `${what} ${failed > 1 ? "do" : "does"} not hold: there is a tie`;
  return word === "fails" ? `${what} ${failed > 1 && outcomes.length > 1 ? "fail" : "fails"}` : "Whether the predictions hold is undefined";
}

function sentences(suite, one, place, outcomes) {
  const shown = one.tokens
    ? regionTable({
        caption: `Surprisal of each region in bits, on ${nameOfModel(one)}`,
        conditions: suite.conditions,
        regions: suite.regions.map(([, text]) => text),
        sentences: suite.conditions.map((_, condition) => sentenceOf(suite, one, place, condition)),
        rtl: suite.rtl,
        language: suite.language,
      })
    : null;
  const decided = suite.predictions.length ? deciding(outcomes) : undefined;
  const lines = [];
  const choose = (line, comparison) => {
    for (const other of lines) other.setAttribute("aria-pressed", String(other === line));
    shown?.mark(comparison);
  };
  const list = suite.predictions.map((prediction, index) =>
    h(
      "li",
      {},
      prediction.name ? [h("b", {}, name(prediction.name)), ": "] : null,
      prediction.words,
      h(
        "ul.comparisons",
        {},
        prediction.comparisons.map((comparison, at) => {
          const found = outcomes[index].comparisons[at];
          const look = found.holds === 1 ? "held" : found.holds === 0 ? (outcomes[index].tie && found.margin === 0 ? "tied" : "failed") : "undecided";
          const line = h(
            "button.comparison",
            { type: "button", class: `comparison ${look}`, "aria-pressed": "false" },
            h("span", { "aria-hidden": "true" }, { held: "✓ ", failed: "✗ ", tied: "= ", undecided: "? " }[look]),
            saidOf(comparison, found),
            prediction.comparisons.length > 1 ? h("small", {}, ` ${comparison.words}`) : null,
          );
          line.addEventListener("click", () => choose(line, comparison));
          lines.push(line);
          if (decided && decided.prediction === index && decided.place === at) queueMicrotask(() => choose(line, comparison));
          return h("li", {}, line);
        }),
      ),
    ),
  );
  const tokens = h("input", { type: "checkbox", change: (event) => shown.showTokens(event.target.checked) });
  return [
    list.length ? h("section", {}, h("h2", {}, "What the predictions say"), h("ol.predictions", {}, list)) : null,
    shown
      ? h("section", {}, h("h2", {}, "Sentences"), h("label.option", {}, tokens, " tokens of all regions"), shown.table, keyOf(shown.scale))
      : h("p.note", {}, "The sentences of this run were not kept."),
  ];
}

function aboutItem(suite, item) {
  const rows = [
    ...Object.entries(item.factors ?? {}),
    ...(item.cluster ? [["cluster", item.cluster]] : []),
    ...Object.entries(item.cells ?? {}).flatMap(([condition, factors]) =>
      Object.entries(factors).map(([factor, value]) => [`${factor} in ${condition}`, value]),
    ),
  ];
  if (!rows.length) return null;
  return h("section", {}, h("h2", {}, "Factors of the item"), h("dl.facts", {}, rows.map(([term, value]) => [h("dt", {}, name(term)), h("dd", {}, name(String(value)))])));
}

function otherModels(suite, place) {
  if (suite.models.length < 2 || !suite.predictions.length) return null;
  const rows = suite.models.map((one) => {
    const [mark, word, look] = verdict(one, place);
    const found = suite.predictions.flatMap((prediction, index) =>
      outcomeOf(one, index, place).comparisons.map((own, at) => h("td", {}, saidOf(prediction.comparisons[at], own))),
    );
    return [
      h("th", { scope: "row" }, h("a", { href: address(suite, { item: suite.items[place].number, model: nameOfModel(one) }) }, name(nameOfModel(one)))),
      h("td", { class: look }, `${mark} ${word}`),
      ...found,
    ];
  });
  const heads = suite.predictions.flatMap(({ comparisons, name: own }, index) =>
    comparisons.map((_, at) => `${own || `prediction ${index + 1}`}${comparisons.length > 1 ? `, comparison ${at + 1}` : ""}`),
  );
  return h("section", {}, h("h2", {}, "On all models"), boxed("The same item on each model", tableOf(["model", "outcome", ...heads], rows)));
}
