/** The bar between the grid and the panes: moved by mouse, by touch, or by arrows; its place is remembered. */

import { h } from "../report/dom.js";

const KEY = "sglite-studio-side";
const LEAST = 22; // percent of the width that the panes may have
const MOST = 65;
const USUAL = 38;

/**
 * Make the bar.
 * @param {HTMLElement} workbench - its custom property --side is the share of the panes
 * @returns {HTMLElement}
 */
export function splitter(workbench) {
  const bar = h("div.splitter", {
    role: "separator",
    tabindex: "0",
    "aria-orientation": "vertical",
    "aria-label": "Width of the panes",
    "aria-valuemin": String(LEAST),
    "aria-valuemax": String(MOST),
  });
  const set = (share) => {
    const percent = Math.round(Math.min(MOST, Math.max(LEAST, share)));
    workbench.style.setProperty("--side", `${percent}%`);
    bar.setAttribute("aria-valuenow", String(percent));
    remember(percent);
  };
  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  bar.addEventListener("pointermove", (event) => {
    if (!bar.hasPointerCapture(event.pointerId)) return;
    const box = workbench.getBoundingClientRect();
    set((100 * (box.right - event.clientX)) / box.width);
  });
  bar.addEventListener("dblclick", () => set(USUAL));
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: 2, ArrowRight: -2 }[event.key];
    if (!step) return;
    set(Number(bar.getAttribute("aria-valuenow")) + step);
    event.preventDefault();
  });
  set(remembered());
  return bar;
}

function remembered() {
  try {
    return Number(localStorage.getItem(KEY)) || USUAL;
  } catch {
    return USUAL;
  }
}

function remember(percent) {
  try {
    localStorage.setItem(KEY, String(percent));
  } catch {
    // for this time only
  }
}
