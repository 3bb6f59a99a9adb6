/**
 * The suite that a tab has open: the document, its history, and what the studio says of it.
 *
 * A document is never changed in place: a change makes new objects along its way and keeps all others, so that history
 * costs little, equal objects are unchanged ones, and what is known of an item is known by the object itself.
 */

import { Refusal, client, get, post } from "./api.js";
import { merged } from "./keep/merging.js";

const SOON = 120; // milliseconds without a further change after which changes are sent
const MOST_REMEMBERED = 500;
const MOST_AT_FAREWELL = 20_000; // characters; a browser sends 64 KiB for a page that is gone

/**
 * @typedef {Object} Suite - the document of a suite, as its file has it
 * @property {Object} meta
 * @property {Object<string, string>} region_meta
 * @property {Object[]} predictions
 * @property {Object[]} items
 */

/** What this tab has shown of each suite, by its id: who looks at another page and comes back can still undo. */
const lastShown = new Map();

/** A suite that is open here. Events: "document", "sentences", "selection", "state", "sync", "conflict". */
export class Store extends EventTarget {
  #past = [];
  #future = [];
  #sent; // the document as the studio has it
  #sending = null;
  #timer = null;
  #changing = null; // the change of the library that is under way
  #waiting = null; // changes that were made meanwhile
  #sentences = new WeakMap(); // item -> {condition: sentence}

  /** @returns {Promise<Store>} */
  static async open(id) {
    const { document, sentences, ...state } = await get(`/suites/${id}`);
    const before = lastShown.get(id);
    const isSame = before && !before.isPending && before.revision === state.revision;
    const store = new Store(id, isSame ? before.document : document, sentences, state);
    if (isSame) store.#goOnFrom(before);
    lastShown.set(id, store);
    return store;
  }

