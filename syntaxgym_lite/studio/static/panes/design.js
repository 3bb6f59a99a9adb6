/** The pane "Design": what the suite is called, how its sentences are made, its regions, conditions and factors. */

import { h, put } from "../../report/dom.js";
import { aboutPart } from "../design/about.js";
import { Editing } from "../design/editing.js";
import { factorsPart } from "../design/factors.js";
import { conditionsPart, itemsPart, regionsPart } from "../design/lists.js";

/** @type {import("../suite_page.js").Pane} */
export const design = {
  id: "design",
  title: "Design",
  mount(element, store) {
    element.classList.add("pane-design");
    const editing = new Editing(store);
    const body = h("div");
    put(element, editing.box, body);
    let shown = null; // what of the document is shown
    let waits = false;

    const show = () => {
      const now = shownOf(store.document);
      if (shown && now.every((one, at) => one === shown[at])) return;
      const active = body.contains(document.activeElement) ? document.activeElement : null;
      waits = active !== null && isBeingWritten(active);
      if (waits) return;
      shown = now;
      const focused = active?.dataset.key;
      put(body, aboutPart(editing), regionsPart(editing), conditionsPart(editing), factorsPart(editing), itemsPart(editing));
      if (focused) body.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
    };
    const left = () => {
      if (waits) queueMicrotask(show);
    };
    const turned = ({ detail }) => {
      if (detail?.turned) editing.tell([]); // what was reported is taken back
      show();
    };
    store.addEventListener("document", turned);
    body.addEventListener("focusout", left);
    show();
    return () => store.removeEventListener("document", turned);
  },
};

/** The parts of a document that this pane shows; equal ones are the same object, or text. */
function shownOf({ meta, region_meta: regions, condition_factors: levels, items }) {
  const names = items[0]?.conditions?.map((one) => one?.condition_name);
  const ofItems = items.map((item) => [item?.factors, item?.cluster]);
  return [meta, regions, levels, names, ofItems].map((one) => JSON.stringify(one));
}

/** Whether a text is typed that was not taken yet. */
function isBeingWritten(element) {
  return element.matches("input[type=text], textarea") && element.value !== element.defaultValue;
}
