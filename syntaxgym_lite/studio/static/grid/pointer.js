/** Choosing with the mouse, a pen or a finger: cells, blocks, whole rows and columns; and filling by drawing on. */

const HANDLE = 9; // pixels from the corner of the chosen block within which one draws it on

/**
 * Listen on the grid.
 * @param {Object} grid - see grid.js
 */
export function listenToPointer(grid) {
  const { view, selection } = grid;
  let drag = null;
  view.grid.addEventListener(
    "pointerdown",
    (event) => {
      if (event.target.closest("button, [class*=resizable-]")) return;
      const place = view.placeOf(event.target);
      if (place) {
        if (event.button === 2 && selection.has(place.row, place.col)) return;
        drag = event.button === 0 ? { kind: isHandle(event, place.cell, grid) ? "fill" : "choose", pointer: event.pointerId } : null;
        if (drag?.kind === "fill") return;
        grid.editor.commit();
        grid.tabFrom = null;
        if (event.shiftKey) selection.reach(place.row, place.col);
        else selection.go(place.row, place.col);
      } else chooseWhole(event.target, grid);
    },
    true,
  );
  // the field keeps the focus
  view.grid.addEventListener("mousedown", (event) => {
    if (event.target.closest("button")) return;
    event.preventDefault();
    grid.editor.focus();
  });
  const under = (event) => view.placeOf(document.elementFromPoint(event.clientX, event.clientY) ?? document.body);
  const move = (event) => {
    if (!drag || event.pointerType === "touch") return;
    const place = under(event);
    if (!place) return;
    if (drag.kind === "choose") selection.reach(place.row, place.col);
    else grid.showFill(place.row, place.col);
  };
  const up = (event) => {
    const own = drag;
    drag = null;
    if (own?.kind === "fill") grid.fill(event.type === "pointerup" ? under(event) : null);
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", up);
  view.grid.addEventListener("dblclick", (event) => {
    if (view.placeOf(event.target)) grid.editor.edit();
    else if (event.target.closest(".rgHeaderCell .name")) grid.renameRegion(colOf(event.target, view));
  });
  view.grid.addEventListener("contextmenu", (event) => {
    if (!view.placeOf(event.target)) return;
    event.preventDefault();
    grid.cellMenu({ x: event.clientX, y: event.clientY });
  });
  return () => {
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", up);
    document.removeEventListener("pointercancel", up);
  };
}

function isHandle(event, cell, grid) {
  if (!cell.classList.contains("corner")) return false;
  const box = cell.querySelector(".box").getBoundingClientRect();
  const edge = grid.rtl ? event.clientX - box.left : box.right - event.clientX;
  return edge < HANDLE && Math.abs(box.bottom - event.clientY) < HANDLE;
}

function colOf(target, view) {
  return view.across(Number(target.closest(".rgHeaderCell").dataset.rgcol));
}

function chooseWhole(target, grid) {
  const { view, selection } = grid;
  const head = target.closest("revogr-viewport-scroll.rgCol .rgHeaderCell");
  const cell = target.closest(".colPinStart revogr-data .rgCell, .colPinEnd revogr-data .rgCell");
  if (!head && !cell) return;
  grid.editor.commit();
  if (head) selection.choose(0, colOf(target, view), selection.rows, 1);
  else {
    const row = Number(cell.dataset.rgrow);
    const isItem = cell.querySelector(".outcome, .number, .again");
    const own = isItem ? view.rows.findIndex((one) => one.item === view.rows[row].item) : row;
    const count = isItem ? view.rows.filter((one) => one.item === view.rows[row].item).length : 1;
    selection.choose(own, 0, count, selection.cols);
  }
}
