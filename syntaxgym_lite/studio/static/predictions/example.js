/** An item with the cells framed that a prediction compares. */

import { h } from "../../report/dom.js";
import { regionTable } from "../../report/regions.js";
import { isRightToLeft } from "../grid/cells.js";

/** All cells of some comparisons, as frames. */
export function framesOf(comparisons) {
  const of = (side) => {
    const found = new Map();
    for (const one of comparisons) {
      for (const [condition, numbers] of one[side]) found.set(condition, [...new Set([...(found.get(condition) ?? []), ...numbers])]);
    }
    return [...found];
  };
  return { left: of("left"), right: of("right") };
}

/** The item that is chosen in the grid, or the first one with text, with the cells framed that are compared. */
export function exampleOf(store, comparisons) {
  const frames = framesOf(comparisons);
  const named = [...new Set([...frames.left, ...frames.right].map(([condition]) => condition))].sort((a, b) => a - b);
  const item = [store.document.items[store.selection.item], ...store.document.items].find(hasText);
  if (!item || !named.length) return null;
  const regions = store.regions;
  const rows = named.map((place) => rowOf(item, store.conditions[place]));
  const shown = regionTable({
    caption: `Item ${item.item_number ?? ""}: the frames are the left side, the dashed ones the right side`,
    conditions: rows.map((row) => row.condition_name),
    regions: regions.map(({ number, name }) => name || `region ${number}`),
    sentences: rows.map((row) => sentence(row, regions)),
    rtl: isRightToLeft(store.document),
    language: store.document.meta?.language ?? "",
  });
  const place = (number) => regions.findIndex((region) => region.number === number);
  const side = (cells) => cells.map(([condition, numbers]) => [named.indexOf(condition), numbers.map(place)]);
  shown.mark({ left: side(frames.left), right: side(frames.right) });
  return h("div.example", {}, shown.table);
}

function hasText(item) {
  return item?.conditions?.some((condition) => condition.regions?.some((region) => region.content?.trim()));
}

/** A condition of an item, which may have them in an order of its own, or lack one. */
function rowOf(item, condition) {
  return item.conditions.find((one) => one.condition_name === condition) ?? { condition_name: condition, regions: [] };
}

/** A sentence that no model has read. */
function sentence(condition, regions) {
  const letters = [];
  const parts = regions.map(({ number }) => {
    const text = (condition.regions ?? []).find((region) => region.region_number === number)?.content ?? "";
    const start = letters.length;
    letters.push(...text);
    return { text, start, end: letters.length, tokens: [] };
  });
  return { letters, regions: parts };
}
