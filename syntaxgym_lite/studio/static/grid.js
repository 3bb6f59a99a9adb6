/** The grid of items, conditions and regions: where stimuli are written. */

import { announce, h, put } from "../report/dom.js";
import { itemName, numberNow, textAt, withNewItems, withTexts } from "./grid/cells.js";
import { oneLine, readTable, writeTable } from "./grid/clipboard.js";
import { Editor } from "./grid/editor.js";
import { ARROWS, onKey } from "./grid/keys.js";
import { placeSaid, showCell, tell } from "./grid/line.js";
import { Marks } from "./grid/marks.js";
import { menusOf } from "./grid/menus.js";
import { counted, pasteSaid, pasted } from "./grid/paste.js";
import { listenToPointer } from "./grid/pointer.js";
import { leadOn } from "./grid/scrollers.js";
import { Selection } from "./grid/selection.js";
import { View } from "./grid/view.js";
import { regionsOf } from "./store.js";

/** Fill an element with the grid of a suite. */
export function mountGrid(element, store) {
  const grid = new Grid(element, store);
  return () => grid.leave();
}

/** Whether nothing has the focus. */
function isForNobody() {
  return document.activeElement === document.body && !document.querySelector("dialog[open]");
}

class Grid {
  selection = new Selection();
  tabFrom = null; // the column in which a row of Tabs began: Enter goes back there
  #marks = new Marks();
  #last = new Map(); // row -> the sentence that was last known
  #target = null; // what is being written
  #fill = null;
  #leaving = new AbortController();

  constructor(element, store) {
    this.store = store;
    const about = {
      store,
      marks: () => this.#marks,
      sentence: (row) => this.sentence(row),
      scored: (item) => store.scored?.item?.(store.document, item),
      menu: (kind, what, at) => this.menus.open(kind, what, at.getBoundingClientRect()),
    };
    this.view = new View(store, this.selection, about);
    this.editor = new Editor(
      () => this.view.cell(this.selection.active.row, this.selection.active.col)?.querySelector(".box") ?? null,
      () => this.#activeText() ?? "",
    );
    this.menus = menusOf(this);
    this.line = h("div.about", { role: "group", tabindex: "0", "aria-label": "The chosen cell" }); // scrolls where much is said
    this.message = h("p.message", {});
    this.size = h("span.size", {});
    this.sheet = h("div.sheet", { role: "group", "data-suite": store.id, "aria-label": "Cells: arrows move, typing writes, F2 edits, Shift+F10 opens a menu, F6 leaves" }, this.view.grid, this.editor.field);
    const add = h("button", { type: "button", id: "add-item", click: () => this.addItem() }, "Add item");
    put(element, this.sheet, h("div.under", {}, h("div.row", {}, add, this.message, this.size), this.line));
    this.#listen();
    this.view.show();
    this.shownDocument = store.document;
    this.#cell();
    if (document.activeElement === document.body && matchMedia("(pointer: fine)").matches) this.editor.focus();
  }

