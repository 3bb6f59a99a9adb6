/** A suite's page: what was found, in words; the plot; predictions and effects; the items. */

import { keyOf, regionTable } from "./regions.js";
import { looksOf, rangeOf, regionPlot, sample } from "./chart.js";
import { address, isTied, nameOfModel, outcomeOf, passes, sentenceOf, suiteKeys } from "./data.js";
import { announce, h, name } from "./dom.js";
import { counted, fixed, interval, plain, probability, visible } from "./numbers.js";
import { strip } from "./strip.js";
import { arrows, boxed, sortable, tableOf } from "./table.js";
import { unknownWords } from "./unknown.js";

/** Links to the same page for the other models. */
export function modelTabs(suite, chosen, addressOf) {
  if (suite.models.length < 2) return null;
  return h(
    "nav.models",
    { "aria-label": "Model" },
    h("span", {}, "Model"),
    suite.models.map((one) =>
      h(
        "a",
        { href: addressOf(nameOfModel(one)), "aria-current": one === chosen ? "true" : null },
        name(nameOfModel(one)),
      ),
    ),
  );
}

/** The page of a suite. */
export function suitePage(suite, one) {
  const model = nameOfModel(one);
  const keys = suiteKeys();
  const place = keys.indexOf(suite.key);
  const to = (key, text, rel) => (key === undefined ? null : h("a", { href: address({ key }, { model }), rel }, text, name(key)));
  return [
    h("p.crumbs", {}, h("a", { href: "#overview" }, "All suites")),
    h("h1", { tabindex: "-1" }, name(suite.name)),
    h("p.facts", {}, facts(suite)),
    modelTabs(suite, one, (other) => address(suite, { model: other })),
    h("section.found", { "aria-label": "What was found" }, one.said.map((sentence) => h("p", {}, sentence)), unknownWords(suite, one)),
    plotSection(suite, one),
    predictionSection(suite),
    factorSection(suite),
    factorialSection(suite),
    itemSection(suite, one),
    designSection(suite, one),
    warningSection(suite),
    h("nav.turn", { "aria-label": "Other suites" }, to(keys[place - 1], "← ", "prev"), to(keys[place + 1], "→ ", "next")),
  ];
}

