/** Two models against each other: over all suites, by circuit, on each suite, and which items only one passes. */

import { address, openComparison } from "./data.js";
import { h, name } from "./dom.js";
import { counted, fixed, interval, plain, probability } from "./numbers.js";
import { differenceStrip } from "./strip.js";
import { arrows, boxed, sortable, tableOf } from "./table.js";

const MOST_ITEMS = 12; // whose links stand in a cell

/** The same pair with the models exchanged. */
function turned(pair) {
  const minus = (value) => (value === null || value === undefined ? value : -value);
  const row = (one) =>
    one && {
      ...one,
      score: one.baseline_score,
      baseline_score: one.score,
      difference: -one.difference,
      item_difference: -one.item_difference,
      ci_low: minus(one.ci_high),
      ci_high: minus(one.ci_low),
      items_ci_low: minus(one.items_ci_high),
      items_ci_high: minus(one.items_ci_low),
      n_only_model: one.n_only_baseline,
      n_only_baseline: one.n_only_model,
      items_only_model: one.items_only_baseline,
      items_only_baseline: one.items_only_model,
    };
  return {
    ...pair,
    model: pair.baseline,
    baseline: pair.model,
    overall: row(pair.overall),
    groups: pair.groups.map(row),
    suites: pair.suites.map(row),
  };
}

function pairOf(comparison, model, baseline) {
  for (const pair of comparison.pairs) {
    if (pair.model === model && pair.baseline === baseline) return pair;
    if (pair.model === baseline && pair.baseline === model) return turned(pair);
  }
  return undefined;
}

function differenceCell({ difference, low, high }) {
  const row = { difference, ci_low: low, ci_high: high };
  return h(
    "td.number",
    { "data-sort": row.difference, "data-tsv": [row.difference, row.ci_low, row.ci_high].map(plain).join("\t") },
    fixed(row.difference, 2, { sign: true }),
    h("small", {}, ` ${interval(row.ci_low, row.ci_high)} `),
    differenceStrip(row.difference, row.ci_low, row.ci_high),
  );
}

/** What was found, in a sentence. */
function sentence({ model, baseline, overall }) {
  if (!overall) return "There is no mean over suites of these two.";
  const way = overall.difference > 0 ? "higher than" : overall.difference < 0 ? "lower than" : "the same as";
  const by = overall.difference === 0 ? "" : ` by ${fixed(Math.abs(overall.difference))}`;
  const [low, high] = overall.ci_low === null ? [overall.items_ci_low, overall.items_ci_high] : [overall.ci_low, overall.ci_high];
  const ends = low === null ? "" : ` (95 % interval of the difference ${interval(low, high)})`;
  return (
    `The SG score of ${model}, ${fixed(overall.score)}, is ${way} that of ${baseline}, ${fixed(overall.baseline_score)},` +
    `${by}${ends}, over ${counted(overall.n_suites, "suite")} that both have. Of ${counted(overall.n_items, "item")} ` +
    `${overall.n_only_model} pass on ${model} alone, ${overall.n_only_baseline} on ${baseline} alone ` +
    `(p ${overall.p < 0.001 ? "" : "= "}${probability(overall.p)}).`
  );
}

/** The page; null where there is nothing to compare. */
export function comparePage(asked, against) {
  const comparison = openComparison();
  if (!comparison) return null;
  const first = comparison.pairs[0];
  const found = pairOf(comparison, asked, against);
  const pair = found ?? first;
  const choose = (id, label, chosen, other) =>
    h(
      "label",
      { for: id },
      label,
      h(
        "select",
        {
          id,
          change: (event) => {
            const names = id === "compare-model" ? [event.target.value, other] : [other, event.target.value];
            location.hash = `#compare?model=${encodeURIComponent(names[0])}&baseline=${encodeURIComponent(names[1])}`;
          },
        },
        comparison.models
          .filter((own) => own !== other && pairOf(comparison, own, other))
          .map((own) => h("option", { value: own, selected: own === chosen }, own)),
      ),
    );
  return [
    h("p.crumbs", {}, h("a", { href: "#overview" }, "All suites")),
    h("h1", { tabindex: "-1" }, name(pair.model), " against ", name(pair.baseline)),
    asked && against && !found ? h("p.note", {}, "These two are not compared; this is the first pair that is.") : null,
    h("p.filters", {}, choose("compare-model", "Model ", pair.model, pair.baseline), choose("compare-baseline", " against ", pair.baseline, pair.model)),
    h("section.found", {}, h("p", {}, sentence(pair))),
    [...pair.cautions, ...comparison.notes].map((text) => h("p.note", {}, text)),
    groupSection(pair),
    suiteSection(pair),
    correlationSection(comparison),
    pair.notCompared.length
      ? h("section", {}, h("h2", {}, "Not compared"), h("ul", {}, pair.notCompared.map(([suite, reason]) => h("li", {}, name(suite), `: ${reason}`))))
      : null,
  ];
}

