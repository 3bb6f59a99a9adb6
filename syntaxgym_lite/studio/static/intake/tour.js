/** A short tour on a suite that comes with the program: each step sees by itself that it was done. */

import { announce, h, put } from "../../report/dom.js";
import { post } from "../api.js";
import { go } from "./going.js";

const KEY = "sglite-tour"; // in localStorage "done": had or refused; in sessionStorage: the suite and step that it is at

/**
 * @typedef {Object} Step
 * @property {string} title
 * @property {string} what - to do
 * @property {function(import("../store.js").Store, Object): boolean} isDone - given the store and what happened since
 */

/** @type {Step[]} */
const STEPS = [
  {
    title: "Look at an item",
    what: "Each block of the grid is an item, each row one of its conditions, each column a region. Go to a cell of the second item: click on it, or use the arrow keys.",
    isDone: (store, happened) => happened.selection && store.selection.item > 0,
  },
  {
    title: "Change a word",
    what: "Type another word there and press Enter. The line below a row is the sentence as a model will be given it.",
    isDone: (store, happened) => happened.document,
  },
  {
    title: "Take it back",
    what: "That was only a try. Undo it: with the button above, or Ctrl+Z.",
    isDone: (store, happened) => happened.undone,
  },
  {
    title: "Read the prediction",
    what: "What should be harder to read, and where? Open the tab Predictions: each prediction stands there in words, and as a formula.",
    isDone: () => isShown("predictions"),
  },
  {
    title: "Choose a model",
    what: "Open the tab Model, choose lstm, a small model that comes with the program, and let it score the suite.",
    isDone: (store) => Boolean(store.scored?.models.some((model) => model.name.includes("lstm") && model.state === "scored")),
  },
  {
    title: "See the outcomes",
    what: "Each item now shows whether the prediction holds for the model, and by how many bits. Choose an item to see where its sentences are surprising.",
    isDone: (store, happened) => happened.selection,
  },
  {
    title: "Save",
    what: "Save the suite with the button above; or leave that, since it was only an example.",
    isDone: (store) => Boolean(store.state.file),
  },
];
const END = { title: "That was all", what: "Your own stimuli come in from the first page: pasted, from a spreadsheet, or written in an empty grid. Help has the keys, and this tour again." };

function isShown(pane) {
  return document.getElementById(`tab-${pane}`)?.getAttribute("aria-selected") === "true";
}

/** Whether the tour may be offered unasked. */
export function mayStartTour() {
  try {
    return localStorage.getItem(KEY) !== "done";
  } catch {
    return false;
  }
}

/** Never offer it unasked again. */
export function skipTour() {
  remember(localStorage, "done");
}

function remember(storage, value) {
  try {
    storage.setItem(KEY, value);
  } catch {
    // for this time only
  }
}

/** Open the example, and begin. */
export async function startTour(example) {
  const { id } = await post("/example", { name: example });
  skipTour();
  remember(sessionStorage, JSON.stringify({ id, step: 0 }));
  go(`suite/${id}`);
}

function whereOf(id) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return kept?.id === id && kept.step <= STEPS.length ? kept.step : null;
  } catch {
    return null;
  }
}

/** Show the tour above a suite, if it is at this one; gives what takes it away. */
export function mountTour(store) {
  const step = whereOf(store.id);
  if (step === null) return () => {};
  const tour = new Tour(store, step);
  document.getElementById("main").before(tour.element);
  return () => tour.close();
}

class Tour {
  constructor(store, step) {
    this.store = store;
    this.element = h("section.tour", { "aria-label": "Tour" });
    this.look = () => this.#look();
    this.listeners = [
      [store, "selection", () => this.#saw("selection")],
      [store, "document", ({ detail }) => this.#saw(detail.turned ? "undone" : "document")],
      [store, "state", this.look],
      [store, "scored", this.look],
      [document, "click", this.look],
      [document, "keyup", this.look],
      [document, "choose-pane", this.look],
    ];
    for (const [target, kind, listener] of this.listeners) target.addEventListener(kind, listener);
    this.#show(step);
  }

  #saw(what) {
    this.happened[what] = true;
    this.#look();
  }

  #look() {
    if (this.step < STEPS.length && STEPS[this.step].isDone(this.store, this.happened)) this.#show(this.step + 1, STEPS[this.step].title);
  }

  #show(step, done = "") {
    this.step = step;
    this.happened = {};
    remember(sessionStorage, JSON.stringify({ id: this.store.id, step }));
    const isEnd = step >= STEPS.length;
    const { title, what } = isEnd ? END : STEPS[step];
    put(
      this.element,
      h("p", {}, done ? h("span.done", {}, `✓ ${done}. `) : null, h("strong", {}, isEnd ? title : `${step + 1} of ${STEPS.length}: ${title}. `), isEnd ? ". " : "", what),
      h(
        "p.row",
        {},
        isEnd ? null : h("button", { type: "button", id: "tour-next", click: () => this.#show(step + 1) }, "Skip this step"),
        h("button", { type: "button", id: "tour-end", click: () => this.close(true) }, isEnd ? "Close" : "End the tour"),
      ),
    );
    announce(`${title}. ${what}`);
  }

  close(forGood = false) {
    for (const [target, kind, listener] of this.listeners) target.removeEventListener(kind, listener);
    this.element.remove();
    if (forGood) remember(sessionStorage, "null");
  }
}