function facts(suite) {
  const parts = [
    suite.circuit ? `circuit ${suite.circuit}` : null,
    suite.language ? `language ${suite.language}` : null,
    `${counted(suite.items.length, "item")} × ${counted(suite.conditions.length, "condition")} × ${counted(suite.regions.length, "region")}`,
    ...Object.entries(suite.groups).map(([group, value]) => `${group} ${value}`),
    suite.papers.length ? suite.papers.map((paper) => /^[^(]*\(\d+\)/u.exec(paper)?.[0] ?? paper).join("; ") : null,
  ];
  return parts.filter(Boolean).map((text) => h("span", {}, text));
}

/** A head of a section that one can link to within the page, by scrolling. */
function titled(title, ...content) {
  return h("section", {}, h("h2", {}, title), content);
}

/** The plot, and its numbers; of the chosen model, or of all of them. */
export function plotSection(suite, chosen, { all: allAtFirst = false } = {}) {
  const withPlots = suite.models.filter((one) => one.means);
  if (!chosen.means || !suite.regions.length) {
    return h("p.note", {}, "The sentences of this run were not kept, so there is no plot and there are no items to look at.");
  }
  const looks = looksOf(suite.conditions, suite.levels ?? {});
  const regions = suite.regions.map(([, text]) => text);
  const unit = `${suite.metric === "sum" ? "" : `${suite.metric} `}surprisal (bits)`;
  const plots = h("div.plots");
  const draw = (all) => {
    const shown = all ? withPlots : [chosen];
    const range = rangeOf(shown.map((one) => one.means));
    plots.replaceChildren(
      ...shown.map((one) =>
        h(
          "figure",
          {},
          shown.length > 1 ? h("h3", {}, name(nameOfModel(one))) : null,
          regionPlot({
            title: `Mean surprisal by region and condition, ${suite.name} on ${nameOfModel(one)}; the numbers stand below`,
            conditions: suite.conditions,
            looks,
            regions,
            means: one.means,
            range,
            unit,
          }),
        ),
      ),
    );
  };
  draw(allAtFirst);
  const all = h("input", { type: "checkbox", checked: allAtFirst, change: (event) => draw(event.target.checked) });
  return titled(
    "Surprisal by region",
    withPlots.length > 1 ? h("label.option", {}, all, " all models, on one scale") : null,
    plots,
    h("ul", { class: suite.conditions.length > 6 ? "legend many" : "legend" }, suite.conditions.map((text, place) => h("li", {}, sample(looks[place]), name(text)))),
    h(
      "p.note",
      {},
      `Mean of the items with ${chosen.means.interval}. Shaded: regions that predictions name. Words: item ${chosen.means.item}.`,
      incomplete(suite, chosen),
    ),
    h("details", {}, h("summary", {}, "The numbers of the plot"), meansTable(suite, chosen)),
  );
}

/** Which items are in no mean of a region, in words. */
function incomplete(suite, one) {
  const left = suite.regions
    .map(([number, text], column) => [text || `region ${number}`, one.means.incomplete[column]])
    .filter(([, n]) => n > 0)
    .map(([text, n]) => `${counted(n, "item")} in ${text}`);
  return left.length ? ` Left out, since some condition has no finite value: ${left.join(", ")}.` : null;
}

function meansTable(suite, one) {
  const rows = suite.conditions.map((condition, row) => [
    name(condition),
    ...suite.regions.map((_, column) => {
      const [mean, low, high] = ["mean", "low", "high"].map((key) => one.means[key][row][column]);
      return h(
        "td.number",
        { "data-tsv": [mean, low, high].map(plain).join("\t") },
        fixed(mean),
        h("small", {}, ` ${interval(low, high)}`, one.means.n[row][column] === suite.items.length || mean === null ? null : `, ${counted(one.means.n[row][column], "item")}`),
      );
    }),
  ]);
  const heads = suite.regions.map(([number, text]) => {
    const own = text || `region ${number}`;
    return h("th", { scope: "col", "data-tsv": `${own}\t${own} low\t${own} high` }, name(own));
  });
  return boxed(`Mean surprisal (bits) on ${nameOfModel(one)}, with ${one.means.interval}`, tableOf(["condition", ...heads], rows));
}

/** What chance gives, and on which side of it a share is. */
function chanceCell(row) {
  if (row.chance === null || row.chance === undefined) return h("td.number", {}, "–");
  const side = { above: "above", below: "below", silent: "silent", tied: "all ties", no: "" }[row.above_chance] ?? "";
  return h("td.number", {}, `${row.chance_is_upper_bound ? "≤ " : ""}${fixed(row.chance)}`, side ? h("small", {}, ` ${side}`) : null);
}

function shareCell(share, row) {
  return h(
    "td.number",
    { "data-tsv": [share, row.ci_low, row.ci_high].map(plain).join("\t") },
    fixed(share),
    h("small", {}, ` ${interval(row.ci_low, row.ci_high)} `),
    share === null ? null : strip(share, row.ci_low, row.ci_high, row.chance ?? null),
  );
}

const SHARE = ["share", "low", "high"].join("\t");

/** A cell that heads the rows of all models. */
function spanning(suite, index, ...content) {
  return index ? null : h("th.wide", { scope: "rowgroup", rowspan: suite.models.length }, content);
}

function titleOf(prediction, index) {
  return prediction.name || `prediction ${index + 1}`;
}

/** In how many items each prediction holds, and how large the effects are. */
export function predictionSection(suite) {
  if (!suite.predictions.length) return null;
  const list = h(
    "ol.predictions",
    {},
    suite.predictions.map((prediction) =>
      h(
        "li",
        {},
        prediction.name ? [h("b", {}, name(prediction.name)), ": "] : null,
        prediction.words === prediction.formula ? null : [prediction.words, h("br")],
        h("code", {}, prediction.formula),
      ),
    ),
  );
  const tested = suite.models.some(({ summary }) => summary.predictions.some((row) => row.p_chance !== undefined));
  const line = (one, row, share, passed, head) => [
    head,
    name(nameOfModel(one)),
    h("td.number", {}, `${passed} of ${one.summary.n_items}`),
    shareCell(share, row),
    chanceCell(row),
    tested ? h("td.number", {}, probability(row.p_chance)) : null,
    tested ? h("td.number", {}, probability(row.p_chance_holm)) : null,
    h("td.number", {}, row.n_ties || "–"),
    h("td.number", {}, row.n_undefined || "–"),
  ];
  const rows = suite.predictions.flatMap((prediction, index) =>
    suite.models.map((one, place) => {
      const row = one.summary.predictions[index];
      return line(one, row, row.accuracy, row.n_true, spanning(suite, place, name(titleOf(prediction, index))));
    }),
  );
  if (suite.predictions.length > 1) {
    suite.models.forEach((one, place) => {
      rows.push(line(one, one.summary, one.summary.score, one.summary.n_passed, spanning(suite, place, "all of them")));
    });
  }
  const share = h("th", { scope: "col", "data-tsv": SHARE }, "share, 95 % interval");
  const tests = tested ? ["p (chance)", "p (Holm)"] : [];
  const table = tableOf(["prediction", "model", "holds in", share, "chance", ...tests, "ties", "undefined"], rows);
  return titled("Predictions", list, boxed("In how many items each prediction holds", table), effectTable(suite));
}

function effectTable(suite) {
  const hasEffects = suite.models.some(({ summary }) =>
    summary.predictions.some((row) => row.comparisons.some((one) => one.mean_effect !== undefined)),
  );
  const several = suite.predictions.length > 1;
  const rows = suite.predictions.flatMap((prediction, index) =>
    prediction.comparisons.flatMap((comparison, place) =>
      suite.models.map((one, model) => {
        const row = one.summary.predictions[index].comparisons[place];
        const effect = row.mean_effect ?? null;
        const shown = (value, how) => (row.unit ? visible(value, 2, how) : fixed(value, 2, how));
        const head = several ? h("small", {}, `${titleOf(prediction, index)}: `) : null;
        return [
          spanning(suite, model, head, comparison.words),
          name(nameOfModel(one)),
          hasEffects
            ? h(
                "td.number",
                { "data-tsv": [effect, row.effect_low, row.effect_high].map(plain).join("\t") },
                `${shown(effect, { sign: true })}${row.unit ? ` ${row.unit}` : ""}`,
                effect === null ? null : h("small", {}, ` ${row.effect_low === null || row.effect_low === undefined ? "–" : `${shown(row.effect_low)} to ${shown(row.effect_high)}`}`),
              )
            : null,
          hasEffects ? h("td.number", {}, fixed(row.effect_size)) : null,
          h("td.number", {}, shown(row.mean_margin, { sign: true })),
          h("td.number", {}, shown(row.sd_margin)),
          h("td.number", {}, row.n),
        ];
      }),
    ),
  );
  if (!rows.length) return null;
  const effects = hasEffects
    ? [h("th", { scope: "col", "data-tsv": "effect\tlow\thigh" }, "effect as predicted (bits), 95 % interval"), "size (d)"]
    : [];
  const heads = ["comparison", "model", ...effects, "left − right (bits)", "sd", "items"];
  return boxed("Effects: how far the sides of each comparison are apart", tableOf(heads, rows));
}

/** Scores by what varies between items. */
export function factorSection(suite) {
  const factors = [...new Set(suite.models.flatMap(({ summary }) => Object.keys(summary.factors)))];
  if (!factors.length) return null;
  return titled(
    "By factor",
    factors.map((factor) => {
      const values = suite.models.find(({ summary }) => summary.factors[factor])?.summary.factors[factor] ?? [];
      const rows = values.map((row, place) => [
        name(String(row.value)),
        h("td.number", {}, row.n_items),
        ...suite.models.map((one) => {
          const own = one.summary.factors[factor]?.[place];
          return own ? shareCell(own.score, own) : h("td", {}, "–");
        }),
      ]);
      const heads = suite.models.map((one) => {
        const model = nameOfModel(one);
        return h("th", { scope: "col", "data-tsv": `${model}\t${model} low\t${model} high` }, name(model));
      });
      return boxed(`Score by ${factor}`, tableOf([name(factor), "items", ...heads], rows));
    }),
  );
}

/** Of a design of two factors: main effects and interaction. */
export function factorialSection(suite) {
  const several = suite.models.length > 1;
  const rows = suite.models.flatMap((one) =>
    (one.summary.factorial ?? []).map((row) => [
      name(row.region_name || `region ${row.region}`),
      h("td.effect", { title: row.contrast }, name(row.effect), h("small.said", {}, row.contrast)),
      several ? name(nameOfModel(one)) : null,
      h(
        "td.number",
        { "data-sort": row.mean ?? "", "data-tsv": [row.mean, row.ci_low, row.ci_high].map(plain).join("\t") },
        `${fixed(row.mean, 2, { sign: true })}${row.unit ? ` ${row.unit}` : ""}`,
        h("small", {}, ` ${interval(row.ci_low, row.ci_high)}`),
      ),
      h("td.number", { "data-sort": row.effect_size ?? "" }, fixed(row.effect_size)),
      h("td.number", {}, row.n),
    ]),
  );
  if (!rows.length) return null;
  const heads = ["region", "effect", several ? "model" : null, h("th", { scope: "col", "data-tsv": "bits\tlow\thigh" }, "bits, 95 % interval"), "size (d)", "items"];
  return titled("Main effects and interaction", boxed("Effects of the two factors of the conditions", tableOf(heads, rows)));
}

/** What became of an item: a mark and a word for it. */
export function verdict(one, item) {
  const truth = passes(one, item);
  if (isTied(one, item) && truth !== 1) return ["=", "tie", "tied"];
  return truth === 1 ? ["✓", "holds", "held"] : truth === 0 ? ["✗", "fails", "failed"] : ["?", "undefined", "undecided"];
}

/** Links to the pages of items. */
function linkOf(suite) {
  return (place, one, ...content) => h("a", { href: address(suite, { item: suite.items[place].number, model: nameOfModel(one) }) }, content);
}

/** The unit of all comparisons of a suite, in brackets; nothing where they differ. */
function unitsOf(suite) {
  const units = new Set(suite.predictions.flatMap(({ comparisons }) => comparisons.map(({ unit }) => unit)));
  return units.size === 1 ? ` (${[...units][0]})` : "";
}

/**
 * All items, with what became of them.
 * @param {Object} [how]
 * @param {function(number, Object, ...any): HTMLElement} [how.linkTo] - from the place of an item, a model and what to show
 *   to what leads there
 * @param {{shown?: string, column?: number, order?: string}} [how.remembered] - which were shown, sorted by what; kept up
 * @param {boolean} [how.withText] - whether a sentence of each item stands beside it
 */
export function itemSection(suite, chosen, { linkTo = linkOf(suite), remembered = {}, withText = Boolean(chosen.tokens) } = {}) {
  if (!suite.predictions.length && !chosen.tokens) return null;
  const rows = suite.items.map((item, place) => {
    const cells = suite.models.map((one) => {
      if (!suite.predictions.length) return h("td", {}, "–");
      const [mark, word, look] = verdict(one, place);
      const margins = suite.predictions.flatMap((_, index) => outcomeOf(one, index, place).comparisons.map(({ margin }) => margin));
      return h(
        "td",
        { class: look, "data-sort": margins[0] === null || !margins.length ? "" : margins[0], "data-tsv": [word, ...margins.map(plain)].join("\t") },
        linkTo(place, one, h("span", { "aria-hidden": "true" }, `${mark} `), word),
        h("small", {}, ` ${margins.map((margin) => visible(margin, 1, { sign: true })).join("  ")}`),
      );
    });
    const label = item.label ? h("small", {}, ` ${item.label}`) : null;
    const of = item.cluster ? h("small", {}, ` (${item.cluster})`) : null;
    return h(
      "tr",
      {},
      h(
        "th",
        { scope: "row", "data-sort": item.number },
        linkTo(place, chosen, `item ${item.number}`),
        label,
        of,
      ),
      cells,
      withText ? h("td.text", { dir: "auto", lang: suite.language || null }, suite.texts[chosen.text][place * suite.conditions.length][0]) : null,
    );
  });
  const sorting = (text, first, tabs) =>
    h("th", { scope: "col", "data-first": first, "data-tsv": tabs }, h("button.sort", { type: "button" }, text));
  const width = suite.predictions.reduce((sum, prediction) => sum + prediction.comparisons.length, 0);
  const tabs = (model) => [model, ...Array.from({ length: width }, (_, place) => `${model} margin ${place + 1}`)].join("\t");
  const table = h(
    "table.items",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        sorting("item", "ascending"),
        suite.models.map((one) => sorting(name(nameOfModel(one)), "descending", tabs(nameOfModel(one)))),
        withText ? h("th", { scope: "col" }, `sentence in ${suite.conditions[0]}`) : null,
      ),
    ),
    h("tbody", {}, rows),
  );
  const { sort } = sortable(table, (column, order) => Object.assign(remembered, { column, order }));
  if (remembered.order) sort(remembered.column, remembered.order);
  arrows(table);
  const wanted = {
    all: () => true,
    failing: (place) => passes(chosen, place) === 0,
    odd: (place) => isTied(chosen, place) || passes(chosen, place) === null,
    some: (place) => suite.models.some((one) => passes(one, place) !== passes(suite.models[0], place)),
  };
  const note = h("span.count", {}, counted(rows.length, "item"));
  const show = () => {
    let n = 0;
    rows.forEach((row, place) => {
      row.hidden = !wanted[select.value](place);
      n += !row.hidden;
    });
    note.textContent = n === rows.length ? counted(n, "item") : `${n} of ${counted(rows.length, "item")}`;
    remembered.shown = select.value;
  };
  const select = h(
    "select",
    {
      id: "items-shown",
      change: () => {
        show();
        announce(note.textContent);
      },
    },
    h("option", { value: "all" }, "all"),
    h("option", { value: "failing" }, `that fail on ${nameOfModel(chosen)}`),
    h("option", { value: "odd" }, `with a tie, or undefined, on ${nameOfModel(chosen)}`),
    suite.models.length > 1 ? h("option", { value: "some" }, "on which models differ") : null,
  );
  if (remembered.shown && [...select.options].some(({ value }) => value === remembered.shown)) {
    select.value = remembered.shown;
    show();
  }
  return titled(
    "Items",
    suite.predictions.length ? h("p.filters", {}, h("label", { for: "items-shown" }, "Items "), select, " ", note) : null,
    boxed(
      suite.predictions.length ? `What became of each item; in small type the margins: left minus right side of each comparison${unitsOf(suite)}` : "Items",
      table,
    ),
  );
}

