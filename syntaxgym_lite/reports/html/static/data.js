/** What the page holds: read when it is asked for, and then kept. */

import { number } from "./numbers.js";

/**
 * @typedef {Object} Suite
 * @property {string} key
 * @property {string} name
 * @property {string[]} conditions
 * @property {[number, string][]} regions
 * @property {Object[]} predictions
 * @property {Object[]} items
 * @property {OnModel[]} models
 *
 * @typedef {Object} OnModel - a suite's result on a model; see suites.py for what it holds
 * @property {number} model - the model's place in the report
 */

let report = document.getElementById("data") ? read("data") : { models: [], suites: [], compares: false };
const opened = new Map();

function read(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

/** Take the names of models by whose places suites name them: of a page that is no report, and gets its suites elsewhere. */
export function showModels(names) {
  report = { ...report, models: names.map((model) => ({ model })) };
}

/** Models of the report. */
export function modelsOfReport() {
  return report.models;
}

/** Keys of all suites, in their order. */
export function suiteKeys() {
  return report.suites;
}

/**
 * A suite, by its key; undefined if there is none.
 * @returns {Suite|undefined}
 */
export function openSuite(key) {
  const place = report.suites.indexOf(key);
  if (place < 0) return undefined;
  if (!opened.has(key)) opened.set(key, read(`suite-${place}`));
  return opened.get(key);
}

/** Models beside each other; undefined where there is one alone, or nothing to compare. */
export function openComparison() {
  if (!report.compares) return undefined;
  if (!opened.has(report)) opened.set(report, read("comparison"));
  return opened.get(report);
}

/** The suite's result on a model, by its name; on the first that has it, if there is no such. */
export function onModel(suite, modelName) {
  return suite.models.find((one) => nameOfModel(one) === modelName) ?? suite.models[0];
}

/** What a model is called. */
export function nameOfModel(one) {
  return report.models[one.model].model;
}

/** The place of a sentence among those of a suite. */
export function placeOf(suite, item, condition) {
  return item * suite.conditions.length + condition;
}

/**
 * A sentence as a model read it.
 * @returns {{text: string, regions: Object[]}} each region with its text, bits and tokens
 */
export function sentenceOf(suite, one, item, condition) {
  const place = placeOf(suite, item, condition);
  const [text, ends] = suite.texts[one.text][place];
  const [spans, counts] = suite.cuts[one.cut][place];
  const letters = Array.from(text); // places are counted in code points
  const unknown = new Set(one.unknown[place] ?? []);
  const bits = one.tokens[place];
  const tokens = [];
  let end = 0;
  for (let index = 0; index < bits.length; index += 1) {
    const start = end + spans[2 * index];
    end = start + spans[2 * index + 1];
    tokens.push({
      text: letters.slice(start, end).join(""),
      start,
      end,
      bits: bits[index],
      unknown: unknown.has(index),
    });
  }
  let next = 0;
  const regions = counts.map((n, region) => {
    const [from, to] = [ends[2 * region], ends[2 * region + 1]];
    const own = tokens.slice(next, next + n);
    next += n;
    return { text: letters.slice(from, to).join(""), start: from, end: to, bits: one.regions[place][region], tokens: own };
  });
  return { text, letters, regions };
}

/**
 * What became of a prediction on an item.
 * @returns {{holds: number|null, tie: boolean, comparisons: Object[]}}
 */
export function outcomeOf(one, prediction, item) {
  const [holds, tie, ...sides] = one.outcomes[prediction][item];
  const comparisons = [];
  for (let place = 0; place < sides.length; place += 3) {
    const [left, right] = [number(sides[place]), number(sides[place + 1])];
    const margin = left === null || right === null ? null : left - right;
    comparisons.push({ left, right, holds: sides[place + 2], margin: Number.isNaN(margin) ? null : margin });
  }
  return { holds, tie: tie === 1, comparisons };
}

/** Whether all predictions hold on an item: 1, 0, or null where that is undefined. */
export function passes(one, item) {
  const truths = one.outcomes.map((prediction) => prediction[item][0]);
  return truths.includes(0) ? 0 : truths.includes(null) ? null : truths.length ? 1 : null;
}

/** Whether a comparison of an item's predictions has equal sides. */
export function isTied(one, item) {
  return one.outcomes.some((prediction) => prediction[item][1] === 1);
}

/** The address of a page: of a suite, or of an item of it, with a model chosen. */
export function address(suite, { item = null, model = null } = {}) {
  const path = `#suite/${encodeURIComponent(suite.key)}${item === null ? "" : `/item/${item}`}`;
  return model === null ? path : `${path}?model=${encodeURIComponent(model)}`;
}
