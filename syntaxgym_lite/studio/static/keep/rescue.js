/**
 * What is on this page, when no studio takes it: it can be downloaded, and is kept in this tab, from which the next
 * studio that is opened in it gets it as a draft.
 */

import { get, post } from "../api.js";
import { button } from "../banner.js";

const PREFIX = "sglite-kept-";

/** Offer to download the document, beside what is said of the studio. */
export function offerDownload(store) {
  const said = document.getElementById("said-gone");
  if (!said || said.querySelector("button")) return;
  said.append(button("Download what is on this page", () => downloadDocument(store)));
}

/** Have the browser save the document as it is on the page. */
export function downloadDocument(store) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(store.document, null, 2)}\n`], { type: "application/json" }));
  link.download = (store.state.file ?? `${store.document.meta?.name ?? "suite"}.json`).split(/[\\/]/).at(-1);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Keep the document in this tab. */
export function keepHere(store) {
  const kept = { where: location.pathname, id: store.id, file: store.state.file, digest: store.state.digest ?? "", document: store.document };
  try {
    sessionStorage.setItem(PREFIX + store.id, JSON.stringify(kept));
  } catch {
    // no room: it is on the page, and can be downloaded
  }
}

/** Forget what is kept of a suite: the studio has it. */
export function forgetHere(store) {
  sessionStorage.removeItem(PREFIX + store.id);
}

/** Give the studio, as drafts, what this tab kept and it never got. */
export async function handOver() {
  for (const key of Object.keys(sessionStorage).filter((one) => one.startsWith(PREFIX))) {
    try {
      const { where, id, file, digest, document } = JSON.parse(sessionStorage.getItem(key));
      const known = where === location.pathname ? await get(`/suites/${id}`).catch(() => null) : null;
      if (!known || JSON.stringify(known.document) !== JSON.stringify(document)) await post("/drafts", { document, file, digest });
      sessionStorage.removeItem(key);
    } catch (error) {
      if (error.status === 0) return; // later
      if (error.status !== undefined) sessionStorage.removeItem(key);
    }
  }
}
