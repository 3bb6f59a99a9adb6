/**
 * Scoring in the background, as the page sees it: which models are chosen, how far they are, what they said.
 *
 * The studio scores one state of the suite at a time. After every change, if results shall follow, it is asked for the
 * newest; until the answer is there, what is shown is older, and is told to be so by `store.scored`.
 */

import { Refusal, get, post } from "../api.js";
import { scoredOf } from "./scored.js";

const QUIET = 600; // milliseconds without a change, after which the suite is scored
const LOOK = 250; // milliseconds between looks at how far it is
const MOST_KEPT = 4; // documents that were asked about lately
const CHOICE = "sglite-studio-models";

/** Events: "state" (of the job), "choice", "results". */
export class Engine extends EventTarget {
  models = []; // as one writes them
  live = true;
  job = null; // the state of the job, as the studio last said
  results = null; // see results_of of scoring.py
  document = null; // that they are of
  trouble = ""; // why the studio did not even begin
  #store;
  #fetched = new Set(); // models that the hub may be asked for
  #documents = new Map(); // by revision
  #timer = null;
  #looking = null;
  #turn = 0;
  #asking = false;
  #fetching = false; // results
  #again = false;
  #isOver = false;
  #wasCurrent = false; // when the parts of the page last heard of it
  #onDocument = () => this.#changed();

