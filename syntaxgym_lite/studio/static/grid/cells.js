/**
 * The cells of a suite: a row for each condition of each item, a column for each region; and documents with other texts
 * and other items. Nothing here is changed in place.
 *
 * @typedef {import("../store.js").Suite} Suite
 * @typedef {Object} Row
 * @property {number} item - by its place
 * @property {number} condition - by its place in the item
 * @property {string} name - of the condition
 * @property {boolean} isFirst - of its item
 * @property {boolean} isLast
 *
 * @typedef {Object} Cell
 * @property {number} item
 * @property {number} condition - by its place in the item
 * @property {number} region - by its number
 * @property {string} text
 */

/** @returns {Row[]} */
export function rowsOf(document) {
  return (document.items ?? []).flatMap((item, place) =>
    conditionsOf(item).map((condition, at, all) => ({
      item: place,
      condition: at,
      name: String(condition?.condition_name ?? ""),
      isFirst: at === 0,
      isLast: at === all.length - 1,
    })),
  );
}

/** Whether the rows of a document are these. */
export function hasRows(document, rows) {
  let at = 0;
  for (const [place, item] of (document.items ?? []).entries()) {
    for (const [condition, own] of conditionsOf(item).entries()) {
      const row = rows[at];
      if (row?.item !== place || row.condition !== condition || row.name !== String(own?.condition_name ?? "")) return false;
      at += 1;
    }
    if (at && !rows[at - 1].isLast) return false;
  }
  return at === rows.length;
}

function conditionsOf(item) {
  return Array.isArray(item?.conditions) ? item.conditions : [];
}

/** What stands in a cell; undefined if it is no text, or if there is no such region. */
export function textAt(document, row, number) {
  const regions = document.items[row.item]?.conditions?.[row.condition]?.regions;
  const content = Array.isArray(regions) ? regions.find((region) => Number(region?.region_number) === number)?.content : undefined;
  return typeof content === "string" ? content : undefined;
}

/**
 * Put texts into cells; a region that a sentence lacks is added to it.
 * @param {Suite} document
 * @param {Cell[]} cells
 * @returns {Suite} the same one if nothing changes
 */
export function withTexts(document, cells) {
  const byItem = Map.groupBy(cells, (cell) => cell.item);
  const items = document.items.map((item, place) => (byItem.has(place) ? itemWith(item, byItem.get(place)) : item));
  return items.every((item, place) => item === document.items[place]) ? document : { ...document, items };
}

function itemWith(item, cells) {
  const conditions = item.conditions.map((condition, at) => {
    const own = cells.filter((cell) => cell.condition === at);
    return own.length ? conditionWith(condition, own) : condition;
  });
  return conditions.every((condition, at) => condition === item.conditions[at]) ? item : { ...item, conditions };
}

function conditionWith(condition, cells) {
  let regions = Array.isArray(condition.regions) ? condition.regions : [];
  for (const { region: number, text } of cells) {
    const at = regions.findIndex((region) => Number(region?.region_number) === number);
    if (at >= 0 && regions[at].content === text) continue;
    const one = { ...(regions[at] ?? { region_number: number }), content: text };
    regions = at >= 0 ? regions.with(at, one) : [...regions, one].sort((a, b) => a.region_number - b.region_number);
  }
  return regions === condition.regions ? condition : { ...condition, regions };
}

/** An item without texts, of a document's conditions and regions. */
function emptyItem(document, number) {
  const like = document.items[0];
  const numbers = numbersOf(document);
  const conditions = conditionsOf(like).map((condition) => ({
    condition_name: condition.condition_name,
    regions: numbers.map((region) => ({ region_number: region, content: "" })),
  }));
  return { item_number: number, conditions };
}

/** Numbers of the regions, in order. */
export function numbersOf(document) {
  return Object.keys(document.region_meta ?? {}).map(Number).sort((a, b) => a - b);
}

/** The number that a new item gets. */
export function nextNumber(document) {
  return 1 + Math.max(0, ...document.items.map((item) => item.item_number).filter(Number.isInteger));
}

/** Put so many items without texts at a place. */
export function withNewItems(document, at, count = 1) {
  const first = nextNumber(document);
  const added = Array.from({ length: count }, (_, step) => emptyItem(document, first + step));
  return { ...document, items: document.items.toSpliced(at, 0, ...added) };
}

/** Put a copy of an item behind it; an item's label is its own, so the copy has none. */
export function withCopy(document, place) {
  const { label: _, ...item } = structuredClone(document.items[place]);
  return { ...document, items: document.items.toSpliced(place + 1, 0, { ...item, item_number: nextNumber(document) }) };
}

/** Leave an item out. */
export function withoutItem(document, place) {
  return { ...document, items: document.items.toSpliced(place, 1) };
}

/** Move an item so many places on. */
export function withMoved(document, place, by) {
  const to = place + by;
  if (to < 0 || to >= document.items.length) return document;
  return { ...document, items: document.items.toSpliced(place, 1).toSpliced(to, 0, document.items[place]) };
}

/** Call an item something; "": nothing but its number. */
export function withLabel(document, place, label) {
  const { label: before, ...rest } = document.items[place];
  if ((before ?? "") === label) return document;
  const item = label ? { ...rest, label } : rest;
  return { ...document, items: document.items.with(place, item) };
}

/** Put so many regions at the end of all sentences. */
export function withRegionsAtEnd(document, count) {
  const first = 1 + Math.max(0, ...numbersOf(document));
  const added = Array.from({ length: count }, (_, step) => first + step);
  const region_meta = { ...document.region_meta, ...Object.fromEntries(added.map((number) => [number, `region ${number}`])) };
  const items = document.items.map((item) => ({
    ...item,
    conditions: conditionsOf(item).map((condition) => ({
      ...condition,
      regions: [...(condition.regions ?? []), ...added.map((number) => ({ region_number: number, content: "" }))],
    })),
  }));
  return { ...document, region_meta, items };
}

/** What an item is called: by its number, and its label if it has one. */
export function itemName(item) {
  const number = item?.item_number ?? "?";
  return item?.label ? `item ${number} (${item.label})` : `item ${number}`;
}

/** What a region is called: "region 3 verb", or "region 3" where its name is its number. */
export function regionName({ number, name }) {
  return name && name !== String(number) ? `region ${number} ${name}` : `region ${number}`;
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Whether sentences run from right to left: whether their first letter does, as in the report. */
export function isRightToLeft(document) {
  for (const item of document.items ?? []) {
    for (const condition of conditionsOf(item)) {
      for (const region of condition?.regions ?? []) {
        const letter = /\p{L}/u.exec(String(region?.content ?? ""));
        if (letter) return RIGHT_TO_LEFT.test(letter[0]);
      }
    }
  }
  return false;
}

/**
 * Which number a region has now that regions were perhaps deleted, added or moved; undefined: it is gone, or not to be told from others.
 * @param {number} number - that it had
 * @param {{number: number, name: string}[]} before
 * @param {{number: number, name: string}[]} now
 * @returns {number|undefined}
 */
export function numberNow(number, before, now) {
  const { name } = before.find((one) => one.number === number);
  const there = now.find((one) => one.number === number);
  const isAsMany = before.length === now.length;
  if (isAsMany && there?.name === name) return number;
  const called = now.filter((one) => one.name === name);
  if (called.length === 1 && before.filter((one) => one.name === name).length === 1) return called[0].number;
  return isAsMany && called.length === 0 && there ? number : undefined; // called otherwise now
}
