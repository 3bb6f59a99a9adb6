/** What was found amiss, by the cell that it concerns. */

const WEIGHT = { problem: 2, warning: 1, note: 0 };

/**
 * @typedef {Object} Mark
 * @property {string} kind - "problem", or a finding's severity
 * @property {string} message
 * @property {boolean} isFixable
 */

/** Marks of a suite, looked up by cell. */
export class Marks {
  #cells = new Map();
  #items = new Map();

  /** @param {{problems: Object[], findings: Object[]}|undefined} checked - see `store.checked` */
  constructor(checked) {
    for (const one of checked?.problems ?? []) this.#add(one, "problem");
    for (const one of checked?.findings ?? []) this.#add(one, one.severity ?? "warning");
  }

  #add({ message, item = null, condition = null, region = null, fixable = false }, kind) {
    if (item === null) return;
    const mark = { kind, message, isFixable: Boolean(fixable) };
    const key = keyOf(item, condition, region);
    this.#cells.set(key, [...(this.#cells.get(key) ?? []), mark]);
    this.#items.set(item, [...(this.#items.get(item) ?? []), mark]);
  }

  /** Of a cell itself. @returns {Mark[]} */
  at(item, condition, region) {
    return this.#cells.get(keyOf(item, condition, region)) ?? [];
  }

  /** Of a whole sentence. @returns {Mark[]} */
  ofSentence(item, condition) {
    return this.at(item, condition, null);
  }

  /** Of an item as a whole. @returns {Mark[]} */
  ofItem(item) {
    return this.at(item, null, null);
  }

  /** Of an item and all its cells. @returns {Mark[]} */
  within(item) {
    return this.#items.get(item) ?? [];
  }
}

function keyOf(item, condition, region) {
  return `${item}/${condition ?? ""}/${region ?? ""}`;
}

/** The worst of some marks: what a cell shows. */
export function worst(marks) {
  return marks.reduce((most, one) => (!most || (WEIGHT[one.kind] ?? 1) > (WEIGHT[most.kind] ?? 1) ? one : most), null);
}
