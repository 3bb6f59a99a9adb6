/** Tables that one can sort, go through by arrow keys, and copy. */

import { announce, h } from "./dom.js";

/** What a cell is sorted by: its data-sort, else its text; numbers as numbers. */
function sortKey(row, column) {
  const cell = row.cells[column];
  const text = cell.dataset.sort ?? cell.textContent.trim();
  if (text === "") return null;
  const value = Number(text);
  return Number.isNaN(value) ? text : value;
}

function compare(a, b) {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1; // what is empty comes last
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), undefined, { numeric: true });
}

/**
 * Sort the rows of a table when a button in its head is pressed: first the other way round for numbers.
 * @param {HTMLTableElement} table - heads that sort have a button
 * @param {(column: number, order: string) => void} [changed] - told what it is sorted by
 */
export function sortable(table, changed = () => {}) {
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  const body = table.tBodies[0];
  const original = [...body.rows];
  const sort = (column, order) => {
    if (!heads[column]?.querySelector("button.sort")) order = "none"; // an address may ask for anything
    heads.forEach((head, place) => {
      if (place === column && order !== "none") head.setAttribute("aria-sort", order);
      else head.removeAttribute("aria-sort");
    });
    const rows = [...original];
    if (order !== "none") {
      const keyed = rows.map((row, place) => [sortKey(row, column), place, row]);
      const way = order === "descending" ? -1 : 1;
      keyed.sort(([a, m], [b, n]) => (a === null || b === null ? compare(a, b) : way * compare(a, b)) || m - n);
      body.append(...keyed.map(([, , row]) => row));
    } else {
      body.append(...rows);
    }
    return order !== "none";
  };
  heads.forEach((head, column) => {
    const button = head.querySelector("button.sort");
    if (!button) return;
    const first = head.dataset.first ?? "ascending";
    const second = first === "ascending" ? "descending" : "ascending";
    button.addEventListener("click", () => {
      const now = head.getAttribute("aria-sort");
      const order = now === first ? second : now === second ? "none" : first;
      sort(column, order);
      changed(column, order);
      announce(order === "none" ? "In the order of the run." : `Sorted by ${button.textContent.trim()}, ${order}.`);
    });
  });
  return { sort };
}

/** Let arrow keys go from link to link of a table's body. */
export function arrows(table) {
  table.addEventListener("keydown", (event) => {
    const step = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key];
    const cell = event.target.closest("td, th");
    if (!step || !cell || event.altKey || event.ctrlKey || event.metaKey || !event.target.closest("tbody")) return;
    const rows = [...table.tBodies[0].rows].filter((row) => !row.hidden);
    let [row, column] = [rows.indexOf(cell.parentElement), cell.cellIndex];
    do {
      row += step[0];
      column += step[1];
      const link = rows[row]?.cells[column]?.querySelector("a, button");
      if (link) {
        event.preventDefault();
        event.stopPropagation();
        link.focus();
        return;
      }
    } while (rows[row]?.cells[column]);
  });
}

/** What a table says, as lines of cells with tabs between them: what is hidden is left out, what spans rows repeated. */
export function tsv(table) {
  const clean = (text) => text.replace(/\s+/gu, " ").trim();
  const lines = [];
  const spanning = []; // of each column: how many more rows have the text of a cell above
  for (const row of [...table.rows].filter((one) => !one.hidden)) {
    const line = [];
    const cells = [...row.cells];
    for (let column = 0; cells.length || spanning[column]?.left > 0; column += 1) {
      if (spanning[column]?.left > 0) {
        spanning[column].left -= 1;
        line.push(spanning[column].text);
        continue;
      }
      const cell = cells.shift();
      const text = cell.dataset.tsv ?? clean(cell.textContent);
      spanning[column] = { text, left: cell.rowSpan - 1 };
      line.push(text);
    }
    lines.push(line.join("\t"));
  }
  return lines.join("\n");
}

/** Put a text on the clipboard; says whether that went well. */
export async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea", { readonly: true, "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy"); // what pages from disk may do in every browser
    area.remove();
    return done;
  }
}

/** A button that copies what a function gives. */
export function copyButton(label, what) {
  const button = h("button.copy", { type: "button" }, label);
  button.addEventListener("click", async () => {
    const done = await toClipboard(what());
    button.textContent = done ? "Copied" : "Could not copy";
    announce(button.textContent);
    setTimeout(() => {
      button.textContent = label;
    }, 1500);
  });
  return button;
}

/**
 * A table in a box that scrolls if it is too wide, under what it shows and a button that copies it.
 * @param {string} caption
 * @param {HTMLTableElement} table
 */
export function boxed(caption, table) {
  table.setAttribute("aria-label", caption);
  return h(
    "div.table",
    {},
    h("div.bar", {}, h("p.caption", {}, caption), copyButton("Copy table", () => tsv(table))),
    h("div.scroll", { tabindex: "0", role: "region", "aria-label": caption }, table),
  );
}

/**
 * Make a table of heads and rows.
 * @param {Array<any>} heads - texts, or cells
 * @param {Array<Array<any>>} rows - the first cell of each is its head; texts, elements, or cells; null: no cell
 */
export function tableOf(heads, rows) {
  const head = (text) => (text instanceof HTMLTableCellElement ? text : h("th", { scope: "col" }, text));
  const cell = (content, place) =>
    content instanceof HTMLTableCellElement ? content : place ? h("td", {}, content) : h("th", { scope: "row" }, content);
  const present = (row) => row.filter((content) => content !== null && content !== undefined);
  const body = rows.map((row) => h("tr", {}, present(row).map(cell)));
  const top = present(heads).map(head);
  top.forEach((one, place) => {
    if (body[0]?.cells[place]?.classList.contains("number")) one.classList.add("number"); // heads stand as cells do
  });
  return h("table", {}, h("thead", {}, h("tr", {}, top)), h("tbody", {}, body));
}
