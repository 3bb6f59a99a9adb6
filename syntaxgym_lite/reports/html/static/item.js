/** An item's page: its sentences, and what the comparisons say of them. */

import { address, nameOfModel, outcomeOf, passes, sentenceOf } from "./data.js";
import { h, name } from "./dom.js";
import { sides, visible } from "./numbers.js";
import { keyOf, regionTable } from "./regions.js";
import { modelTabs, verdict } from "./suite.js";
import { boxed, tableOf } from "./table.js";

const SAYS = { ">": ">", "<": "<", ">=": "≥", "<=": "≤", "=": "=", "!=": "≠" };

/** What stands behind a margin. */
function unitOf({ unit }, margin) {
  if (unit === "probability") return "in probability";
  return unit === "ranks" || unit === "tokens" ? (margin === 1 ? unit.slice(0, -1) : unit) : unit || "";
}

/** Say what a comparison found: its numbers, whether it holds, and by how much. */
export function saidOf(comparison, found) {
  const operator = SAYS[comparison.operator] ?? comparison.operator;
  if (found.left === null || found.right === null) {
    return `undefined: a side has no value (${visible(found.left)} ${operator} ${visible(found.right)})`;
  }
  const [left, right, margin] = sides(found.left, found.right);
  const claim = `${left} ${operator} ${right}`;
  if (found.holds === null) return `${claim} is undefined`;
  const truth = found.holds ? "holds" : "fails";
  if (found.left === found.right) {
    const isTie = !found.holds && comparison.operator !== "!=";
    return `${claim} ${truth}: ${isTie ? "a tie, " : ""}both sides are equal`;
  }
  if (!Number.isFinite(found.margin)) return `${claim} ${truth}`;
  const by = `${margin} ${unitOf(comparison, Math.abs(found.margin))}`.trim();
  if (comparison.operator === "=" || comparison.operator === "!=") {
    const isClose = (found.holds === 1) === (comparison.operator === "=");
    return `${claim} ${truth}: the sides are ${by} apart${isClose ? ", which counts as equal" : ""}`;
  }
  return `${claim} ${truth} by ${by}`;
}

/** The comparison that decided: the first that fails, else the first that is undefined, else the first. */
export function deciding(outcomes) {
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
      ? h("p.verdict", { class: `verdict ${look}` }, h("span", { "aria-hidden": "true" }, `${mark} `), "On ", name(model), ", ", verdictText(word, outcomes), ".")
      : null,
    itemSections(suite, one, place, outcomes),
    aboutItem(suite, item),
    otherModels(suite, place),
  ];
}

/** What became of an item, in a sentence that begins with the model. */
export function verdictText(word, outcomes) {
  const n = outcomes.length;
  if (word === "holds") return n > 2 ? `all ${n} predictions hold` : n > 1 ? "both predictions hold" : "the prediction holds";
  const failed = outcomes.filter(({ holds }) => holds === 0).length;
  const open = outcomes.filter(({ holds }) => holds === null).length;
  const also = open && n > 1 ? `; ${open} ${open > 1 ? "are" : "is"} undefined` : "";
  if (word === "undefined") return n > 1 ? `${open} of ${n} predictions ${open > 1 ? "are" : "is"} undefined, none fails` : "the prediction is undefined";
  const what = n > 1 ? `${failed} of ${n} predictions` : "the prediction";
  if (word === "tie") return `${what} ${n > 1 && failed > 1 ? "do" : "does"} not hold${also}; there is a tie`;
  return `${what} ${n > 1 && failed > 1 ? "fail" : "fails"}${also}`;
}

/** Whether a prediction says no more than its one comparison. */
function isPlain({ holds, comparisons }) {
  return comparisons.length === 1 && comparisons[0].holds === holds;
}

/** Whether a prediction holds: it may, where one of its comparisons fails, by its "or" and its "not". */
function truthOf({ holds }) {
  const [mark, word, look] = holds === 1 ? ["✓", "holds", "held"] : holds === 0 ? ["✗", "does not hold", "failed"] : ["?", "undefined", "undecided"];
  return h("span.truth", { class: `truth ${look}` }, h("span", { "aria-hidden": "true" }, `${mark} `), `${word}. `);
}

/** What the predictions say of an item, and its sentences, in which they mark their cells. */
export function itemSections(suite, one, place, outcomes) {
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
      isPlain(outcomes[index]) ? null : [". ", truthOf(outcomes[index])],
      h(
        "ul.comparisons",
        {},
        prediction.comparisons.map((comparison, at) => {
          const found = outcomes[index].comparisons[at];
          const look = found.holds === 1 ? "held" : found.holds === 0 ? (found.left === found.right && comparison.operator !== "!=" ? "tied" : "failed") : "undecided";
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