  /** Keep the history and the chosen cell of a suite that was left and is shown again as it was. */
  #goOnFrom(before) {
    this.#past = before.#past;
    this.#future = before.#future;
    this.selection = before.selection;
  }

  constructor(id, document, sentences, state) {
    super();
    this.id = id;
    this.document = document;
    this.state = state;
    this.revision = state.revision;
    this.selection = { item: 0, condition: 0, region: 0 };
    this.#sent = document;
    this.#keepSentences(sentences);
  }

  /** Names of the conditions, in the order of the first item. */
  get conditions() {
    return (this.document.items[0]?.conditions ?? []).map((condition) => condition.condition_name);
  }

  /** Numbers and names of the regions, in order. */
  get regions() {
    return regionsOf(this.document);
  }

  /** The sentences of an item by condition; undefined where they are not known yet. */
  sentencesOf(item) {
    return this.#sentences.get(item);
  }

  /** Whether there is something that the studio does not have yet. */
  get isPending() {
    return this.document !== this.#sent;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** What undo would take back, in words. */
  get undoLabel() {
    return this.#past.at(-1)?.label ?? "";
  }

  get redoLabel() {
    return this.#future.at(-1)?.label ?? "";
  }

  /**
   * Change the document.
   * @param {string} label - what it is, in words, for undo: "delete item 3"
   * @param {function(Suite): Suite} change - gives a new document, or the same one if nothing changes
   */
  apply(label, change) {
    if (this.#waiting) {
      // the library is changing the whole document: this comes after it
      this.#waiting.push([label, change]);
      return true;
    }
    const after = change(this.document);
    if (after === this.document) return false;
    this.#past.push({ label, document: this.document });
    if (this.#past.length > MOST_REMEMBERED) this.#past.shift();
    this.#future = [];
    this.#show(after, label);
    this.#later();
    return true;
  }

  undo() {
    this.#turn(this.#past, this.#future, "undo");
  }

  redo() {
    this.#turn(this.#future, this.#past, "redo");
  }

  /**
   * Choose a cell: the grid shows it, and all parts hear of it.
   * @param {{item: number, condition?: number, region?: number}} place - item and condition by place, region by its number
   */
  select({ item, condition = null, region = null }) {
    const number = region ?? this.selection.region ?? this.regions[0]?.number ?? 0;
    this.selection = { item, condition: condition ?? 0, region: number };
    this.dispatchEvent(new CustomEvent("selection", { detail: this.selection }));
  }

  #turn(from, to, turned) {
    const step = this.#waiting ? null : from.pop();
    if (!step) return;
    to.push({ label: step.label, document: this.document });
    this.#show(step.document, step.label, turned);
    this.#later();
  }

  #show(document, label, turned = null) {
    this.document = document;
    this.dispatchEvent(new CustomEvent("document", { detail: { label, turned } }));
  }

  /**
   * Have the library change the document as a whole, where more hangs together than one place (a region that formulas name).
   * @param {string} label - for undo
   * @param {string} path - of an endpoint below the suite, which takes {base, ...body} and gives {document, ...}
   */
  async change(label, path, body) {
    while (this.#changing) await this.#changing.catch(() => {});
    this.#changing = this.#change(label, path, body);
    try {
      return await this.#changing;
    } finally {
      this.#changing = null;
    }
  }

  async #change(label, path, body) {
    await this.flush();
    this.#waiting = [];
    try {
      const given = await post(`/suites/${this.id}${path}`, { base: this.revision, client, ...body });
      return this.#changed(label, given);
    } finally {
      const waiting = this.#waiting;
      this.#waiting = null;
      for (const one of waiting) this.apply(...one);
    }
  }

  #changed(label, { document, sentences, ...answer }) {
    this.#past.push({ label, document: this.document });
    this.#future = [];
    this.#sent = document;
    this.#keepSentences(sentences, document);
    this.#stateIs(answer);
    this.#show(document, label);
    this.dispatchEvent(new CustomEvent("sync"));
    return answer;
  }

  /** Take what another tab, or a file, has now. */
  take(document, sentences, state, label = "what another tab wrote") {
    clearTimeout(this.#timer); // what was to be sent is in the history now
    if (document !== this.document) this.#past.push({ label, document: this.document });
    this.#future = [];
    this.#sent = document;
    this.#keepSentences(sentences, document);
    this.#stateIs(state);
    this.#show(document, label);
    this.dispatchEvent(new CustomEvent("sync"));
  }

  /**
   * Take what another tab wrote elsewhere in the suite, beside what is written here.
   * @returns {boolean} whether that can be: that both did not write in one place
   */
  join(document, sentences, state) {
    const both = merged(this.#sent, this.document, document);
    if (both === undefined) return false;
    this.#past.push({ label: "what another tab wrote", document: this.document });
    this.#future = [];
    this.#sent = document;
    this.#keepSentences(sentences, document);
    this.#stateIs(state);
    this.#show(both, "what another tab wrote");
    this.#later();
    return true;
  }

  /** Take what the studio says of where the suite stands. */
  stateIs(state) {
    this.#stateIs(state);
  }

  #stateIs(state) {
    const before = JSON.stringify(this.state);
    this.revision = state.revision ?? this.revision;
    this.state = { ...this.state, ...state };
    if (JSON.stringify(this.state) !== before) this.dispatchEvent(new CustomEvent("state"));
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush().catch(() => {}), SOON);
  }

  /** Send what was changed, and wait until it is there. */
  async flush() {
    clearTimeout(this.#timer);
    while (this.#sending || this.isPending) {
      if (this.#sending) await this.#sending;
      else {
        this.#sending = this.#send().finally(() => {
          this.#sending = null;
        });
        await this.#sending;
      }
    }
  }

  async #send() {
    const document = this.document;
    const body = { base: this.revision, client, ...changesOf(this.#sent, document) };
    try {
      const { sentences, ...state } = await post(`/suites/${this.id}/changes`, body);
      this.#sent = document;
      this.#keepSentences(sentences, document);
      this.#stateIs(state);
      this.dispatchEvent(new CustomEvent("sync"));
    } catch (error) {
      const name = error instanceof Refusal && error.status === 409 ? "conflict" : "failure";
      this.dispatchEvent(new CustomEvent(name, { detail: error }));
      throw error;
    }
  }

  /** Say on which revision the next changes are based: after a conflict in which one's own version shall stand. */
  rebase(revision, document) {
    this.revision = revision;
    this.#sent = document;
    this.#past.push({ label: "keep mine over what another tab wrote", document });
    this.#future = [];
    this.#show(this.document, "keep mine");
    this.#later();
  }

  /** Send what was changed when the page goes: no answer will be read. */
  farewell() {
    if (!this.isPending) return;
    const body = { base: this.revision, client, ...changesOf(this.#sent, this.document) };
    if (JSON.stringify(body).length < MOST_AT_FAREWELL) post(`/suites/${this.id}/changes`, body, { keepalive: true }).catch(() => {});
  }

  #keepSentences(sentences, document = this.document) {
    for (const [place, own] of Object.entries(sentences ?? {})) {
      const item = document.items[place];
      if (item) this.#sentences.set(item, own);
    }
    this.dispatchEvent(new CustomEvent("sentences"));
  }
}

/** Numbers and names of the regions of a document, in order. */
export function regionsOf(document) {
  return Object.entries(document.region_meta).map(([number, name]) => ({ number: Number(number), name })).sort((a, b) => a.number - b.number);
}

/** What differs between two documents, as the studio takes it. */
function changesOf(before, after) {
  const sameRest = Object.keys({ ...before, ...after }).every((key) => key === "items" || before[key] === after[key]);
  if (!sameRest || before.items.length !== after.items.length) return { document: after };
  const items = {};
  after.items.forEach((item, place) => {
    if (item !== before.items[place]) items[place] = item;
  });
  return { items };
}