function heads(pair, difference, ...start) {
  const tabs = ["difference", "low", "high"].join("\t");
  return [...start, name(pair.model), name(pair.baseline), h("th", { scope: "col", "data-tsv": tabs }, difference)];
}

function groupSection(pair) {
  const groups = pair.overall ? [{ ...pair.overall, name: "all suites" }, ...pair.groups] : pair.groups;
  if (!groups.length) return null;
  const rows = groups.map((row) => [
    name(`${row.kind === "language" ? "language " : ""}${row.name.replaceAll("_", " ")}`),
    h("td.number", {}, row.n_suites),
    h("td.number", {}, fixed(row.score)),
    h("td.number", {}, fixed(row.baseline_score)),
    differenceCell({ difference: row.difference, low: row.items_ci_low, high: row.items_ci_high }),
    h("td.number", { "data-tsv": [row.ci_low, row.ci_high].map(plain).join("\t") }, interval(row.ci_low, row.ci_high)),
    h("td.number", {}, probability(row.p)),
    h("td.number", {}, probability(row.p_holm)),
  ]);
  const suites = h("th", { scope: "col", "data-tsv": "low (suites)\thigh (suites)" }, "interval for other suites");
  const table = tableOf([...heads(pair, "difference, 95 % interval for other items", "mean over", "suites"), suites, "p", "p (Holm)"], rows);
  const caption =
    "Means over suites. The first interval is about other items of these suites, the second about other suites of the kind, " +
    "which says little where there are few. p of all items: whether as many pass on the one alone as on the other alone.";
  return h("section", {}, h("h2", {}, "By circuit and language"), boxed(caption, table));
}

function items(suite, numbers, model) {
  const links = numbers.slice(0, MOST_ITEMS).map((number) => [h("a", { href: address(suite, { item: number, model }) }, number), " "]);
  const more = numbers.length > MOST_ITEMS ? h("small", {}, `and ${numbers.length - MOST_ITEMS} more`) : null;
  return h("td.items", { "data-sort": numbers.length, "data-tsv": numbers.join(" ") }, numbers.length ? [links, more] : "–");
}

function suiteSection(pair) {
  const rows = pair.suites.map((row) => [
    h("a", { href: address(row, { model: pair.model }) }, name(row.suite)),
    name((row.circuit ?? "").replaceAll("_", " ")),
    h("td.number", {}, fixed(row.score)),
    h("td.number", {}, fixed(row.baseline_score)),
    differenceCell({ difference: row.difference, low: row.ci_low, high: row.ci_high }),
    h("td.number", { "data-sort": row.p }, probability(row.p)),
    h("td.number", { "data-sort": row.p_holm }, probability(row.p_holm)),
    items(row, row.items_only_model, pair.baseline),
    items(row, row.items_only_baseline, pair.model),
  ]);
  const sorting = (content) =>
    content instanceof HTMLTableCellElement
      ? h("th", { scope: "col", "data-first": "descending", "data-tsv": content.dataset.tsv }, h("button.sort", { type: "button" }, content.textContent))
      : h("th", { scope: "col" }, h("button.sort", { type: "button" }, content));
  const table = tableOf(
    [...heads(pair, "difference, 95 % interval", "suite", "circuit"), "p", "p (Holm)", `passed on ${pair.model} alone`, `passed on ${pair.baseline} alone`].map(sorting),
    rows,
  );
  sortable(table);
  arrows(table);
  return h("section", {}, h("h2", {}, "By suite"), boxed("Each suite; p by McNemar's exact test, or by flipped signs where items belong to clusters; items lead to the model that fails", table));
}

function correlationSection(comparison) {
  if (!comparison.correlations.length) return null;
  const names = [...new Set(comparison.correlations.flatMap((one) => [one.first, one.second]))];
  const found = (a, b) => comparison.correlations.find((one) => (one.first === a && one.second === b) || (one.first === b && one.second === a));
  const rows = names.map((row) => [
    name(row),
    ...names.map((column) => {
      const one = row === column ? undefined : found(row, column);
      if (!one) return h("td.number", {}, row === column ? "" : "–");
      const { r, ci_low: low, ci_high: high } = one.pearson;
      return h("td.number", { "data-tsv": plain(r) }, fixed(r), h("small", {}, ` ${interval(low, high)}`));
    }),
  ]);
  return h(
    "section",
    {},
    h("h2", {}, "Correlation of models over suites"),
    boxed("Pearson's r of the scores of suites, with 95 % interval", tableOf(["model", ...names.map((own) => name(own))], rows)),
  );
}
