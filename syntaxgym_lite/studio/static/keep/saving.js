/** In the head of a suite: saving, and where it stands. */

import { announce, h, put } from "../../report/dom.js";
import { get, post } from "../api.js";
import { button, say } from "../banner.js";
import { showDifferences } from "./differences.js";
import { SuiteFile, commitCell, told } from "./file.js";
import { forgetHere, handOver, keepHere } from "./rescue.js";
import { follow } from "./tabs.js";

/** Put "Save" and where it stands into the head; gives what takes them away. */
export function mountSaving(element, store) {
  const file = new SuiteFile(store);
  store.file = file; // for the pane
  const leaving = new AbortController();
  const { signal } = leaving;
  const tabs = follow(store);
  const standing = h("span.standing", { id: "standing" });
  const save = h("button", { type: "button", id: "save", title: "Save (Ctrl+S)", click: () => told(() => file.save()) }, "Save");
  element.append(save, standing);

  const show = () => {
    const { text, title, kind } = standingOf(store, file, tabs.state);
    standing.className = `standing ${kind}`;
    standing.title = title;
    put(standing, h("bdi", {}, text));
  };
  const on = (target, event, listener) => target.addEventListener(event, listener, { signal });
  for (const event of ["document", "state", "sync", "failure", "conflict"]) on(store, event, show);
  on(store, "state", () => file.look());
  on(store, "sync", () => forgetHere(store));
  on(file, "change", show);
  on(document, "keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    if (!document.querySelector("dialog[open]")) told(() => (event.shiftKey ? file.saveAs() : file.save()));
  });
  on(window, "pagehide", () => {
    commitCell();
    if (!store.isPending) return;
    keepHere(store);
    store.farewell();
  });
  on(window, "beforeunload", (event) => {
    if (tabs.state.isGone && store.isPending) event.preventDefault(); // nobody has it but this page
  });
  show();
  handOver().then(() => offerDraft(store), () => {});
  return () => {
    leaving.abort();
    tabs.stop();
    for (const id of ["file", "saving", "draft"]) say(id, "");
  };
}

/** Where a suite stands, in words. */
function standingOf(store, file, { isGone, conflict }) {
  const { state } = store;
  const draft = state.drafted ? `draft kept ${state.drafted}` : "";
  const failed = state.draft_failure ? `No draft can be kept: ${state.draft_failure}` : "";
  if (file.isSaving) return { text: "saving …", title: "", kind: "busy" };
  if (isGone && state.file && !store.isPending && state.unsaved === 0) return { text: `${state.file}: saved; the studio has ended`, title: "The studio does not answer.", kind: "" };
  if (isGone) return { text: "kept on this page only", title: "The studio does not answer.", kind: "bad" };
  if (conflict) return { text: "not saved: two tabs differ", title: "", kind: "bad" };
  const name = state.file ? `${state.file}: ` : "";
  const isKnown = !store.isPending && state.unsaved_revision === store.revision;
  if (!state.file) return { text: ["in no file yet", draft].filter(Boolean).join("; "), title: failed, kind: failed ? "bad" : "" };
  if (state.outside === "") return { text: `${name}deleted or renamed`, title: failed, kind: "bad" };
  if (state.outside) return { text: `${name}changed by another program`, title: failed, kind: "bad" };
  if (isKnown && state.unsaved === 0) {
    const unfinished = file.unfinished ? ", unfinished" : "";
    return { text: `${name}saved${unfinished}`, title: file.unfinished ?? "", kind: "good" };
  }
  const n = isKnown && state.unsaved ? `${state.unsaved} ${state.unsaved === 1 ? "change" : "changes"}` : "changes";
  return { text: [`${name}${n} not saved`, isKnown ? draft : ""].filter(Boolean).join("; "), title: failed, kind: failed ? "bad" : "" };
}

/** Offer the draft that a studio has left which ended without saving. */
async function offerDraft(store) {
  const { draft } = await get(`/suites/${store.id}/draft`).catch(() => ({ draft: null }));
  if (!draft) return;
  const { id } = draft;
  const takeIt = () =>
    told(async () => {
      await store.change(`take the draft of ${draft.when}`, "/draft/take", { draft: id });
      say("draft", "");
      announce("The draft is shown; Undo gives back what was here.");
    });
  const discard = () =>
    told(async () => {
      await post("/drafts/discard", { draft: id });
      say("draft", "");
    });
  const choices = [
    { text: "Take the draft", click: takeIt, primary: true },
    { text: "Discard it", click: discard },
  ];
  const show = () => showDifferences(`The draft of ${draft.when}`, draft, ["The file has", "The draft has"], choices);
  const n = `${draft.n_changes} ${draft.n_changes === 1 ? "change" : "changes"}`;
  const older = draft.is_older ? " The file was changed since." : "";
  say("draft", `A draft of ${draft.when} has ${n} that the file has not.${older}`, button("Show", show), ...choices.map(({ text, click }) => button(text, click)));
}
