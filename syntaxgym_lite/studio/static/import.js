/** A table, or another file of stimuli, on its way to become a suite: what it was understood as, to be changed and taken. */

import { announce, h, name, put } from "../report/dom.js";
import { get, post } from "./api.js";
import { columnTable } from "./intake/columns.js";
import { opened, shownIn } from "./intake/going.js";
import { preview } from "./intake/preview.js";
import { settings } from "./intake/settings.js";

/**
 * @typedef {Object} Proposal - what the studio says of a file
 * @property {Object} options - what was chosen
 * @property {Object[]} columns - what each part was taken for
 * @property {string[]} [problems] - why nothing can be made of it yet
 * @property {string[]} [doubts] - what was guessed
 * @property {string[]} [notes]
 * @property {Object[]} [suites]
 */

/** Show a proposal. */
export async function importPage(page, id) {
  const view = new ImportView(page, id);
  await view.show(await get(`/imports/${id}`));
}

class ImportView {
  constructor(page, id) {
    this.id = id;
    this.problem = h("div", { role: "alert" });
    this.body = h("div");
    this.asked = 0;
    put(page.main, h("div.import", {}, this.body));
  }

  /** @param {Proposal} proposal */
  async show(proposal) {
    const names = this.namesFor(proposal);
    this.proposal = proposal;
    this.chosen = 0;
    this.regionNames = names;
    const source = proposal.source;
    document.title = `${source} - sglite studio`;
    const focused = document.activeElement?.id;
    put(
      this.body,
      h("h1", {}, "What is in ", name(source), "?"),
      h("p.note", {}, "This is what the studio takes it for. Change what is wrong; nothing is written to the file.", proposal.layout ? [" It has ", proposal.layout, "."] : ""),
      this.troubles(proposal),
      settings(proposal, (options) => this.change(options)),
      columnTable(proposal, (options) => this.change(options)),
      this.remarks(proposal),
      proposal.suites ? this.outcome(proposal) : null,
      this.problem,
      this.foot(proposal),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  /** Names that were given to regions, as long as these are the same ones. */
  namesFor(proposal) {
    const regions = ({ suites }) => JSON.stringify(suites?.[0]?.regions ?? null);
    const isSame = this.chosen === 0 && this.proposal?.suites && regions(this.proposal) === regions(proposal);
    return isSame ? this.regionNames : null;
  }

  troubles({ problems }) {
    if (!problems?.length) return null;
    const shown = problems.slice(0, MOST_PROBLEMS);
    const more = problems.length - shown.length;
    return h(
      "section.failures",
      { "aria-labelledby": "trouble-head" },
      h("h2", { id: "trouble-head" }, "No suite can be made of it yet"),
      h("ul", {}, shown.map((one) => h("li.lines", {}, one)), more > 0 ? h("li", {}, `and ${more} more`) : null),
    );
  }

  remarks({ doubts = [], notes = [] }) {
    return [
      doubts.length
        ? h("section.warned", { "aria-labelledby": "doubt-head" }, h("h2", { id: "doubt-head" }, "Please look at this"), h("ul", {}, doubts.map((one) => h("li", {}, one))))
        : null,
      notes.length ? h("ul.note", {}, notes.map((one) => h("li", {}, one))) : null,
    ];
  }

  outcome(proposal) {
    const element = h("section", { "aria-labelledby": "preview-head" });
    const show = () => {
      const suite = proposal.suites[this.chosen];
      put(
        element,
        h("h2", { id: "preview-head" }, "What it becomes"),
        proposal.suites.length > 1 ? this.whichSuite(proposal, show) : null,
        preview({ ...suite, regions: this.regionNames ?? suite.regions }, (names) => {
          this.regionNames = names;
        }),
      );
    };
    show();
    return element;
  }

  whichSuite(proposal, show) {
    const select = h("select", { id: "which-suite" }, proposal.suites.map((one, place) => h("option", { value: place }, one.name)));
    select.value = this.chosen;
    select.addEventListener("change", () => {
      this.chosen = Number(select.value);
      this.regionNames = null;
      show();
      document.getElementById("which-suite").focus();
    });
    return h("p.field", {}, h("label", { for: "which-suite" }, `It holds ${proposal.n_suites} suites; take`), select);
  }

  foot(proposal) {
    const again = proposal.pasted ? null : h("button", { type: "button", id: "read-again", click: () => this.change(proposal.options) }, "Read the file again");
    const first = h("a", { href: "#" }, "Leave it");
    if (!proposal.suites) return h("p.row.foot", {}, again, first);
    const take = h("button.primary", { type: "button", id: "take-it", click: () => this.take() }, proposal.doubts.length ? "This is right: take it" : "Take it");
    return h("p.row.foot", {}, take, again, first);
  }

  /** Have the file understood anew. */
  async change(options) {
    const number = (this.asked += 1);
    await shownIn(this.problem, async () => {
      const proposal = await post(`/imports/${this.id}`, options);
      if (number !== this.asked) return;
      await this.show(proposal);
      announce(proposal.suites ? "Understood anew." : `No suite can be made of it yet: ${proposal.problems[0]}`);
    });
  }

  async take() {
    const body = { options: this.proposal.options, suite: this.chosen, region_names: this.regionNames };
    await shownIn(this.problem, async () => opened(await post(`/imports/${this.id}/take`, body)));
  }
}

const MOST_PROBLEMS = 12;
