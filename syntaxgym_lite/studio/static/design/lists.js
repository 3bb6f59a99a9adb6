/** The regions and the conditions: named, added, moved and deleted, each by keyboard as well. */

import { h, name } from "../../report/dom.js";
import { textInput } from "./editing.js";

/**
 * @typedef {Object} Row
 * @property {string} key
 * @property {string} mark - what stands before the name: a region's number
 * @property {string} called - in words: "region 2"
 * @property {string} value - its name
 * @property {function(string)} rename
 * @property {function(number)} [move] - by -1 or 1
 * @property {function()} [copy]
 * @property {function()} [remove]
 */

/** @param {import("./editing.js").Editing} editing */
export function regionsPart(editing) {
  const { store } = editing;
  const { regions } = store;
  const rows = regions.map(({ number, name: value }, place) => {
    const called = `region ${number} ${value}`.trim();
    const move = (by) => {
      const to = regions[place + by]?.number;
      return to && editing.edit(`moving ${called}`, { kind: "move_region", number, to });
    };
    return {
      key: `region ${number}`,
      mark: String(number),
      called,
      value,
      rename: (to) => editing.edit(`renaming ${called}`, { kind: "rename_region", number, name: to }),
      move,
      canMove: (by) => Boolean(regions[place + by]),
      remove: regions.length > 1 ? () => editing.edit(`deleting ${called}`, { kind: "delete_region", number }) : null,
    };
  });
  const add = (value) => editing.edit(`adding region ${value}`, { kind: "add_region", name: value });
  return part("Regions", rows, add, "region");
}

/** @param {import("./editing.js").Editing} editing */
export function conditionsPart(editing) {
  const { store } = editing;
  const names = store.conditions;
  const rows = names.map((value, place) => {
    const called = `condition ${value}`;
    const move = (by) => {
      const to = names[place + by];
      return to !== undefined && editing.edit(`moving ${called}`, { kind: "move_condition", name: value, to });
    };
    return {
      key: called,
      mark: "",
      called,
      value,
      rename: (to) => editing.edit(`renaming ${called}`, { kind: "rename_condition", name: value, to }),
      move,
      canMove: (by) => names[place + by] !== undefined,
      copy: () => editing.edit(`duplicating ${called}`, { kind: "add_condition", copy_of: value }),
      remove: names.length > 1 ? () => editing.edit(`deleting ${called}`, { kind: "delete_condition", name: value }) : null,
    };
  });
  const add = (value) => editing.edit(`adding condition ${value}`, { kind: "add_condition", name: value });
  return part("Conditions", rows, add, "condition");
}

function part(title, rows, add, what) {
  return h(
    "section",
    { "aria-label": title },
    h("h2", {}, title, " ", h("span.count", {}, String(rows.length))),
    h("ol.parts", {}, rows.map((row) => line(row))),
    adding(add, what),
  );
}

function line(row) {
  const { key, mark, called, value, rename, move, canMove, copy, remove } = row;
  const take = async (to, input) => {
    if (!(await rename(to))) input.value = input.defaultValue = value;
  };
  const input = textInput({ value, dir: "auto", "aria-label": `Name of ${called}`, title: "Enter takes a new name; Alt with an arrow up or down moves it", "data-key": `name of ${key}` }, take);
  input.addEventListener("keydown", (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || !by) return;
    event.preventDefault();
    if (canMove(by)) move(by);
  });
  return h(
    "li",
    {},
    h("span.mark", {}, mark),
    input,
    tool("\u2191", `Move ${called} up`, `up ${key}`, canMove(-1) ? () => move(-1) : null),
    tool("\u2193", `Move ${called} down`, `down ${key}`, canMove(1) ? () => move(1) : null),
    copy === undefined ? null : tool("Copy", `Duplicate ${called} with its texts`, `copy ${key}`, copy),
    tool("\u2715", `Delete ${called} with its texts; undo takes it back`, `delete ${key}`, remove),
  );
}

function tool(sign, label, key, act) {
  return h("button.tool", { type: "button", title: label, "aria-label": label, "data-key": key, disabled: !act, click: act ?? (() => {}) }, sign);
}

function adding(add, what) {
  const input = h("input", { type: "text", autocomplete: "off", dir: "auto", placeholder: `name of a new ${what}`, "aria-label": `Name of a new ${what}`, "data-key": `add ${what}` });
  const act = async (event) => {
    event.preventDefault();
    const value = input.value.trim();
    if (!value) return input.focus();
    input.value = "";
    if (!(await add(value))) input.value = value;
  };
  return h("form.adding", { submit: act }, input, h("button", { type: "submit" }, `Add ${what}`));
}

/** Names of factors of single items, and clusters, where a suite has them. */
export function itemsPart({ store }) {
  const { items, meta } = store.document;
  const factors = new Map();
  for (const item of items) {
    for (const [factor, level] of Object.entries(item?.factors ?? {})) {
      if (!factors.has(factor)) factors.set(factor, new Set());
      factors.get(factor).add(level);
    }
  }
  const clusters = new Set(items.map((item) => item?.cluster ?? item?.factors?.[meta?.cluster]).filter((one) => one !== undefined));
  if (!factors.size && !clusters.size) return null;
  const shown = [...factors].map(([factor, levels]) => h("li", {}, name(factor), `: ${levels.size} ${levels.size === 1 ? "level" : "levels"} `, h("small", {}, name([...levels].slice(0, 6).join(", ") + (levels.size > 6 ? ", ..." : "")))));
  return h(
    "section",
    { "aria-label": "Of the items" },
    h("h2", {}, "Of the items"),
    factors.size ? [h("p.note", {}, "Factors of items, by which results are broken down:"), h("ul", {}, shown)] : null,
    clusters.size ? h("p.note", {}, `${clusters.size} clusters of items that belong together; intervals and tests take them into account.`) : null,
  );
}
