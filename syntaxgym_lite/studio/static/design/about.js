/** What a suite says of itself: name, language, metric, how its regions become sentences. */

import { h, name, put } from "../../report/dom.js";
import { post } from "../api.js";
import { textInput } from "./editing.js";

const METRICS = {
  sum: "surprisals of its tokens, added (bits)",
  mean: "mean over its tokens (bits)",
  word_mean: "sum by number of words (bits)",
  char_mean: "sum by number of characters (bits)",
  byte_mean: "sum by number of bytes (bits)",
  penalised: "sum by the length penalty of PenLP (bits)",
  median: "median over its tokens (bits)",
  range: "largest minus smallest token (bits)",
  max: "its largest token (bits)",
  min: "its smallest token (bits)",
  first: "its first token (bits)",
  last: "its last token (bits)",
  prob: "probability of the region",
  token_prob: "probability of its one token",
  rank: "place among the model's predictions",
  count: "number of its tokens",
};
const JOINS = {
  space: "a blank between all regions",
  natural: "no blank before punctuation, n't, 's",
  none: "nothing between regions",
};
const LINES = [
  ["language", "Language", "a code such as en, de, he"],
  ["description", "Description", "what it tests, in a sentence"],
  ["reference", "Reference", "the paper that introduced the design"],
];

const LONG = new Set(["description", "reference", "context"]);

/** @param {import("./editing.js").Editing} editing */
export function aboutPart(editing) {
  const meta = editing.store.document.meta ?? {};
  return h(
    "section",
    { "aria-label": "About the suite" },
    line(editing, "name", "Name", meta.name),
    LINES.map(([key, label, help]) => line(editing, key, label, meta[key], help)),
    line(editing, "context", "Context", meta.context, "text before every sentence, which is read and not scored"),
    metricLine(editing, meta),
    joinPart(editing, meta),
  );
}

function line(editing, key, label, value, help = "") {
  const old = typeof value === "string" ? value : "";
  const id = `about-${key}`;
  const take = async (given, input) => {
    const done = await editing.edit(`changing the ${label.toLowerCase()}`, { kind: "set_meta", key, value: given });
    if (!done) input.value = input.defaultValue = old;
  };
  const input = textInput({ id, value: old, dir: "auto", placeholder: help, "data-key": id }, take, { isLong: LONG.has(key) });
  return h("p.field", {}, h("label", { for: id }, label), input);
}

function metricLine(editing, meta) {
  const chosen = meta.metric === "all" ? "sum" : meta.metric;
  const known = Object.keys(METRICS);
  const shown = known.includes(chosen) ? known : [chosen ?? "", ...known];
  const options = shown.map((metric) => h("option", { value: metric, selected: metric === chosen }, METRICS[metric] ? `${metric}: ${METRICS[metric]}` : metric));
  const take = (event) => editing.edit("changing the metric", { kind: "set_meta", key: "metric", value: event.target.value });
  return h("p.field", {}, h("label", { for: "about-metric" }, "Value of a region"), h("select", { id: "about-metric", "data-key": "about-metric", change: take }, options));
}

/** How regions become sentences, with the chosen sentence as it would be in each way. */
function joinPart(editing, meta) {
  const { store } = editing;
  const box = h("fieldset.joins", {}, h("legend", {}, "Sentences are made of regions with"));
  const chosen = JOINS[meta.join] ? meta.join : "space";
  const examples = new Map();
  for (const [join, about] of Object.entries(JOINS)) {
    const id = `join-${join}`;
    const example = h("span.example", { dir: "auto" });
    examples.set(join, example);
    const take = () => editing.edit("changing how regions are joined", { kind: "set_join", join });
    const input = h("input", { type: "radio", name: "join", id, value: join, checked: join === chosen, "data-key": id, change: take });
    box.append(h("p", {}, input, " ", h("label", { for: id }, about), example));
  }
  showExamples(store, examples);
  return box;
}

async function showExamples(store, examples) {
  const { item, condition } = store.selection;
  try {
    const { joins } = await post(`/suites/${store.id}/joins`, { item, condition });
    for (const [join, example] of examples) put(example, name(joins[join] ?? ""));
  } catch (error) {
    if (error.status === undefined) throw error; // without an example, then
  }
}
