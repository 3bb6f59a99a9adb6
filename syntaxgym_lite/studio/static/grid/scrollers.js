/**
 * The parts of the grid that scroll. Browsers stop with Tab at whatever scrolls, which would be four stops at which no key
 * writes; here each leads on to the active cell, whose keys scroll.
 */

const INNER = ".vertical-inner, revogr-viewport-scroll";
const BARS = "revogr-scroll-virtual";

/**
 * @param {HTMLElement} grid
 * @param {import("./editor.js").Editor} editor
 * @returns {{letOut: function(): void}} letOut: the next Shift+Tab of the cell goes out of the grid, and not to a part of it
 */
export function leadOn(grid, editor) {
  const set = (tabIndex) => {
    for (const one of grid.querySelectorAll(INNER)) one.tabIndex = tabIndex;
    for (const one of grid.querySelectorAll(BARS)) one.tabIndex = -1;
  };
  grid.addEventListener("afterrender", () => set(0));
  grid.addEventListener("focusin", ({ target }) => {
    if (target.matches(INNER)) editor.focus();
  });
  return {
    letOut() {
      set(-1);
      editor.field.addEventListener("blur", () => set(0), { once: true });
    },
  };
}