  #listen() {
    const { store, editor, selection, view } = this;
    const { signal } = this.#leaving;
    const scrollers = leadOn(view.grid, editor);
    const on = (target, event, listener) => target.addEventListener(event, listener, { signal });
    on(store, "document", ({ detail }) => this.#onDocument(detail));
    on(store, "sentences", () => this.#repaint());
    on(store, "checked", () => {
      this.#marks = new Marks(store.checked);
      this.#repaint();
    });
    for (const event of ["scored", "frames"]) on(store, event, () => this.#repaint());
    on(store, "shading", () => this.view.columns());
    on(store, "selection", () => this.#onChosen());
    on(selection, "change", ({ detail }) => this.#onSelection(detail));
    on(editor, "start", () => {
      this.#target = this.#place();
      view.reveal(selection.active.row, selection.active.col);
    });
    on(editor, "commit", ({ detail }) => this.#commit(detail.text));
    on(editor.field, "keydown", (event) => {
      if (!onKey(event, this)) {
        if (event.key === "Tab" && event.shiftKey) scrollers.letOut();
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    });
    on(editor.field, "contextmenu", (event) => {
      if (!editor.mode) event.preventDefault(); // that of Shift+F10 is ours
    });
    // keys that nothing has the focus for are for the grid: after a button that is gone once it is pressed, say
    on(document, "keydown", (event) => {
      if (!isForNobody() || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(event.key in ARROWS) && event.key !== "F2" && event.key !== "Enter" && (event.key.length > 1 || event.key === " ")) return;
      editor.focus(); // a character goes on to it
      if (onKey(event, this)) event.preventDefault();
    });
    on(document, "paste", (event) => {
      if (!isForNobody()) return;
      editor.focus();
      this.#onClipboard(event);
    });
    for (const event of ["copy", "cut", "paste"]) on(editor.field, event, (given) => this.#onClipboard(given));
    on(view.grid, "afterrender", () => editor.place());
    view.grid.addEventListener("scroll", () => editor.place(), { signal, capture: true, passive: true });
    on(window, "resize", () => editor.place());
    on(window, "pagehide", () => editor.commit());
    const stop = listenToPointer(this);
    signal.addEventListener("abort", stop);
  }

  leave() {
    this.editor.commit();
    this.#leaving.abort();
  }

  get rtl() {
    return this.view.rtl;
  }

  get page() {
    return this.view.page;
  }

  // what is shown

  /** The sentence of a row as it will be scored; the last one that was known, while the new one is on its way. */
  sentence(row) {
    const known = this.store.sentencesOf(this.store.document.items[row.item]);
    const key = `${row.item}/${row.condition}`;
    if (known) this.#last.set(key, known[row.name] ?? "");
    return { text: this.#last.get(key) ?? "", isPending: !known };
  }

  #onDocument({ label, turned }) {
    const before = this.shownDocument;
    this.view.show();
    this.shownDocument = this.store.document;
    if (turned) {
      this.#goToChange(before, this.store.document);
      tell(this.message, `${turned === "undo" ? "Undone" : "Done again"}: ${label}.`);
    }
    this.#cell();
  }

  #goToChange(before, after) {
    const at = this.view.rows.findIndex(({ item, condition }) => before?.items[item]?.conditions?.[condition] !== after.items[item]?.conditions?.[condition]);
    if (at < 0 || !before) return;
    const row = this.view.rows[at];
    const col = this.view.regions.findIndex(({ number }) => textAt(before, row, number) !== textAt(after, row, number));
    this.selection.go(at, Math.max(0, col));
  }

  #repaint() {
    this.view.repaint();
    this.#cell();
  }

  #cell() {
    const { row, region } = this.#active();
    const sentence = row ? this.sentence(row) : { text: "" };
    const { items } = this.store.document;
    put(this.size, `${counted(items.length, "item")}, ${counted(this.view.rows.length, "sentence")}, ${counted(this.view.regions.length, "region")}`);
    showCell(this.line, { store: this.store, marks: this.#marks, sentence }, row, region);
    if (row && region) this.editor.label(this.#said(row, region));
    this.editor.place();
  }

  #active() {
    const { row, col } = this.selection.active;
    return { row: this.view.rows[row], region: this.view.regions[col] };
  }

  #activeText() {
    const { row, region } = this.#active();
    return row && region ? textAt(this.store.document, row, region.number) : undefined;
  }

  /** The active cell, for those who hear the page. */
  #said(row, region) {
    return `${this.#activeText() || "empty"}; ${placeSaid(this.store, row, region)}`;
  }

  // what is chosen

  #onSelection({ moved, see }) {
    if (moved) this.editor.commit();
    if (see) this.view.reveal(see.row, see.col);
    this.#cell();
    const { row, region } = this.#active();
    if (!row || !region) return;
    const place = { item: row.item, condition: row.condition, region: region.number };
    const { selection } = this.store;
    if (selection.item === place.item && selection.condition === place.condition && selection.region === place.region) return;
    if (document.activeElement === this.editor.field) announce(this.#said(row, region));
    this.store.select(place);
  }

  #onChosen() {
    const { item, condition, region } = this.store.selection;
    const row = this.view.rows.findIndex((one) => one.item === item && one.condition === condition);
    const col = this.view.regions.findIndex((one) => one.number === region);
    const { active } = this.selection;
    if (row < 0 || (row === active.row && (col === active.col || col < 0))) return;
    this.selection.go(row, Math.max(0, col));
  }

  // what is changed

  #place() {
    const { row, region } = this.#active();
    if (!row || !region) return null;
    return { ...row, region: region.number, regions: this.store.regions, number: this.store.document.items[row.item].item_number };
  }

  #commit(text) {
    const target = this.#target;
    if (!target) return;
    const { items } = this.store.document;
    const isAt = (place) => items[place]?.item_number === target.number;
    const item = isAt(target.item) ? target.item : items.findIndex((_, place) => isAt(place));
    if (item < 0 || items[item].conditions[target.condition]?.condition_name !== target.name) {
      this.#gone([text]);
      return;
    }
    this.write([{ item, condition: target.condition, region: target.region, text }], `writing in ${itemName(items[item])}`, target.regions);
  }

  #gone(texts) {
    tell(this.message, `The cell that this was for is gone; it was not written: ${texts.join(", ")}`);
  }