  constructor(store) {
    super();
    this.#store = store;
    store.addEventListener("document", this.#onDocument);
    store.addEventListener("sync", this.#onSync);
  }

  /** Take up what was chosen before, and what is known already. */
  async begin() {
    const remembered = remember();
    this.live = remembered.live ?? true;
    try {
      const job = await get(`/suites/${this.#store.id}/job`);
      if (job.job) {
        this.models = job.models.map(({ spec }) => spec);
        this.#note(this.#store.revision, this.#store.document);
        this.#tell("choice");
        await this.#follow(job);
        return;
      }
    } catch {
      this.#tell("choice"); // the page says that the studio does not answer
      return;
    }
    this.models = remembered.models ?? [];
    this.#tell("choice");
    if (this.live && this.models.length) this.start();
  }

  /** Let go of the suite. */
  end() {
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#looking);
    this.#store.removeEventListener("document", this.#onDocument);
    this.#store.removeEventListener("sync", this.#onSync);
  }

  /** Whether newer results are on their way. */
  get isRunning() {
    return this.#asking || this.#fetching || (this.job?.job && !["done", "stopped"].includes(this.job.state));
  }

  /** Whether what is shown is of the suite as it is. */
  get isCurrent() {
    return Boolean(this.#store.scored?.isCurrent(this.#store.document));
  }

  /**
   * Choose models, and score; one that the studio refuses is not chosen.
   * @returns {Promise<boolean>} whether they are chosen now
   */
  async choose(models) {
    const before = this.models;
    this.models = models;
    this.trouble = "";
    this.#tell("choice");
    if (!models.length) {
      await this.stop();
      this.#forget();
    } else await this.start();
    const refused = this.trouble !== "" && models.length > before.length;
    if (refused) this.models = before;
    this.#remember();
    this.#tell("choice");
    return !refused;
  }

  /** Score, and ask the hub for a model that is not on this machine. */
  fetch(model) {
    this.#fetched.add(model);
    return this.start();
  }

  /** Where an item of the results stands in the document now. */
  placeNow(place) {
    const now = this.#store.document.items.indexOf(this.document?.items[place]);
    return now < 0 ? Math.min(place, this.#store.document.items.length - 1) : now;
  }

  /** Whether every change is scored. */
  setLive(live) {
    this.live = live;
    this.#remember();
    if (live && this.models.length && !this.isCurrent) this.start();
    this.#tell("state");
  }

  /** Score the suite as it is now. */
  async start() {
    clearTimeout(this.#timer);
    if (this.#asking) {
      this.#again = true; // with what is chosen by then
      return;
    }
    this.#asking = true;
    this.#again = false;
    this.#tell("state");
    try {
      await this.#store.flush();
      const [revision, document] = [this.#store.revision, this.#store.document];
      this.#note(revision, document);
      const job = await post(`/suites/${this.#store.id}/score`, { base: revision, models: this.models, fetched: [...this.#fetched].filter((model) => this.models.includes(model)) });
      this.trouble = "";
      this.#asking = false;
      this.#turn += 1; // what is still to be heard of the job before does not count
      this.#modelsOf(job);
      await this.#follow(job);
    } catch (error) {
      this.#asking = false;
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 400) this.trouble = error.message;
      this.#tell("state"); // what is not there, or was changed meanwhile, is asked for with the next change
    }
    if (this.#again && !this.#isOver) this.start();
  }

  /** Stop, after the batch that is being scored. */
  async stop() {
    clearTimeout(this.#timer);
    try {
      this.job = await post(`/suites/${this.#store.id}/job/stop`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    this.#tell("state");
  }

  #changed() {
    if (this.isCurrent !== this.#wasCurrent) this.#say();
    if (!this.live || !this.models.length) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.start(), QUIET);
  }

  #onSync = () => {
    // another tab may have had this revision scored
    if (!this.#store.isPending) this.#note(this.#store.revision, this.#store.document);
  };

  #note(revision, document) {
    this.#documents.set(revision, document);
    if (this.#documents.size > MOST_KEPT) this.#documents.delete(this.#documents.keys().next().value);
  }

  /** Look how far a job is, until it is over. */
  async #follow(job) {
    clearTimeout(this.#looking);
    if (this.#isOver) return;
    this.job = job;
    if (!job.job) return;
    if (this.isRunning) {
      this.#looking = setTimeout(() => this.#look(), LOOK);
      this.#tell("state");
      return;
    }
    if (job.models.some(({ state }) => state === "scored")) await this.#fetchResults();
    this.#publish();
    this.#tell("state");
  }

  async #look() {
    const turn = this.#turn;
    try {
      const job = await get(`/suites/${this.#store.id}/job`);
      if (turn !== this.#turn) return;
      this.#modelsOf(job); // another tab may have chosen others
      await this.#follow(job);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 0 && !this.#isOver) this.#looking = setTimeout(() => this.#look(), 4 * LOOK);
    }
  }

  /** Take models as the studio calls them: with the paths of local ones. */
  #modelsOf(job) {
    const models = (job.models ?? []).map(({ spec }) => spec);
    if (!models.length || models.join("\n") === this.models.join("\n")) return;
    this.models = models;
    this.#remember();
    this.#tell("choice");
  }

  async #fetchResults() {
    this.#fetching = true;
    const results = await get(`/suites/${this.#store.id}/results`).finally(() => {
      this.#fetching = false;
    });
    if (!results.job || this.#isOver) return;
    const own = this.#documents.get(results.revision);
    this.results = results;
    this.document = own ?? (results.revision === this.#store.revision && !this.#store.isPending ? this.#store.document : null);
    this.#tell("results");
  }

  #forget() {
    this.#turn += 1;
    clearTimeout(this.#looking);
    this.results = null;
    this.job = null;
    this.#publish();
    this.#tell("results");
    this.#tell("state");
  }

  /** Tell all parts of the page what is known. */
  #publish() {
    const store = this.#store;
    store.scored = this.results || this.job?.job ? scoredOf(this.results, this.document, this.job, this.isRunning) : null;
    this.#say();
  }

  #say() {
    this.#wasCurrent = this.isCurrent;
    this.#store.dispatchEvent(new CustomEvent("scored"));
  }

  #tell(name) {
    this.dispatchEvent(new CustomEvent(name));
  }

  #remember() {
    try {
      localStorage.setItem(CHOICE, JSON.stringify({ models: this.models, live: this.live }));
    } catch {
      // for this time only
    }
  }
}

function remember() {
  try {
    const { models, live } = JSON.parse(localStorage.getItem(CHOICE) ?? "{}");
    return { models: Array.isArray(models) ? models.filter((one) => typeof one === "string") : [], live: live !== false };
  } catch {
    return {};
  }
}