function designSection(suite, one) {
  const factors = [...new Set(Object.values(suite.levels ?? {}).flatMap((levels) => Object.keys(levels)))];
  const conditions = tableOf(
    ["condition", ...factors.map((factor) => name(factor))],
    suite.conditions.map((condition) => [name(condition), ...factors.map((factor) => name(String(suite.levels[condition]?.[factor] ?? "–")))]),
  );
  const example = one.tokens
    ? regionTable({
        caption: `Item ${suite.items[0].number} on ${nameOfModel(one)}, surprisal in bits`,
        conditions: suite.conditions,
        regions: suite.regions.map(([, text]) => text),
        sentences: suite.conditions.map((_, condition) => sentenceOf(suite, one, 0, condition)),
        rtl: suite.rtl,
        language: suite.language,
      })
    : null;
  const rows = [
    ["file", suite.source || "–"],
    ["SHA-256", suite.sha256],
    ["regions joined", { space: "by a space", natural: "as in running text", none: "as written" }[suite.join] ?? suite.join],
    suite.context ? ["context before each sentence", suite.context] : null,
    ["value of a region", suite.metric === "sum" ? "sum over its tokens" : suite.metric],
    suite.reference ? ["reference", suite.reference] : null,
  ].filter(Boolean);
  return titled(
    "Design",
    example ? [example.table, keyOf(example.scale)] : null,
    factors.length ? boxed("Conditions and the levels of their factors", conditions) : null,
    h("dl.facts", {}, rows.map(([term, text]) => [h("dt", {}, term), h("dd", {}, name(text))])),
  );
}

/** What was said of the sentences, and which items are not there. */
export function warningSection(suite) {
  const said = new Map();
  for (const one of suite.models) {
    for (const text of one.warnings) said.set(text, [...(said.get(text) ?? []), nameOfModel(one)]);
  }
  const excluded = suite.excluded.map(([where, reason]) => h("li", {}, name(where), ": ", name(reason)));
  return [
    said.size
      ? titled(
          "Warnings",
          h("ul.warnings", {}, [...said].map(([text, models]) => h("li", {}, text, " ", h("small", {}, `(${models.join(", ")})`)))),
        )
      : null,
    excluded.length ? titled("Excluded items", h("ul", {}, excluded)) : null,
  ];
}
