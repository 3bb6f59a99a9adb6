/** Factors: the levels of the conditions in a table, and conditions made by crossing levels. */

import { h, name, put } from "../../report/dom.js";
import { get, post } from "../api.js";
import { parted, textInput } from "./editing.js";

const SOON = 250; // milliseconds after which a crossing that is typed is shown

/** @param {import("./editing.js").Editing} editing */
export function factorsPart(editing) {
  return h("section", { "aria-label": "Factors" }, h("h2", {}, "Factors"), levelsTable(editing), crossingForm(editing));
}

function levelsOf({ store }) {
  const levels = store.document.condition_factors;
  return levels && typeof levels === "object" ? levels : {};
}

function factorsOf(levels) {
  return [...new Set(Object.values(levels).flatMap((own) => Object.keys(own ?? {})))];
}

/** A row for each condition, a column for each factor. */
function levelsTable(editing) {
  const levels = levelsOf(editing);
  const factors = factorsOf(levels);
  const { conditions } = editing.store;
  const add = newFactor(editing, levels, conditions);
  if (!factors.length) return [h("p.note", {}, "The conditions have no factors yet. Cross some below, or name one and say the level of each condition."), fromNames(editing), add];
  const head = factors.map((factor) => h("th", { scope: "col" }, factorName(editing, levels, factor)));
  const rows = conditions.map((condition) =>
    h("tr", {}, h("th", { scope: "row" }, name(condition)), factors.map((factor) => h("td", {}, levelCell(editing, levels, condition, factor)))),
  );
  return [
    h("div.scroll", {}, h("table.levels", {}, h("caption.visually-hidden", {}, "Level of each condition in each factor"), h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "condition"), head)), h("tbody", {}, rows))),
    add,
  ];
}

/** Where the names of the conditions are crossed levels, as "Sg-Pl": the factors that they would be. */
function fromNames(editing) {
  const { store } = editing;
  const box = h("div.from-names");
  const show = async () => {
    await store.flush();
    const { conditions, levels } = await get(`/suites/${store.id}/levels`);
    if (!levels) return;
    const own = levels[0].map((_, at) => [...new Set(levels.map((one) => one[at]))]);
    const inputs = own.map((_, at) => h("input", { type: "text", value: `factor ${at + 1}`, dir: "auto", autocomplete: "off", "aria-label": `Name of factor ${at + 1}`, "data-key": `name ${at + 1}` }));
    const act = async (event) => {
      event.preventDefault();
      const names = inputs.map((input) => input.value.trim());
      if (names.some((one, at) => !one || names.indexOf(one) !== at)) return editing.tell(["Give each factor a name of its own."], true);
      for (const input of inputs) input.defaultValue = input.value; // no longer being written
      const next = Object.fromEntries(conditions.map((condition, row) => [condition, Object.fromEntries(names.map((one, at) => [one, levels[row][at]]))]));
      return editing.edit("making factors of the names of conditions", { kind: "set_levels", levels: next });
    };
    put(box, h("form", { submit: act },
      h("p", {}, `The names of the conditions are a ${own.map((one) => one.length).join(" x ")} crossing. What are its factors called?`),
      own.map((one, at) => h("p", {}, inputs[at], " ", one.flatMap((level, place) => [place ? ", " : "", name(level)]))),
      h("button", { type: "submit", "data-key": "from names" }, "Make these the factors")));
  };
  show().catch((error) => { if (error.status === undefined) throw error; });
  return box;
}

function factorName(editing, levels, factor) {
  const take = async (to, input) => {
    const given = to.trim();
    const label = given ? `renaming factor ${factor}` : `deleting factor ${factor}`;
    const next = mapped(levels, (own) => Object.fromEntries(Object.entries(own).flatMap(([key, level]) => (key !== factor ? [[key, level]] : given ? [[given, level]] : []))));
    if (!(await editing.edit(label, { kind: "set_levels", levels: next }))) input.value = input.defaultValue = factor;
  };
  return textInput({ value: factor, dir: "auto", "aria-label": `Name of factor ${factor}; empty: none`, "data-key": `factor ${factor}` }, take);
}

function levelCell(editing, levels, condition, factor) {
  const old = levels[condition]?.[factor];
  const take = async (to, input) => {
    const next = { ...levels, [condition]: { ...levels[condition], [factor]: levelLike(to.trim(), factor, levels) } };
    const done = await editing.edit(`changing the level of ${condition}`, { kind: "set_levels", levels: next });
    if (!done) input.value = input.defaultValue = old ?? "";
  };
  return textInput({ value: old ?? "", dir: "auto", "aria-label": `${factor} of ${condition}`, "data-key": `level ${factor} ${condition}`, class: old === undefined ? "missing" : null }, take);
}

