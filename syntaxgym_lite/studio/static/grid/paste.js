/** A block of cells put over a suite: what comes where, and what had to be added. */

import { numbersOf, rowsOf, withNewItems, withRegionsAtEnd, withTexts } from "./cells.js";

/**
 * Put a block at a cell.
 * @param {import("../store.js").Suite} document
 * @param {{row: number, col: number, height: number, width: number}} where - the chosen cells, by row and column
 * @param {string[][]} block
 * @param {{widen?: boolean}} [how] - widen: add regions at the end for columns that would not fit
 * @returns {{document: Object, height: number, width: number, items: number, regions: number, left: number}} what was
 *   put; how many items and regions were added; how many columns did not fit
 */
export function pasted(document, where, block, { widen = false } = {}) {
  const cells = spread(block, where);
  const [height, width] = [cells.length, cells[0].length];
  let next = document;
  const regions = widen ? Math.max(0, where.col + width - numbersOf(document).length) : 0;
  if (regions) next = withRegionsAtEnd(next, regions);
  const perItem = document.items[0]?.conditions?.length ?? 0;
  const missing = where.row + height - rowsOf(next).length;
  const items = missing > 0 && perItem ? Math.ceil(missing / perItem) : 0;
  if (items) next = withNewItems(next, next.items.length, items);
  const rows = rowsOf(next);
  const numbers = numbersOf(next);
  const texts = cells.flatMap((line, down) =>
    line.flatMap((text, right) => {
      const [row, region] = [rows[where.row + down], numbers[where.col + right]];
      return row && region !== undefined ? [{ item: row.item, condition: row.condition, region, text }] : [];
    }),
  );
  const fits = Math.min(width, numbers.length - where.col);
  return { document: withTexts(next, texts), height, width: fits, items, regions, left: width - fits };
}

/** A block as often as it fits into the chosen cells, if it fits exactly; else once. */
export function spread(block, { height, width }) {
  const [own, wide] = [block.length, block[0].length];
  if (height % own || width % wide) return block;
  return Array.from({ length: height }, (_, down) => Array.from({ length: width }, (_, right) => block[down % own][right % wide]));
}

/** What a paste did, in words. */
export function pasteSaid({ height, width, items, regions, left }, mended) {
  const parts = [`Pasted ${height === 1 && width === 1 ? "a cell" : `${height} × ${width} cells`}`];
  if (items) parts.push(`${counted(items, "item")} added`);
  if (regions) parts.push(`${counted(regions, "region")} added`);
  let text = `${parts.join(", ")}. `;
  if (mended) text += `Line ends and tabs within ${mended === 1 ? "a cell" : `${mended} cells`} became blanks. `;
  if (left) text += `${counted(left, "column")} on the right did not fit: there are no more regions. `;
  return `${text}Undo takes all of it back.`;
}

export function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
