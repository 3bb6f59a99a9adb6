/** The first page: how to begin, what is open, and what is there to open. */

import { h, name, put } from "../report/dom.js";
import { get, post } from "./api.js";
import { bringing, catchPaste } from "./intake/bring.js";
import { fileList } from "./intake/files.js";
import { go, opened, shownIn } from "./intake/going.js";
import { newSuite } from "./intake/new_suite.js";
import { mayStartTour, skipTour, startTour } from "./intake/tour.js";

/** Show the first page. */
export async function home(page) {
  document.title = "sglite studio";
  const about = await get("/home");
  const problem = h("div", { role: "alert" });
  put(
    page.main,
    h(
      "div.home",
      {},
      h("h1", {}, "What would you like to do?"),
      problem,
      tourOffer(about, problem),
      h("div.begin", {}, newSuite(), ...bringing(problem)),
      openSuites(about.open),
      drafts(about.drafts, problem),
      files(about, problem),
      examples(about.examples, problem),
    ),
  );
  const stopCatching = catchPaste(page.main, problem);
  page.leave = stopCatching;
}

function tourOffer(about, problem) {
  if (!mayStartTour()) return null;
  const offer = h(
    "section.offer",
    { "aria-label": "A first tour" },
    h("p", {}, h("strong", {}, "New here? "), "A short tour shows on a finished suite how a sentence becomes a result: a few steps, and nothing that you could break."),
    h(
      "p.row",
      {},
      h("button.primary", { type: "button", id: "start-tour", click: () => shownIn(problem, () => startTour(about.example)) }, "Take the tour"),
      h(
        "button",
        {
          type: "button",
          click: () => {
            skipTour();
            offer.remove();
          },
        },
        "No, thanks",
      ),
    ),
  );
  return offer;
}

function openSuites(open) {
  if (!open.length) return null;
  return h(
    "section",
    { "aria-labelledby": "open-head" },
    h("h2", { id: "open-head" }, "Open now"),
    h(
      "ul.plain",
      {},
      open.map((one) =>
        h(
          "li",
          {},
          h("a", { href: `#suite/${one.id}` }, name(one.name)),
          h("small", {}, ` ${one.n_items} items, ${one.file ?? "in no file yet"}${one.saved ? "" : ", not saved"}`),
        ),
      ),
    ),
  );
}

function drafts(list, problem) {
  if (!list.length) return null;
  return h(
    "section",
    { "aria-labelledby": "drafts-head" },
    h("h2", { id: "drafts-head" }, "Kept drafts"),
    h("p.note", {}, "What was being written when the studio ended and was not saved."),
    h(
      "ul.plain",
      {},
      list.map((draft) =>
        h(
          "li",
          {},
          h("button.link", { type: "button", click: () => shownIn(problem, async () => opened(await post("/drafts/open", { draft: draft.id }))) }, name(draft.name || "untitled")),
          h("small", {}, ` ${[draft.file ?? "in no file", draft.when, `${draft.n_items} items`].filter(Boolean).join(", ")} `),
          h("button.link", { type: "button", click: (event) => discard(draft, event.currentTarget, problem) }, "throw away"),
        ),
      ),
    ),
  );
}

/** Throw a draft away, once that was said twice. */
function discard(draft, button, problem) {
  if (button.textContent !== SURE) {
    button.textContent = SURE;
    return undefined;
  }
  return shownIn(problem, async () => {
    await post("/drafts/discard", { draft: draft.id });
    button.closest("li").remove();
  });
}

const SURE = "yes, throw it away for good";

function files(about, problem) {
  return h(
    "section",
    { "aria-labelledby": "files-head" },
    h("h2", { id: "files-head" }, "In this folder"),
    h("p.note", {}, about.folders.map((folder, place) => [place ? ", " : "", h("code", {}, name(folder))])),
    fileList(about, async (file) => shownIn(problem, async () => opened(await post("/open", { path: file.path })))),
  );
}

function examples(list, problem) {
  return h(
    "section",
    { "aria-labelledby": "examples-head" },
    h("h2", { id: "examples-head" }, "Examples"),
    h("p.note", {}, "Suites that come with the program, each opened as a copy of your own."),
    fileList(
      { files: list.map((one) => ({ path: one.name, kind: one.circuit.replaceAll("_", " "), about: [one.size, one.about].filter(Boolean).join(": ") })), n_files: list.length, is_all: true },
      async (one) => shownIn(problem, async () => opened(await post("/example", { name: one.path }))),
      { kinds: false, most: 6, what: "examples" },
    ),
  );
}

/** Show that results were opened: their report, and their suites. */
export async function resultsPage(page, id) {
  document.title = "Results - sglite studio";
  const about = await get(`/reports/${id}/about`);
  const problem = h("div", { role: "alert" });
  const suites = about.suites.map((one) =>
    h(
      "li",
      {},
      h(
        "button.link",
        { type: "button", click: () => shownIn(problem, async () => opened(one.path ? await post("/open", { path: one.path }) : await post("/example", { name: one.example }))) },
        name(one.name),
      ),
      h("small", {}, one.path ? [" ", name(one.path)] : " which comes with the program"),
    ),
  );
  put(
    page.main,
    h(
      "div.home",
      {},
      h("h1", {}, "Results in ", name(about.source)),
      problem,
      h("p.row", {}, h("a.button.primary", { href: `api/reports/${id}`, target: "_blank", rel: "noopener" }, "Open the report in a tab of its own")),
      suites.length ? [h("h2", {}, "Their suites"), h("ul.plain", {}, suites)] : h("p.note", {}, "None of their suites is in this folder."),
      h("p", {}, h("button.link", { type: "button", click: () => go("") }, "To the first page")),
    ),
  );
}
