/**
 * What stands in the cells of the grid, as RevoGrid draws it (h is its function, which makes text of texts).
 *
 * @typedef {Object} About - what templates ask for
 * @property {import("../store.js").Store} store
 * @property {function(): import("./marks.js").Marks} marks
 * @property {function(Object): {text: string, isPending: boolean}} sentence - of a row
 * @property {function(number): Object|undefined} scored - of an item; see model/scored.js
 * @property {function(string, Object, HTMLElement)} menu - opens a menu: of "item", "condition" or "region", of what, at what
 */

import { fixed, visible, number } from "../../report/numbers.js";
import { itemName, regionName, textAt } from "./cells.js";
import { worst } from "./marks.js";

const MENU_SIGN = "⋯";

/** A cell of a region: its text, what was found amiss, and below the first one the sentence of the row. */
export function regionCell(about, region, isFirst) {
  return (h, { model }) => {
    const text = textAt(about.store.document, model, region.number);
    const marks = about.marks().at(model.item, model.condition, region.number);
    const scored = about.store.shading && text ? about.scored(model.item) : undefined;
    const bits = scored?.bits?.[0]?.[model.condition]?.[region.number];
    const parts = [h("span", { class: "text", dir: "auto" }, ...shownText(h, text))];
    if (bits !== undefined) parts.push(h("span", { class: "bits" }, fixed(bits, 1)));
    if (marks.length) parts.push(markSign(h, marks));
    for (const side of sidesOf(about.store.frames, model.condition, region.number)) parts.push(h("span", { class: `frame ${side}` }));
    const box = h("div", { class: { ...classesOf(text, bits), old: scored?.isCurrent === false }, style: { "--shade": String(shadeOf(about, bits)) } }, ...parts);
    return isFirst ? [box, sentenceLine(h, about.sentence(model))] : box;
  };
}

/** On which sides of a chosen comparison a cell is; see `store.frames`. */
function sidesOf(frames, condition, number) {
  return ["left", "right"].filter((side) => frames?.[side]?.some(([own, numbers]) => own === condition && numbers.includes(number)));
}

function classesOf(text, bits) {
  return { box: true, empty: text === "", missing: text === undefined, shaded: bits !== undefined && bits !== null };
}

function sentenceLine(h, { text, isPending }) {
  return h("div", { class: { sentence: true, pending: isPending }, dir: "auto", title: text }, text);
}

/** Blanks that would be overlooked (at an end, doubled, of a special kind), and characters that nobody sees. */
const OVERLOOKED = /(^\s+|\s+$|\s{2,}|[^\S ]|[\u00ad\u200b\u2060\ufeff])/;

/** A text in which one sees what would be overlooked. */
function shownText(h, text) {
  if (text === undefined) return [h("span", { class: "visually-hidden" }, "no text")];
  if (text === "") return [h("span", { class: "visually-hidden" }, "empty")];
  return text
    .split(OVERLOOKED)
    .map((part, at) => (at % 2 ? h("span", { class: /\s/.test(part) && part !== "\ufeff" ? "blank" : "unseen" }, part) : part))
    .filter(Boolean);
}

function shadeOf(about, bits) {
  const value = number(bits ?? null);
  const most = about.store.scored?.models?.[0]?.most ?? 1;
  return value === null ? 0 : Math.min(1, Math.max(0, value / most));
}

function markSign(h, marks) {
  const one = worst(marks);
  return h("span", { class: `mark ${one.kind}`, title: marks.map((mark) => mark.message).join("\n") }, h("span", { class: "visually-hidden" }, one.kind));
}

/** The head of an item: its number, what was found amiss in it, and how its predictions came out. */
export function itemCell(about) {
  return (h, { model }) => {
    const item = about.store.document.items[model.item];
    if (!item) return "";
    const shown = h("bdi", {}, item.label || String(item.item_number ?? "?"));
    if (!model.isFirst) return h("div", { class: "head again" }, shown);
    const marks = about.marks().within(model.item);
    const parts = [h("span", { class: "number" }, shown)];
    if (marks.length) parts.push(h("span", { class: `count ${worst(marks).kind}`, title: countSaid(marks.length) }, String(marks.length)));
    parts.push(menuButton(h, `Menu of ${itemName(item)}`, (at) => about.menu("item", { item: model.item, condition: model.condition }, at)));
    return [h("div", { class: "head" }, ...parts), outcome(h, about.scored(model.item), about.store.scored?.models ?? [])];
  };
}

function countSaid(count) {
  return count === 1 ? "1 thing to look at in this item" : `${count} things to look at in this item`;
}

/** How the predictions of an item came out: for one model with the margin, for more a sign for each. */
function outcome(h, scored, models) {
  const known = (scored?.outcomes ?? []).map((one, at) => ({ one, name: models[at]?.name ?? "" })).filter(({ one }) => one);
  if (!known.length) return null;
  const said = known.map(({ one, name }) => (known.length > 1 ? `${name}: ${one.said}` : one.said)).join("\n");
  const signs = known.map(({ one }) => {
    const [kind, sign] = one.holds === 1 ? ["held", "✓"] : one.holds === 0 ? ["failed", "✗"] : ["undefined", "–"];
    const margin = known.length > 1 ? "" : one.tie ? " tie" : one.margin === null ? "" : ` ${visible(one.margin, 1, { sign: true })}`;
    return h("span", { class: kind }, `${sign}${margin} `);
  });
  return h("div", { class: { outcome: true, old: !scored.isCurrent }, title: said }, ...signs);
}

/** The head of a sentence: its condition. */
export function conditionCell(about) {
  return (h, { model }) => {
    const marks = about.marks().ofSentence(model.item, model.condition);
    const parts = [h("bdi", { class: "name", title: model.name }, model.name)];
    if (marks.length) parts.push(markSign(h, marks));
    parts.push(menuButton(h, `Menu of condition ${model.name}`, (at) => about.menu("condition", { item: model.item, condition: model.condition }, at)));
    return h("div", { class: "head" }, ...parts);
  };
}

/** The head of a column: number and name of the region. */
export function regionHead(about, region, col) {
  return (h) =>
    h(
      "div",
      { class: "head" },
      h("span", { class: "number" }, String(region.number)),
      " ",
      h("bdi", { class: "name", title: region.name }, region.name === String(region.number) ? "" : region.name),
      menuButton(h, `Menu of ${regionName(region)}`, (at) => about.menu("region", { number: region.number, col }, at)),
    );
}

function menuButton(h, label, open) {
  return h(
    "button",
    { type: "button", class: "more", tabIndex: -1, "aria-label": label, title: label, onClick: (event) => open(event.currentTarget) },
    MENU_SIGN,
  );
}