  /**
   * Put texts into cells, as one step.
   * @param {Object[]} cells
   * @param {string} label
   * @param {{number: number, name: string}[]} [regions] - as they were when the cells were chosen: they may be others once it is done
   */
  write(cells, label, regions = this.store.regions) {
    tell(this.message, "");
    return this.store.apply(label, (document) => {
      const now = regionsOf(document);
      const placed = cells.map((cell) => ({ ...cell, region: numberNow(cell.region, regions, now) }));
      const gone = placed.filter(({ region, text }) => region === undefined && text);
      if (gone.length) this.#gone(gone.map(({ text }) => text));
      return withTexts(document, placed.filter(({ region }) => region !== undefined));
    });
  }

  #cellsOf({ row, col, height, width }, textOf) {
    const rows = this.view.rows.slice(row, row + height);
    const regions = this.view.regions.slice(col, col + width);
    return rows.flatMap((one, down) =>
      regions.map(({ number }, right) => ({ item: one.item, condition: one.condition, region: number, text: textOf(down, right) })),
    );
  }

  #textsOf({ row, col, height, width }) {
    const regions = this.view.regions.slice(col, col + width);
    return this.view.rows.slice(row, row + height).map((one) => regions.map(({ number }) => textAt(this.store.document, one, number) ?? ""));
  }

  /** Empty the chosen cells. */
  clear() {
    const { block } = this.selection;
    const count = block.height * block.width;
    if (this.write(this.#cellsOf(block, () => ""), count === 1 ? "emptying a cell" : `emptying ${count} cells`) && count > 1) {
      tell(this.message, `Emptied ${count} cells. Undo takes it back.`);
    }
  }

  /** Copy the first chosen row into those below; of one row, what stands above it. */
  fillDown() {
    const { row, col, height, width } = this.selection.block;
    const from = height > 1 ? row : row - 1;
    if (from < 0) return;
    const [texts] = this.#textsOf({ row: from, col, height: 1, width });
    this.write(this.#cellsOf({ row: from + 1, col, height: Math.max(1, height - 1), width }, (_, right) => texts[right]), "filling down");
  }

  /** Copy the first chosen column into those behind it; of one column, what stands before it. */
  fillAlong() {
    const { row, col, height, width } = this.selection.block;
    const from = width > 1 ? col : col - 1;
    if (from < 0) return;
    const texts = this.#textsOf({ row, col: from, height, width: 1 });
    this.write(this.#cellsOf({ row, col: from + 1, height, width: Math.max(1, width - 1) }, (down) => texts[down][0]), "filling along");
  }

  /** Show what would be filled if the chosen block were drawn on to a cell. */
  showFill(row, col) {
    const { block } = this.selection;
    const [bottom, right] = [block.row + block.height - 1, block.col + block.width - 1];
    const down = row > bottom ? row - bottom : row < block.row ? row - block.row : 0;
    const along = col > right ? col - right : col < block.col ? col - block.col : 0;
    if (!down && !along) this.#fill = null;
    else if (Math.abs(down) >= Math.abs(along)) {
      this.#fill = { row: down > 0 ? bottom + 1 : row, col: block.col, height: Math.abs(down), width: block.width };
    } else this.#fill = { row: block.row, col: along > 0 ? right + 1 : col, height: block.height, width: Math.abs(along) };
    const fill = this.#fill;
    this.view.filling = fill && ((y, x) => y >= fill.row && y < fill.row + fill.height && x >= fill.col && x < fill.col + fill.width);
    this.view.mark();
  }

  /** Fill what was drawn over: copies of the chosen block, again and again. */
  fill(place) {
    if (place) this.showFill(place.row, place.col);
    const fill = this.#fill;
    this.#fill = this.view.filling = null;
    if (!place || !fill) {
      this.view.mark();
      return;
    }
    const { block } = this.selection;
    const texts = this.#textsOf(block);
    const wrap = (at, from, count) => (((at - from) % count) + count) % count;
    const text = (down, right) => texts[wrap(fill.row + down, block.row, block.height)][wrap(fill.col + right, block.col, block.width)];
    this.write(this.#cellsOf(fill, text), `filling ${counted(fill.height * fill.width, "cell")}`);
    const [row, col] = [Math.min(block.row, fill.row), Math.min(block.col, fill.col)];
    const height = fill.width === block.width && fill.col === block.col ? block.height + fill.height : block.height;
    const width = height === block.height ? block.width + fill.width : block.width;
    this.selection.choose(row, col, height, width);
  }

  /** Undo, or redo. */
  turnBack(again) {
    if (again) this.store.redo();
    else this.store.undo();
  }

  // the clipboard

  #onClipboard(event) {
    if (event.type === "paste") {
      const text = event.clipboardData.getData("text/plain");
      if (this.editor.mode) {
        if (oneLine(text) === text) return; // as in any field
        event.preventDefault();
        document.execCommand("insertText", false, oneLine(text)); // keeps the field's own undo
        tell(this.message, "Line ends and tabs in what was pasted became blanks.");
        return;
      }
      event.preventDefault();
      if (text) this.paste(readTable(text));
      return;
    }
    if (this.editor.mode) return;
    event.preventDefault();
    const { block } = this.selection;
    event.clipboardData.setData("text/plain", writeTable(this.#textsOf(block)));
    const count = counted(block.height * block.width, "cell");
    if (event.type === "cut") this.write(this.#cellsOf(block, () => ""), `cutting ${count}`);
    tell(this.message, `${event.type === "cut" ? "Cut" : "Copied"} ${count}.`);
  }

  /** Put a table over the chosen cells. */
  paste({ rows, mended }, how = {}) {
    const where = this.selection.block;
    let done;
    const label = rows.length * rows[0].length === 1 && where.height * where.width === 1 ? "pasting a cell" : "pasting cells";
    this.store.apply(label, (document) => {
      done = pasted(document, where, rows, how);
      return done.document;
    });
    if (!done) return; // it comes after what is under way
    if (done.items || done.height > where.height || done.regions) this.view.columns();
    this.selection.choose(where.row, where.col, done.height, done.width);
    const more = () => {
      if (this.store.document === done.document) this.store.undo();
      this.selection.go(where.row, where.col);
      this.paste({ rows, mended }, { widen: true });
    };
    const widen = done.left ? h("button", { type: "button", click: more }, `Add ${counted(done.left, "region")} and paste all`) : null;
    const said = pasteSaid(done, mended);
    if (done.height * done.width > 1 || mended || done.left) tell(this.message, said, ...(widen ? [widen] : []));
    else tell(this.message, "");
  }

  // items

  addItem(at = this.store.document.items.length) {
    this.editor.commit();
    if (!this.store.document.items.length) {
      tell(this.message, "A suite without items has no conditions either; add them under Design.");
      return;
    }
    this.store.apply("adding an item", (document) => withNewItems(document, at));
    const added = this.store.document.items[at];
    if (added) tell(this.message, `Added ${itemName(added)}.`);
    this.selection.go(this.view.rows.findIndex((row) => row.item === at), 0);
    this.editor.focus();
  }

  // menus

  cellMenu(at = null) {
    const box = this.view.cell(this.selection.active.row, this.selection.active.col)?.getBoundingClientRect();
    const where = at ? { left: at.x, top: at.y, bottom: at.y } : (box ?? this.sheet.getBoundingClientRect());
    this.menus.openCell(where);
  }

  renameRegion(col) {
    const head = this.view.grid.querySelector(`revogr-viewport-scroll.rgCol .rgHeaderCell[data-rgcol="${this.view.across(col)}"]`);
    this.menus.renameRegion(this.view.regions[col], head.getBoundingClientRect());
  }
}
