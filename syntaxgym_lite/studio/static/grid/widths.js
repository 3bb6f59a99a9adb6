/** How wide columns are: as wide as what stands in them, within bounds. */

import { textAt } from "./cells.js";

const [LEAST, MOST] = [84, 260]; // pixels
const CANDIDATES = 6; // the longest texts of a column, by their letters; wide ones are among them

let pen = null;

function measured(text, font) {
  pen ??= document.createElement("canvas").getContext("2d");
  pen.font = font;
  return pen.measureText(text).width;
}

/**
 * @param {number} [room] - for what stands beside the texts
 * @returns {Map<number, number>} region number to pixels
 */
export function columnWidths(suite, rows, regions, room = 0) {
  const family = getComputedStyle(document.body).fontFamily;
  return new Map(
    regions.map(({ number, name }) => {
      const texts = new Set();
      for (const row of rows) texts.add(textAt(suite, row, number) ?? "");
      const longest = [...texts].sort((a, b) => b.length - a.length).slice(0, CANDIDATES);
      const widths = longest.map((text) => measured(text, `14px ${family}`) + 22 + room);
      const head = measured(`${number} ${name}`, `600 13px ${family}`) + 46;
      return [number, Math.round(Math.max(LEAST, Math.min(MOST, Math.max(head, ...widths))))];
    }),
  );
}

/** The width of the column of conditions. */
export function nameWidth(names) {
  const { fontFamily } = getComputedStyle(document.body);
  const widths = names.map((name) => measured(String(name), `14px ${fontFamily}`) + 46);
  return Math.round(Math.min(200, Math.max(110, ...widths)));
}
