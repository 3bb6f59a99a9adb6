/** A suite: its grid, and beside it a pane for each thing that one does with it. */

import { h, put } from "../report/dom.js";
import { Store } from "./store.js";
import { mountGrid } from "./grid.js";
import { design } from "./panes/design.js";
import { checks } from "./panes/checks.js";
import { predictions } from "./panes/predictions.js";
import { model } from "./panes/model.js";
import { keep } from "./panes/keep.js";
import { mountActions } from "./actions.js";
import { splitter } from "./splitter.js";
import { mountTour } from "./intake/tour.js";

/**
 * @typedef {Object} Pane
 * @property {string} id
 * @property {string} title
 * @property {function(HTMLElement, import("./store.js").Store): function()} mount - fills the element; gives what takes it away
 */

/** @type {Pane[]} */
const PANES = [design, checks, predictions, model, keep];

/** Show a suite. */
export async function suitePage(page, id) {
  const store = await Store.open(id);
  window.studioStore = store; // for whoever looks with the browser's tools
  const grid = h("section.grid", { "aria-label": "Items" });
  const side = h("section.side", { "aria-label": "About the suite" });
  const workbench = h("div.workbench");
  put(workbench, grid, splitter(workbench), side);
  put(page.main, workbench);
  const unmount = [mountActions(page.actions, store), mountGrid(grid, store), mountPanes(side, store), mountTour(store)];
  const follow = ({ detail }) => {
    const state = detail.suites[store.id];
    if (state) document.dispatchEvent(new CustomEvent("suite-state", { detail: state }));
  };
  document.addEventListener("studio-state", follow);
  document.addEventListener("keydown", across);
  page.leave = () => {
    document.removeEventListener("studio-state", follow);
    document.removeEventListener("keydown", across);
    for (const one of unmount) one();
    store.flush().catch(() => {});
  };
}

/** F6: from the panes to the grid, from anywhere else to the panes; in the grid, Tab goes through every cell first. */
function across(event) {
  if (event.key !== "F6" || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  const isInPanes = Boolean(event.target.closest(".side"));
  document.querySelector(isInPanes ? ".sheet .writing" : ".tab[aria-selected=true]").focus();
}

/** Tabs, of which each is mounted when it is first shown, and stays. */
function mountPanes(side, store) {
  const tabs = h("div.tabs", { role: "tablist", "aria-label": "About the suite" });
  const unmount = [];
  const bodies = new Map();
  const buttons = PANES.map((pane) => {
    const body = h("div.pane", { role: "tabpanel", id: `pane-${pane.id}`, "aria-labelledby": `tab-${pane.id}`, hidden: true, tabindex: "0" });
    bodies.set(pane.id, body);
    const button = h("button.tab", { type: "button", role: "tab", id: `tab-${pane.id}`, "aria-controls": body.id, click: () => choose(pane.id) }, pane.title);
    button.append(h("span.badge", { id: `badge-${pane.id}` }));
    return button;
  });
  tabs.append(...buttons);
  tabs.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = (buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length;
    buttons[at].focus();
    choose(PANES[at].id);
  });
  const mounted = new Set();
  const tops = new Map(); // how far each was scrolled
  let shown = null;
  function choose(id) {
    tops.set(shown, side.scrollTop);
    shown = id;
    PANES.forEach((pane, at) => {
      const chosen = pane.id === id;
      buttons[at].setAttribute("aria-selected", String(chosen));
      buttons[at].tabIndex = chosen ? 0 : -1;
      bodies.get(pane.id).hidden = !chosen;
      if (chosen && !mounted.has(id)) {
        mounted.add(id);
        unmount.push(pane.mount(bodies.get(id), store));
      }
    });
    side.scrollTop = tops.get(id) ?? 0;
  }
  put(side, tabs, ...bodies.values());
  for (const pane of PANES) {
    if (pane.eager) {
      mounted.add(pane.id);
      unmount.push(pane.mount(bodies.get(pane.id), store));
    }
  }
  choose(PANES[0].id);
  const onChoose = ({ detail }) => choose(detail);
  document.addEventListener("choose-pane", onChoose);
  return () => {
    document.removeEventListener("choose-pane", onChoose);
    for (const one of unmount) one();
  };
}
