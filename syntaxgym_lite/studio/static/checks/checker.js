/** Asks for checks of what is written, soon after it was, and one at a time. */

import { post } from "../api.js";

const SOON = 300; // milliseconds without a further change
const AGAIN = 3000; // milliseconds after which a studio that did not answer is asked again

/**
 * @typedef {Object} Remark - of a problem or a finding; what it is not about is null
 * @property {string} message
 * @property {number|null} item - by place, as condition (within its item) and prediction; region by its number
 * @property {number|null} condition
 * @property {number|null} region
 * @property {number|null} prediction
 * @property {string} [code] - of a finding, as what follows
 * @property {"warning"|"note"} [severity]
 * @property {boolean} [fixable]
 * @property {string} [before] - in quotes, with codes for what cannot be seen
 * @property {string} [after]
 */

/**
 * @typedef {Object} Checked
 * @property {number} revision - of the suite that was checked
 * @property {Remark[]} problems - what keeps the suite, or a part of it, from being used
 * @property {Remark[]} findings
 * @property {Object<string, string>} codes - what each code is about
 */

/** Keep `store.checked` up to date; gives what ends it. */
export function keepChecked(store) {
  let timer = null;
  let isAsking = false;
  let isOver = false;
  const later = (milliseconds = SOON) => {
    clearTimeout(timer);
    timer = setTimeout(ask, milliseconds);
  };
  const soon = () => later();

  async function ask() {
    if (isAsking || isOver) return;
    isAsking = true;
    try {
      await store.flush();
      const checked = await post(`/suites/${store.id}/check`);
      if (checked.revision === store.revision && !store.isPending && !isOver) {
        store.checked = checked;
        store.dispatchEvent(new CustomEvent("checked"));
      } else if (!isOver) later();
    } catch (error) {
      if (error.status === undefined) throw error; // what the studio refuses, it says elsewhere
      if (error.status === 0 && !isOver) later(AGAIN);
    } finally {
      isAsking = false;
    }
  }

  store.addEventListener("sync", soon);
  ask();
  return () => {
    isOver = true;
    clearTimeout(timer);
    store.removeEventListener("sync", soon);
  };
}

/** Whether what was checked is what is written now. */
export function isCurrent(store) {
  return store.checked?.revision === store.revision && !store.isPending;
}
