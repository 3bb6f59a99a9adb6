/** What the grid shows: rows and columns in RevoGrid, which draws what is in sight; the chosen cells are marked on top. */

import "../../vendor/revogrid/revo-grid.esm.js";
import { h as element } from "../../report/dom.js";
import { hasRows, isRightToLeft, rowsOf } from "./cells.js";
import { conditionCell, itemCell, regionCell, regionHead } from "./templates.js";
import { columnWidths, nameWidth } from "./widths.js";

export const ROW = 50; // pixels
const BITS = 34; // what a number beside a text takes

/** RevoGrid with a suite in it. */
export class View {
  rows = [];
  regions = [];
  rtl = false;
  #store;
  #selection;
  #about; // what cells show beside their texts
  #widths = new Map(); // region number -> pixels, as somebody drew them
  #shown = null; // what the columns were made of
  #isFollowed = false; // whether sentences are where what is seen begins
  #isDue = false;

  /**
   * @param {import("../store.js").Store} store
   * @param {import("./selection.js").Selection} selection
   * @param {Object} about - see templates.js
   */
  constructor(store, selection, about) {
    this.#store = store;
    this.#selection = selection;
    this.#about = about;
    this.grid = element("revo-grid", { class: "cells" });
    // keys, typing, choosing and the clipboard are ours: see editor.js and pointer.js
    Object.assign(this.grid, {
      accessible: false,
      readonly: true,
      canFocus: false,
      range: false,
      useClipboard: false,
      filter: false,
      resize: true,
      rowSize: ROW,
      disableVirtualX: true,
      hideAttribution: true,
      rowClass: "rowClass",
    });
    this.grid.addEventListener("afterrender", () => this.#soon());
    new ResizeObserver(() => this.#follow()).observe(this.grid);
    this.grid.addEventListener("scroll", () => this.#follow(), { capture: true, passive: true });
    this.grid.addEventListener("aftercolumnresize", ({ detail }) => {
      for (const column of Object.values(detail)) {
        if (column.number !== undefined) this.#widths.set(column.number, column.size);
      }
    });
    selection.addEventListener("change", () => this.#soon());
  }

  /** Show the document as it is now; only what is in sight is drawn. */
  show() {
    const { document } = this.#store;
    this.regions = this.#store.regions;
    this.rtl = isRightToLeft(document);
    const rowsStay = this.grid.source?.length && hasRows(document, this.rows);
    if (!rowsStay) {
      this.rows = rowsOf(document);
      this.grid.source = this.rows.map((row, at) => ({ ...row, at, rowClass: `${row.isFirst ? "first" : ""} ${row.isLast ? "last" : ""}` }));
    }
    const made = JSON.stringify([document.region_meta, this.rtl]);
    if (made !== this.#shown) {
      this.#shown = made;
      this.columns();
    } else if (rowsStay) this.repaint();
    this.#selection.resize(this.rows.length, this.regions.length);
  }

  /** Draw again what is in sight. */
  repaint() {
    if (this.grid.isConnected) this.grid.refresh?.(); // "rgRow" would be drawn twice
  }

  /** Make the columns, as wide as their texts ask for, or as somebody drew them. */
  columns() {
    const widths = columnWidths(this.#store.document, this.rows, this.regions, this.#store.shading ? BITS : 0);
    const of = (region) => this.#widths.get(region.number) ?? widths.get(region.number);
    const regions = this.regions.map((region, at) => ({
      prop: `region${region.number}`,
      name: `${region.number} ${region.name}`,
      number: region.number,
      size: of(region),
      minSize: 48,
      columnTemplate: regionHead(this.#about, region, at),
      cellTemplate: regionCell(this.#about, region, at === 0),
    }));
    if (this.rtl) regions.reverse();
    const pin = this.rtl ? "colPinEnd" : "colPinStart";
    const heads = [
      { prop: "item", name: "item", size: 76, minSize: 56, pin, cellTemplate: itemCell(this.#about) },
      { prop: "name", name: "condition", size: nameWidth(this.#store.conditions), minSize: 64, pin, cellTemplate: conditionCell(this.#about) },
    ];
    if (this.rtl) heads.reverse();
    this.grid.columns = this.rtl ? [...regions, ...heads] : [...heads, ...regions];
    this.grid.classList.toggle("rtl", this.rtl);
    this.#isFollowed = false;
  }

  /** Mark what is chosen, once, after all that is being drawn. */
  #soon() {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.mark();
      if (!this.#isFollowed) this.#follow();
    });
  }

  /** Keep sentences in sight when regions are scrolled: they begin where what is seen begins. */
  #follow() {
    const box = this.grid.querySelector("revogr-viewport-scroll.rgCol");
    if (!box) return;
    this.#isFollowed = true;
    const scrolled = this.rtl ? box.scrollWidth - box.clientWidth - box.scrollLeft : box.scrollLeft;
    this.grid.style.setProperty("--scrolled", `${Math.max(0, scrolled)}px`);
    this.grid.style.setProperty("--sentence-width", `${box.clientWidth - 16}px`);
  }

  /** The place of a region on the screen, from the left; and back. */
  across(col) {
    return this.rtl ? this.regions.length - 1 - col : col;
  }

  /** The element of a cell, if it is in sight. */
  cell(row, col) {
    return this.grid.querySelector(`revogr-viewport-scroll.rgCol revogr-data .rgCell[data-rgrow="${row}"][data-rgcol="${this.across(col)}"]`);
  }

  /** The cell of a region that an element belongs to. */
  placeOf(target) {
    const cell = target.closest?.("revogr-viewport-scroll.rgCol revogr-data .rgCell");
    return cell ? { row: Number(cell.dataset.rgrow), col: this.across(Number(cell.dataset.rgcol)), cell } : null;
  }

  /** Mark the chosen cells among those that are drawn. */
  mark() {
    const { active, block, isOne } = this.#selection;
    const last = { row: block.row + block.height - 1, col: block.col + block.width - 1 };
    for (const cell of this.grid.querySelectorAll("revogr-viewport-scroll.rgCol revogr-data .rgCell")) {
      const [row, col] = [Number(cell.dataset.rgrow), this.across(Number(cell.dataset.rgcol))];
      cell.classList.toggle("active", row === active.row && col === active.col);
      cell.classList.toggle("chosen", !isOne && this.#selection.has(row, col));
      cell.classList.toggle("corner", row === last.row && col === last.col);
      cell.classList.toggle("to-fill", Boolean(this.filling?.(row, col)));
    }
    for (const head of this.grid.querySelectorAll("revogr-viewport-scroll.rgCol .rgHeaderCell")) {
      const col = this.across(Number(head.dataset.rgcol));
      head.classList.toggle("chosen", col >= block.col && col <= last.col);
    }
    for (const cell of this.grid.querySelectorAll(".colPinStart revogr-data .rgCell, .colPinEnd revogr-data .rgCell")) {
      const row = Number(cell.dataset.rgrow);
      cell.classList.toggle("chosen", row >= block.row && row <= last.row);
    }
  }

  /** Scroll as little as it takes to have a cell in sight. */
  reveal(row, col) {
    const box = this.grid.querySelector("revogr-viewport-scroll.rgCol");
    const inner = box?.querySelector(".vertical-inner");
    if (!inner) return;
    const top = row * ROW;
    const height = inner.clientHeight;
    if (top < inner.scrollTop) inner.scrollTop = top;
    else if (top + ROW > inner.scrollTop + height) inner.scrollTop = top + ROW - height;
    const columns = this.grid.columns.filter((column) => column.number !== undefined);
    const sizes = columns.map((column) => this.#widths.get(column.number) ?? column.size);
    const left = sizes.slice(0, this.across(col)).reduce((sum, size) => sum + size, 0);
    const size = sizes[this.across(col)] ?? 0;
    if (left < box.scrollLeft) box.scrollLeft = left;
    else if (left + size > box.scrollLeft + box.clientWidth) box.scrollLeft = Math.min(left, left + size - box.clientWidth);
  }

  /** How many rows are in sight. */
  get page() {
    const inner = this.grid.querySelector("revogr-viewport-scroll.rgCol .vertical-inner");
    return Math.max(1, Math.floor((inner?.clientHeight ?? 0) / ROW) - 1);
  }
}
