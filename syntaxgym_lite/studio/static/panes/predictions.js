/** The pane "Predictions": what the suite predicts, and ways to predict more. */

import { h, put } from "../../report/dom.js";
import { post } from "../api.js";
import { adding } from "../predictions/adding.js";
import { Card } from "../predictions/card.js";
import { listOf } from "../predictions/changes.js";
import { framesOf } from "../predictions/example.js";
import { Latest } from "../predictions/latest.js";

const SOON = 200; // milliseconds after a change until it is said what predictions claim now
const LATER = 500; // until their chance level is computed

/** @type {import("../suite_page.js").Pane} */
export const predictions = {
  id: "predictions",
  title: "Predictions",
  eager: true, // the badge says how many there are
  mount(element, store) {
    const pane = new Predictions(element, store);
    return () => pane.end();
  },
};

class Predictions {
  #said = []; // of each prediction of the document, what the studio says of it
  #chance = { predictions: [], why: "", whole: null };
  #isComing = false;
  #cards = [];
  #selected = -1;
  #known = null; // the parts of the document that #said is of
  #words = new Latest(SOON);
  #levels = new Latest(LATER);
  #stop = [];

  constructor(element, store) {
    this.element = element;
    this.store = store;
    element.classList.add("pane-predictions");
    this.list = h("ol.predictions");
    this.whole = h("p.whole-chance");
    this.adding = adding(store);
    this.empty = h("p.note", {}, "This suite predicts nothing yet: it has surprisals, and no score.");
    put(element, this.empty, this.list, this.whole, this.adding.element);
    this.#on("document", () => this.#changed());
    this.#on("checked", () => this.#showFindings());
    this.#on("scored", () => this.#showFound());
    this.#on("choose-prediction", ({ detail }) => this.#reveal(detail));
    const look = new MutationObserver(() => !element.hidden && this.#changed());
    look.observe(element, { attributes: true, attributeFilter: ["hidden"] });
    const key = (event) => event.key === "Escape" && !event.defaultPrevented && this.select(-1);
    element.addEventListener("keydown", key);
    this.#stop.push(() => look.disconnect());
    this.#changed();
  }

  #on(event, listener) {
    this.store.addEventListener(event, listener);
    this.#stop.push(() => this.store.removeEventListener(event, listener));
  }

  end() {
    for (const one of this.#stop) one();
    this.#words.forget();
    this.#levels.forget();
    this.adding.end();
    for (const card of this.#cards) card.end();
  }

  /** The parts of the document that formulas are about, apart from texts. */
  #parts() {
    const { document } = this.store;
    return [document.predictions, document.region_meta, document.condition_factors, document.meta, JSON.stringify(this.store.conditions)];
  }

  #changed() {
    this.#badge();
    if (this.element.hidden) return;
    const parts = this.#parts();
    const isNews = !this.#known || parts.some((part, at) => part !== this.#known[at]);
    if (isNews) {
      if (!this.#known || parts.slice(1).some((part, at) => part !== this.#known[at + 1])) this.adding.refresh();
      this.#moveAlong(parts[0]);
      this.#known = parts;
      this.#ask();
    }
    this.#show();
    this.#askChance(isNews);
  }

  /** What was said of a prediction is true of it at its new place, until more is known. */
  #moveAlong(list) {
    const before = this.#known?.[0] ?? [];
    if (!Array.isArray(list) || !Array.isArray(before)) return;
    const places = list.map((one) => before.indexOf(one));
    const [said, levels] = [this.#said, this.#chance.predictions];
    this.#said = places.map((place) => said[place]);
    this.#chance = { ...this.#chance, predictions: places.map((place) => levels[place]) };
  }

  #ask() {
    const { store } = this;
    const question = async () => {
      await store.flush();
      return post(`/suites/${store.id}/predictions`);
    };
    this.#words.ask(question, ({ revision, predictions: said }) => {
      if (revision !== store.revision) return;
      this.#said = said;
      this.#show();
      this.select(this.#selected);
    });
  }

  #askChance(isNews) {
    const { store } = this;
    this.#isComing ||= isNews;
    const question = async () => {
      await store.flush();
      return post(`/suites/${store.id}/chance`);
    };
    this.#levels.ask(question, (answer) => {
      if (answer.revision !== store.revision) return;
      this.#chance = answer;
      this.#isComing = false;
      this.#showChance();
    });
  }

  #badge() {
    const badge = document.getElementById("badge-predictions");
    if (badge) badge.textContent = listOf(this.store.document).length || "";
  }

  #show() {
    const list = listOf(this.store.document);
    this.empty.hidden = list.length > 0;
    let isLost = false; // whether the focus was in one that is gone
    while (this.#cards.length > list.length) {
      const card = this.#cards.pop();
      isLost ||= card.element.contains(document.activeElement);
      card.end();
      card.element.remove();
    }
    while (this.#cards.length < list.length) {
      const card = new Card(this.store, this.#cards.length, (place) => this.select(place));
      this.#cards.push(card);
      this.list.append(card.element);
    }
    if (this.#selected >= list.length) this.select(-1);
    this.#cards.forEach((card, place) => card.show(list[place], this.#said[place], this.#levelOf(place)));
    this.#showChance();
    this.#showFindings();
    this.#showFound();
    if (isLost) (this.#cards.at(-1) ?? this.adding).focus();
  }

  #levelOf(place) {
    return { level: this.#chance.predictions[place], isComing: this.#isComing };
  }

  #showChance() {
    const { whole, why } = this.#chance;
    this.#cards.forEach((card, place) => card.showChance(this.#levelOf(place)));
    const several = whole && this.#chance.predictions.filter(Boolean).length > 1 && !this.#isComing ? `All together: chance ${whole.said}. ` : "";
    put(this.whole, several, why);
  }

  #showFindings() {
    const { findings = [], problems = [] } = this.store.checked ?? {};
    const isSaid = (place) => Boolean(this.#said[place]?.problem); // with its carets
    this.#cards.forEach((card, place) => {
      const own = findings.filter((one) => one.prediction === place);
      const more = problems.filter((one) => one.prediction === place && !isSaid(place)).map((one) => ({ severity: "warning", code: "", message: one.message }));
      card.showFindings(this.store.checked?.revision === this.store.revision || own.length ? [...own, ...more] : []);
    });
  }

  #showFound() {
    const { scored, document } = this.store;
    const list = listOf(document);
    const scoredList = scored?.document ? listOf(scored.document) : [];
    this.#cards.forEach((card, place) => {
      const old = scoredList.indexOf(list[place]);
      const found = (scored?.models ?? []).flatMap((model) => {
        const row = old < 0 ? undefined : model.predictions?.find((one) => one.place === old);
        return row ? [{ name: model.name, row: row.summary, n: row.n, isCurrent: scored.isCurrent(document) }] : [];
      });
      card.showFound(found);
    });
  }

  /** Choose one that somebody pointed at, and go there. */
  #reveal(place) {
    this.select(place);
    this.#cards[place]?.element.scrollIntoView({ block: "nearest" });
    this.#cards[place]?.focus();
  }

  /** Choose a prediction, whose cells are framed in the grid; -1: none. */
  select(place) {
    this.#selected = place;
    this.#cards.forEach((card, at) => {
      card.isSelected = at === place;
    });
    const comparisons = this.#said[place]?.comparisons ?? [];
    const frames = comparisons.length ? framesOf(comparisons) : null;
    if (JSON.stringify(frames) === JSON.stringify(this.store.frames ?? null)) return;
    this.store.frames = frames;
    this.store.dispatchEvent(new CustomEvent("frames"));
  }
}
