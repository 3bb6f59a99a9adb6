/**
 * What the chosen models said of the suite, for whoever shows it: `store.scored`, set with the event "scored".
 *
 * Results are of a document that may have changed since. Items are known by the objects that they are in the document:
 * what was said of an item is current as long as the item and everything about the suite that its outcome hangs on are
 * the very objects that were scored, wherever the item stands by now.
 *
 * @typedef {Object} ItemOutcome
 * @property {number} place - of the item in the document that was scored
 * @property {1|0|null} holds - whether all predictions hold; null: undefined, or the suite predicts nothing
 * @property {boolean} tie - whether the sides of a comparison are equal
 * @property {number|null} margin - of the comparison that decided (the first that fails; else that is undefined; else the
 *   first): how far its sides are apart, above 0 in the predicted direction; may be infinite; null: undefined
 * @property {string} unit - of the margin: "bits", "ranks", "probability", ...
 * @property {string} said - the same in words: "6.1 > 4.2 holds by 1.9 bits"; "" if nothing is predicted
 *
 * @typedef {Object} ModelScored
 * @property {string} name - what it is called in results
 * @property {"scored"|"scoring"|"stopped"|"failed"} state - scoring: what is here is older, or not there yet
 * @property {string} message - why there is nothing, or less; "" if nothing is amiss
 * @property {ItemOutcome[]} items - of those that could be scored, in the order of the document
 * @property {Object<number, Object<number, Object<number, number|null>>>} bits - surprisal of a region in bits, by the
 *   place of its item, the place of its condition and its number; null: undefined; may be infinite
 * @property {{place: number, summary: Object, n: number}[]} predictions - of those that can be read: the place in the
 *   document that was scored, its row of the report's summary, and of how many items
 * @property {number} most - the largest finite one of them, at least 1: what the darkest shade stands for
 *
 * @typedef {Object} ItemScored - what is known of an item that is in the document now
 * @property {boolean} isCurrent - whether it is of the item and the predictions as they are now; else show it dimmed
 * @property {(ItemOutcome|undefined)[]} outcomes - by model
 * @property {(Object<number, Object<number, number|null>>|undefined)[]} bits - by model: by condition and region
 */

import { outcomeOf, passes, isTied, placeOf } from "../../report/data.js";
import { deciding, saidOf } from "../../report/item.js";
import { number } from "../../report/numbers.js";

/** Of which parts of a suite an outcome is, besides its item. */
const PARTS = ["predictions", "region_meta", "meta"];

/** Results of one document on some models. */
export class Scored {
  #places = new Map(); // item -> its place in the document that was scored
  #outcomes; // of each model, by place

  /**
   * @param {Object|null} document - that was scored; null if nobody has it any more
   * @param {number} revision - of it
   * @param {ModelScored[]} models - in the order in which they were chosen
   */
  constructor(document, revision, models) {
    this.document = document;
    this.revision = revision;
    this.models = models;
    (document?.items ?? []).forEach((item, place) => this.#places.set(item, place));
    this.#outcomes = models.map(({ items }) => new Map(items.map((one) => [one.place, one])));
  }

  /** Whether all this is of a document as it is now. */
  isCurrent(document) {
    return this.document === document;
  }

  /** The place, in the document that was scored, of an item that is at a place now; undefined if it was not there. */
  placeOf(document, place) {
    const known = this.#places.get(document.items[place]);
    return known ?? (this.document && place < this.document.items.length ? place : undefined);
  }

  /**
   * What is known of an item; undefined where nothing is.
   * @param {Object} document - as it is now
   * @param {number} place - of the item in it
   * @returns {ItemScored|undefined}
   */
  item(document, place) {
    const old = this.placeOf(document, place);
    if (old === undefined) return undefined;
    const outcomes = this.#outcomes.map((own) => own.get(old));
    const bits = this.models.map((one) => one.bits[old]);
    if (![...outcomes, ...bits].some(Boolean)) return undefined;
    const isCurrent = this.#places.has(document.items[place]) && PARTS.every((part) => this.document[part] === document[part]);
    return { isCurrent, outcomes, bits };
  }
}

/**
 * Make it of what the studio says.
 * @param {Object|null} results - see results_of of scoring.py
 * @param {Object|null} document - that they are of
 * @param {Object|null} job - the last one
 * @param {boolean} isRunning
 */
export function scoredOf(results, document, job, isRunning) {
  const scored = new Map((results?.models ?? []).filter((one) => one.suite !== undefined).map((one) => [one.spec, one]));
  const wanted = job?.models ?? results.models;
  const models = wanted.map((state) => {
    const own = scored.get(state.spec);
    const now = isRunning ? "scoring" : state.state === "scored" || state.state === "stopped" ? state.state : "failed";
    const empty = { name: state.name, state: now, message: state.message, items: [], bits: {}, predictions: [], most: 1 };
    return own ? { ...empty, ...valuesOf(results, own, document) } : empty;
  });
  return new Scored(document, results?.revision ?? -1, models);
}

/** A suite's results on a model, and the model's place among those that have them. */
export function resultOf(results, { suite, name }) {
  const own = results.suites[suite];
  return { suite: own, one: own.models.find(({ model }) => results.names[model] === name) };
}

const known = new WeakMap(); // what the studio said of a model -> values, which cost something to make

function valuesOf(results, model, document) {
  if (!known.has(model)) known.set(model, madeOf(results, model, document));
  return known.get(model);
}

function madeOf(results, model, document) {
  const { suite, one } = resultOf(results, model);
  const names = (document?.items[0]?.conditions ?? []).map((condition) => condition.condition_name);
  const items = model.places.map((place, at) => outcome(suite, one, place, at));
  const bits = {};
  let most = 1;
  model.places.forEach((place, at) => {
    bits[place] = {};
    suite.conditions.forEach((name, condition) => {
      const own = {};
      suite.regions.forEach(([region], column) => {
        const value = number(one.regions[placeOf(suite, at, condition)][column]);
        own[region] = value;
        if (value !== null && Number.isFinite(value)) most = Math.max(most, value);
      });
      bits[place][names.includes(name) ? names.indexOf(name) : condition] = own;
    });
  });
  const predictions = results.predictions.map((place, at) => ({ place, summary: one.summary.predictions[at], n: one.summary.n_items }));
  return { items, bits, most, predictions };
}

function outcome(suite, one, place, at) {
  const outcomes = suite.predictions.map((_, index) => outcomeOf(one, index, at));
  const decided = deciding(outcomes);
  const comparison = decided && suite.predictions[decided.prediction].comparisons[decided.place];
  const sign = comparison?.operator.startsWith("<") ? -1 : 1;
  return {
    place,
    holds: passes(one, at),
    tie: isTied(one, at),
    margin: decided && decided.found.margin !== null ? sign * decided.found.margin : null,
    unit: comparison?.unit ?? "",
    said: comparison ? saidOf(comparison, decided.found) : "",
  };
}
