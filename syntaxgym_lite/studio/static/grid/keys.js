/** Keys as in a spreadsheet. */

/**
 * What a key does in the grid.
 * @param {KeyboardEvent} event
 * @param {Object} grid - see grid.js: its selection, editor and commands
 * @returns {boolean} whether the key was for the grid
 */
export function onKey(event, grid) {
  if (event.isComposing || event.keyCode === 229) return false; // an input method's
  const { editor } = grid;
  if (event.key in ARROWS || event.key === "Home" || event.key === "End") grid.tabFrom = null;
  return editor.mode ? whileWriting(event, grid) : event.ctrlKey || event.metaKey ? withControl(event, grid) : plain(event, grid);
}

/** What keys do, for people. */
export const KEYS = [
  ["Arrow keys, Page Up, Page Down", "move; with Shift: choose a block"],
  ["Ctrl + arrow key, Home, End, Ctrl+Home, Ctrl+End", "to the edge of the grid, the row, the suite"],
  ["Enter, Shift+Enter", "down, up"],
  ["Tab, Shift+Tab", "to the next region, back, after the last cell out of the grid; Enter then begins the next row"],
  ["typing", "writes the cell anew"],
  ["F2 or double click", "edits the cell"],
  ["Escape", "leaves the cell as it was"],
  ["Delete", "empties the chosen cells"],
  ["Ctrl+A", "chooses all"],
  ["Ctrl+C, Ctrl+X, Ctrl+V", "copy, cut, paste, also from and to a spreadsheet"],
  ["Ctrl+D, Ctrl+R", "fill down, fill along; or draw on the corner of the chosen cells"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["F6", "to the panes, and from them back to the grid"],
  ["Shift+F10 or the right mouse button", "menu of the item, the condition and the region"],
];

export const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** An arrow as rows and columns: regions that run from right to left are the other way round. */
function arrowOf(key, grid) {
  const [down, right] = ARROWS[key];
  return [down, grid.rtl ? -right : right];
}

function whileWriting(event, grid) {
  const { editor, selection } = grid;
  const moves = editor.mode === "replace" && event.key in ARROWS && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.key === "Escape") editor.cancel();
  else if (event.key === "Enter") {
    editor.commit();
    enter(event, grid);
  } else if (event.key === "Tab") {
    editor.commit();
    tab(event, grid);
  } else if (event.key === "F2") editor.edit();
  else if (moves) {
    editor.commit();
    selection.move(...arrowOf(event.key, grid));
  } else return false;
  return true;
}

/** Down, to the column in which a row of Tabs began; up with Shift. */
function enter(event, grid) {
  const { row, col } = grid.selection.active;
  grid.selection.go(row + (event.shiftKey ? -1 : 1), grid.tabFrom ?? col);
  grid.tabFrom = null;
}

/** To the next region, and from the last one into the next row; false at the end of the grid, where Tab leaves it. */
function tab(event, grid) {
  const { selection } = grid;
  grid.tabFrom ??= selection.active.col;
  return selection.step(event.shiftKey ? -1 : 1);
}

function withControl(event, grid) {
  const { selection } = grid;
  const key = event.key.toLowerCase();
  if (event.altKey) return false; // AltGr writes letters
  if (event.key in ARROWS) {
    const [down, right] = arrowOf(event.key, grid);
    selection.move(down * selection.rows, right * selection.cols, event.shiftKey);
  } else if (key === "home" || key === "end") {
    const to = key === "home" ? [0, 0] : [selection.rows - 1, selection.cols - 1];
    if (event.shiftKey) selection.reach(...to);
    else selection.go(...to);
  } else if (key === "a") selection.choose(0, 0, selection.rows, selection.cols);
  else if (key === "d") grid.fillDown();
  else if (key === "r") grid.fillAlong();
  else if (key === "z") grid.turnBack(event.shiftKey);
  else if (key === "y") grid.turnBack(true);
  else return false;
  return true;
}

function plain(event, grid) {
  const { selection, editor } = grid;
  const further = event.shiftKey;
  if (event.altKey) return false;
  if (event.key in ARROWS) selection.move(...arrowOf(event.key, grid), further);
  else if (event.key === "Enter") enter(event, grid);
  else if (event.key === "Tab") return tab(event, grid); else if (event.key === "F2") editor.edit();
  else if (event.key === "Delete" || event.key === "Backspace") grid.clear();
  else if (event.key === "Home") further ? selection.reach(selection.end.row, 0) : selection.go(selection.active.row, 0);
  else if (event.key === "End") further ? selection.reach(selection.end.row, selection.cols - 1) : selection.go(selection.active.row, selection.cols - 1);
  else if (event.key === "PageUp" || event.key === "PageDown") selection.move(event.key === "PageUp" ? -grid.page : grid.page, 0, further);
  else if (event.key === "ContextMenu" || (event.key === "F10" && further)) grid.cellMenu();
  else if (event.key === "Escape") selection.go(selection.active.row, selection.active.col);
  else return false;
  return true;
}