/** A level as the others of its factor are: a number where they are numbers. */
function levelLike(text, factor, levels) {
  const others = Object.values(levels).map((own) => own?.[factor]).filter((one) => one !== undefined);
  const areNumbers = others.length > 0 && others.every((one) => typeof one === "number");
  const areTruths = others.length > 0 && others.every((one) => typeof one === "boolean");
  if (areNumbers && text !== "" && Number.isFinite(Number(text))) return Number(text);
  if (areTruths && ["true", "false"].includes(text)) return text === "true";
  return text;
}

function mapped(levels, change) {
  return Object.fromEntries(Object.entries(levels).map(([condition, own]) => [condition, change(own ?? {})]));
}

/** A factor more, by its name: the levels are those of the names of the conditions until they are said. */
function newFactor(editing, levels, conditions) {
  const input = h("input", { type: "text", autocomplete: "off", dir: "auto", placeholder: "name of a new factor", "aria-label": "Name of a new factor", "data-key": "add factor" });
  const act = async (event) => {
    event.preventDefault();
    const factor = input.value.trim();
    if (!factor) return input.focus();
    input.value = "";
    const next = Object.fromEntries(conditions.map((condition) => [condition, { ...levels[condition], [factor]: condition }]));
    if (!(await editing.edit(`adding factor ${factor}`, { kind: "set_levels", levels: next }))) input.value = factor;
  };
  return h("form.adding", { submit: act }, input, h("button", { type: "submit" }, "Add factor"));
}

/** Factors with their levels, and the conditions that crossing them would make. */
function crossingForm(editing) {
  const levels = levelsOf(editing);
  const known = factorsOf(levels);
  const rows = h("div.crossed");
  const preview = h("div.preview", { "aria-live": "polite" });
  const take = h("button", { type: "submit", disabled: true, "data-key": "cross" }, "Make these conditions");
  let timer = null;
  let asked = 0;
  const given = () => Object.fromEntries([...rows.children].map((row) => [...row.querySelectorAll("input")].map((one) => one.value)).filter(([factor]) => factor.trim()).map(([factor, own]) => [factor.trim(), parted(own)]));

  const show = async () => {
    const at = ++asked;
    take.disabled = true;
    const levelsGiven = Object.values(given());
    if (!levelsGiven.length || levelsGiven.some((own) => !own.length)) return put(preview, h("p.note", {}, "Name each factor and its levels."));
    try {
      await editing.store.flush();
      const found = await post(`/suites/${editing.store.id}/crossing`, { factors: given() });
      if (at !== asked) return undefined;
      take.disabled = false;
      put(preview, previewOf(found));
    } catch (error) {
      if (error.status === undefined) throw error;
      if (at === asked) put(preview, h("p.refused", {}, name(error.message)));
    }
    return undefined;
  };
  const add = (factor, own) => {
    const at = rows.children.length + 1;
    const one = h("input", { type: "text", value: factor, dir: "auto", placeholder: "factor", "aria-label": `Factor ${at}`, "data-key": `cross factor ${at}` });
    const other = h("input", { type: "text", value: own.join(", "), dir: "auto", placeholder: "levels: sg, pl", "aria-label": `Levels of factor ${at}, parted by commas`, "data-key": `cross levels ${at}` });
    rows.append(h("p", {}, one, other));
    return one;
  };
  for (const factor of known) add(factor, [...new Set(Object.values(levels).map((own) => own?.[factor]).filter((one) => one !== undefined))].map(String));
  if (!known.length) add("", []);
  const act = async (event) => {
    event.preventDefault();
    if (take.disabled) return;
    for (const input of rows.querySelectorAll("input")) input.defaultValue = input.value; // no longer being written
    await editing.edit("crossing factors", { kind: "cross_factors", factors: given() });
  };
  const form = h(
    "form.crossing",
    {
      submit: act,
      input: () => {
        take.disabled = true;
        clearTimeout(timer);
        timer = setTimeout(show, SOON);
      },
    },
    h("h3", {}, "Conditions by crossing"),
    rows,
    h("p", {}, h("button", { type: "button", "data-key": "cross more", click: () => add("", []).focus() }, "Another factor"), " ", take),
    preview,
  );
  return form;
}

function previewOf({ conditions, dropped }) {
  const line = ({ name: to, source }) => {
    const how = source === null ? "new, without text" : source === to ? "stays" : ["was ", name(source)];
    return h("li", {}, name(to), " ", h("small", {}, how));
  };
  const gone = ([condition, n]) => h("li.gone", {}, name(condition), " ", h("small", {}, n ? `goes, with its texts in ${n} ${n === 1 ? "item" : "items"}` : "goes; it has no text"));
  return [h("p.note", {}, `${conditions.length} ${conditions.length === 1 ? "condition" : "conditions"}:`), h("ul", {}, conditions.map(line), Object.entries(dropped).map(gone))];
}
