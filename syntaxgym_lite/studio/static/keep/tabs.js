/** Other tabs that write the same suite, and a studio that does not answer. */

import { announce } from "../../report/dom.js";
import { client, get, post } from "../api.js";
import { button, say } from "../banner.js";
import { showDifferences } from "./differences.js";
import { told } from "./file.js";
import { keepHere, offerDownload } from "./rescue.js";

/** Follow what other tabs do, and send what is left when the studio answers again; gives what ends it. */
export function follow(store) {
  const leaving = new AbortController();
  const { signal } = leaving;
  const state = { conflict: null, isGone: false };
  const on = (target, event, listener) => target.addEventListener(event, listener, { signal });
  on(document, "suite-state", ({ detail }) => onState(store, state, detail));
  on(document, "studio-gone", () => {
    state.isGone = true;
    offerDownload(store);
    keepHere(store);
    store.dispatchEvent(new CustomEvent("state"));
  });
  on(store, "conflict", ({ detail }) => {
    state.conflict = detail.data;
    joinOrAsk(store, state);
  });
  on(store, "document", () => {
    if (state.isGone) keepHere(store);
  });
  signal.addEventListener("abort", () => say("tabs", ""));
  return { stop: () => leaving.abort(), state };
}

async function onState(store, state, detail) {
  const wasGone = state.isGone;
  state.isGone = false;
  if (state.conflict) return;
  if (store.isPending) {
    if (wasGone) store.flush().catch(() => {});
    return;
  }
  if (detail.revision === store.revision) store.stateIs(detail);
  else if (detail.revision > store.revision && detail.by !== client) await takeTheirs(store);
}

async function takeTheirs(store) {
  const { document, sentences, ...state } = await get(`/suites/${store.id}`);
  if (store.isPending || state.revision <= store.revision) return; // written to meanwhile: the sending will find out
  store.take(document, sentences, state);
  announce("Another tab has changed this suite; what it wrote is shown.");
}

/** Put both together, if they wrote in different places; else have a person choose. */
async function joinOrAsk(store, state) {
  const known = await get(`/suites/${store.id}`).catch(() => null);
  if (!state.conflict) return settled(store, false); // was chosen meanwhile
  if (known) {
    const { document, sentences, ...now } = known;
    if (store.isPending && store.join(document, sentences, now)) {
      done(state);
      announce("Another tab has changed this suite elsewhere; both are shown.");
      settled(store, true);
      return;
    }
    state.conflict = { ...state.conflict, document, revision: now.revision };
  }
  ask(store, state);
  settled(store, false);
}

/** Say whether two tabs' changes stand together; whoever saves waits for it. */
function settled(store, areJoined) {
  store.dispatchEvent(new CustomEvent("settled", { detail: areJoined }));
}

function ask(store, state) {
  const mine = () => {
    const { revision, document } = state.conflict;
    done(state);
    store.rebase(revision, document);
  };
  const theirs = () =>
    told(async () => {
      const { document, sentences, ...now } = await get(`/suites/${store.id}`);
      done(state);
      store.take(document, sentences, now);
    });
  const show = () =>
    told(async () => {
      const found = await post(`/suites/${store.id}/compare`, { document: store.document });
      showDifferences("What the two tabs have", found, ["The other tab has", "You have"], [
        { text: "Keep mine", click: mine },
        { text: "Take the other tab's", click: theirs },
      ]);
    });
  say(
    "tabs",
    "Another tab changed this suite at the same moment. Choose which is to stand; the other one can be had back with Undo.",
    button("Show what differs", show),
    button("Keep mine", mine),
    button("Take the other tab's", theirs),
  );
}

function done(state) {
  state.conflict = null;
  say("tabs", "");
}
