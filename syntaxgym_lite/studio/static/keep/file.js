/** A suite and its file: saving, and what other programs did to the file meanwhile. */

import { announce } from "../../report/dom.js";
import { get, post } from "../api.js";
import { button, say } from "../banner.js";
import { showDifferences } from "./differences.js";
import { askName } from "./names.js";

/** Events: "change", when where it stands is another. */
export class SuiteFile extends EventTarget {
  isSaving = false;
  unfinished = null; // what the terminal would say of what was saved
  #store;

  constructor(store) {
    super();
    this.#store = store;
  }

  /** What the file is called; null: there is none. */
  get name() {
    return this.#store.state.file;
  }

  /** Save where it is kept; ask for a name if that is nowhere yet. */
  async save() {
    if (this.isSaving) return undefined;
    if (!this.name) return this.saveAs();
    const refused = await this.#save({});
    if (refused?.problem) say("saving", refused.problem, button("Save as another file", () => this.saveAs()), dismiss("saving"));
    return undefined;
  }

  /** Ask for a name, and save under it. */
  async saveAs() {
    commitCell();
    const { path, folder } = await get(`/suites/${this.#store.id}/name`);
    askName({
      title: this.name ? "Save as another file" : "Save the suite",
      path,
      folder,
      save: (name, there) => this.#save({ path: name, replaces: there?.digest ?? "" }),
    });
  }

  /** Save; give why it could not be done. */
  async #save(where, isAgain = false) {
    commitCell();
    this.#savingIs(true);
    try {
      await this.#store.flush();
      const { unfinished, ...state } = await post(`/suites/${this.#store.id}/save`, { base: this.#store.revision, ...where });
      this.unfinished = unfinished;
      say("saving", "");
      say("file", "");
      this.#store.stateIs(state);
      announce(`Saved as ${state.file}.`);
      return null;
    } catch (error) {
      const { kind, ...data } = error.data ?? {};
      if (error.status === undefined) throw error;
      if (error.status === 0) return null; // is said above
      if (kind === "moment" && !isAgain) return await this.#save(where, true);
      const isOfTabs = error.status === 409 && data.revision !== undefined;
      if (isOfTabs && !isAgain && (await this.#joined())) return await this.#save(where, true);
      if (kind === "file") {
        this.#askAbout(data, error.message);
        return null;
      }
      return { problem: error.message, there: kind === "there" ? data : undefined };
    } finally {
      this.#savingIs(false);
    }
  }

  /** Whether what another tab wrote in this moment could be put beside what is here; else a person is being asked. */
  #joined() {
    return new Promise((resolve) => this.#store.addEventListener("settled", ({ detail }) => resolve(detail), { once: true }));
  }

  #savingIs(value) {
    this.isSaving = value;
    this.dispatchEvent(new CustomEvent("change"));
  }

  /** Say what another program did to the file, as the studio has noticed it, for as long as nobody has chosen. */
  look() {
    const { outside, unsaved, file } = this.#store.state;
    if (this.isSaving) return;
    if (outside === null || outside === undefined) say("file", "");
    else if (!outside) this.#sayGone(file);
    else if (unsaved === 0) {
      const load = button("Load it", () => this.#take());
      say("file", `${file} was changed by another program.`, load, this.#showButton(), button("Keep what is here", () => this.#keepMine(outside)));
    } else this.#sayChanged(`${file} was changed by another program, and here are changes that it has not.`, outside);
  }

  #askAbout(found, message) {
    if (found.is_gone) this.#sayGone(this.name);
    else this.#sayChanged(message, found.digest);
  }

  #sayGone(file) {
    const write = button("Write it again", () => this.#overwrite(""));
    say("file", `${file} is not there any more: it was deleted or renamed. What you have is here still.`, write, button("Save as another file", () => this.saveAs()));
  }

  #sayChanged(message, digest) {
    const choices = this.#choices(digest).map(({ text, click }) => button(text, click));
    say("file", message, this.#showButton(), ...choices);
  }

  #choices(digest) {
    return [
      { text: "Take the file's version", click: () => this.#take() },
      { text: "Save mine as another file", click: () => this.saveAs() },
      { text: "Overwrite the file", click: () => this.#overwrite(digest) },
    ];
  }

  #showButton() {
    return button("Show what changed", () =>
      told(async () => {
        commitCell();
        await this.#store.flush();
        const found = await get(`/suites/${this.#store.id}/difference`);
        showDifferences(`What differs from ${this.name}`, found, ["The file has", "You have"], found.is_gone ? [] : this.#choices(found.digest));
      }),
    );
  }

  #take() {
    return told(async () => {
      await this.#store.change(`take what ${this.name} has`, "/take", {});
      say("file", "");
      announce("The file's version is shown now; Undo gives yours back.");
    });
  }

  #keepMine(digest) {
    return told(async () => {
      this.#store.stateIs(await post(`/suites/${this.#store.id}/keep-mine`, { digest }));
      say("file", "");
    });
  }

  #overwrite(digest) {
    return told(async () => {
      this.#store.stateIs(await post(`/suites/${this.#store.id}/keep-mine`, { digest }));
      await this.save();
    });
  }
}

/** Do something, and say above the page why it cannot be done. */
export async function told(work) {
  try {
    await work();
  } catch (error) {
    if (error.status === undefined) throw error;
    say("saving", error.message, dismiss("saving"));
  }
}

/** Have what is being written in a cell or a field taken; whoever writes there writes on. */
export function commitCell() {
  const active = document.activeElement;
  if (active && !active.dispatchEvent(new CustomEvent("keep-written", { cancelable: true }))) return;
  if (!(active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement)) return;
  active.blur();
  active.focus({ preventScroll: true });
}

function dismiss(id) {
  return button("Close", () => say(id, ""));
}
