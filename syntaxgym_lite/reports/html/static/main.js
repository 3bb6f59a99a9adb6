/** Which page is shown: by the address, so that Back works and an address can be sent to somebody. */

import { comparePage } from "./compare.js";
import { onModel, openSuite } from "./data.js";
import { announce, h, put } from "./dom.js";
import { itemPage } from "./item.js";
import { startOverview } from "./overview.js";
import { suitePage } from "./suite.js";
import { copyButton } from "./table.js";
import { startTheme } from "./theme.js";

const overview = document.getElementById("overview");
const view = document.getElementById("view");
const title = document.title;
let scrolled = 0;
let left = null;

const filters = startOverview(overview, (state) => {
  const asked = state.toString();
  history.replaceState(null, "", asked ? `#overview?${asked}` : "#overview");
});

/** Read an address: #overview, #compare, #suite/NAME, #suite/NAME/item/3, each with what was asked for behind it. */
function readAddress(hash) {
  const [path, query = ""] = hash.replace(/^#/u, "").split("?");
  const asked = new URLSearchParams(query);
  if (path === "compare") return { asked, key: null };
  const found = /^suite\/([^/]+)(?:\/item\/(-?\d+))?$/u.exec(path);
  if (!found) return { asked, part: path };
  try {
    return { asked, key: decodeURIComponent(found[1]), item: found[2] === undefined ? null : Number(found[2]) };
  } catch {
    return { asked };
  }
}

function content({ key, item, asked }) {
  if (key === null) {
    const parts = comparePage(asked.get("model"), asked.get("baseline"));
    return parts && { title: "Models against each other", parts };
  }
  const suite = openSuite(key);
  if (!suite) return null;
  const one = onModel(suite, asked.get("model"));
  if (item === null) return { title: suite.name, parts: suitePage(suite, one) };
  const place = suite.items.findIndex((own) => own.number === item);
  return place < 0 ? null : { title: `${suite.name}, item ${item}`, parts: itemPage(suite, one, place) };
}

function show(isFirst) {
  const asked = readAddress(location.hash);
  if (asked.key === undefined) {
    const wasElsewhere = overview.hidden;
    view.hidden = true;
    overview.hidden = false;
    put(view);
    document.title = title;
    if (isFirst || [...asked.asked].length) filters.restore(asked.asked);
    if (document.getElementById(asked.part ?? "")) document.getElementById(asked.part).scrollIntoView();
    if (wasElsewhere && !isFirst) {
      left?.focus({ preventScroll: true });
      window.scrollTo(0, scrolled);
    }
    return;
  }
  if (!overview.hidden) scrolled = window.scrollY;
  const found = content(asked);
  overview.hidden = true;
  view.hidden = false;
  put(
    view,
    found
      ? found.parts
      : [
          h("h1", { tabindex: "-1" }, "There is no such page"),
          h("p", {}, "This report has no such suite or item. ", h("a", { href: "#overview" }, "All suites")),
        ],
  );
  document.title = found ? `${found.title} – ${title}` : title;
  if (!isFirst) {
    window.scrollTo(0, 0);
    view.querySelector("h1").focus({ preventScroll: true });
  }
  announce(document.title);
}

overview.addEventListener("click", (event) => {
  left = event.target.closest("a") ?? left;
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || view.hidden) return;
  if (event.target.closest("input, select, textarea, .scroll, nav.models")) return;
  const way = { ArrowLeft: "ArrowLeft", ArrowRight: "ArrowRight", f: "f" }[event.key];
  const link = way && view.querySelector(`nav.turn [aria-keyshortcuts="${way}"]`);
  if (link) {
    event.preventDefault();
    location.hash = link.getAttribute("href");
  }
});

for (const element of document.querySelectorAll("[data-copy]")) {
  element.after(copyButton("Copy", () => element.textContent.trim()));
}

window.addEventListener("beforeprint", () => {
  for (const one of document.querySelectorAll("details:not([open])")) {
    one.open = true;
    one.dataset.closed = "";
  }
});
window.addEventListener("afterprint", () => {
  for (const one of document.querySelectorAll("details[data-closed]")) {
    one.open = false;
    delete one.dataset.closed;
  }
});

startTheme(document.getElementById("theme"));
window.addEventListener("hashchange", () => show(false));
show(true);
