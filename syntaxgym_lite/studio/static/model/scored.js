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
 * @property {number} most - the largest finite one of them, at least 1: what the darkest shade stands for
 *
 * @typedef {Object} ItemScored - what is known of an item that is in the document now
 * @property {boolean} isCurrent - whether it is of the item and the predictions as they are now; else show it dimmed
 * @property {(ItemOutcome|undefined)[]} outcomes - by model
 * @property {(Object<number, Object<number, number|null>>|undefined)[]} bits - by model: by condition and region
 */

/** Of which parts of a suite an outcome is, besides its item. */
const PARTS = ["predictions", "region_meta", "meta"];

/** Results of one document on some models. */
export class Scored {
  #places = new Map(); // item -> its place in the document that was scored

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
  }

  /** Whether all this is of a document as it is now. */
  isCurrent(document) {
    return this.document === document;
  }

  /**
   * What is known of an item; undefined where nothing is.
   * @param {Object} document - as it is now
   * @param {number} place - of the item in it
   * @returns {ItemScored|undefined}
   */
  item(document, place) {
    const known = this.#places.get(document.items[place]);
    const old = known ?? (this.document && place < this.document.items.length ? place : undefined);
    if (old === undefined) return undefined;
    const outcomes = this.models.map((one) => one.items.find((own) => own.place === old));
    const bits = this.models.map((one) => one.bits[old]);
    if (![...outcomes, ...bits].some(Boolean)) return undefined;
    const isCurrent = known !== undefined && PARTS.every((part) => this.document[part] === document[part]);
    return { isCurrent, outcomes, bits };
  }
}
