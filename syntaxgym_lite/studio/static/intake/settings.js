/** What can be said of a file as a whole: its sheet, where sentences are cut, how regions are joined. */

import { h } from "../../report/dom.js";

const KINDS = [
  ["", "found by its content"],
  ["table", "a table"],
  ["appendix", "numbered examples"],
  ["pairs", "minimal pairs: a good and a bad sentence"],
  ["pcibex", "a table of PCIbex"],
  ["blimp", "BLiMP"],
  ["suite", "a suite"],
];
const JOINS = [
  ["", "as the file shows"],
  ["space", "with blanks between them"],
  ["natural", "with blanks, but none before punctuation"],
  ["none", "as they are written"],
];
const OF_EXAMPLES = [
  ["slashes", "Slashes", [["", "as the text shows"], ["parallel", "alternatives, first with first"], ["crossed", "alternatives, each with each"], ["regions", "borders of regions"], ["kept", "part of the sentence"]]],
  ["parentheses", "Parentheses", [["", "as the text shows"], ["optional", "one condition has it, one lacks it"], ["kept", "part of the sentence"]]],
  ["lines", "Lines", [["", "as the text shows"], ["joined", "one example goes on"], ["variants", "its variants"]]],
  ["hyphens", "Hyphens at line ends", [["", "as the text shows"], ["joined", "taken out"], ["kept", "kept"]]],
];

/** @returns {HTMLElement} */
export function settings(proposal, change) {
  const { options, sheets, columns = [] } = proposal;
  const set = (key, value) => {
    const next = { ...options };
    if (value) next[key] = value;
    else delete next[key];
    if (key === "sheet" || key === "form" || key === "header_row") return change(pickedFrom(next)); // other columns: what was said of them is void
    return change(next);
  };
  const isTable = columns.some((one) => one.column);
  const isText = !isTable && !sheets.length;
  const cuts = columns.some((one) => one.option === "sentence" || one.option === "conditions");
  return h(
    "div.settings",
    {},
    sheets.length > 1 ? choice("Sheet", "sheet", [["", proposal.suites?.length ? "the only one that holds anything" : "which one?"], ...sheets.map((one) => [one, one])], options, set) : null,
    choice("Kind of file", "form", KINDS, options, set),
    isText ? null : number("Row of the names", "header_row", options, set),
    text("Name", "name", options, set, proposal.suites?.[0]?.name ?? ""),
    cuts ? cutting(options, set) : null,
    isTable ? choice("Regions are joined", "join", JOINS, options, set) : null,
    isText ? OF_EXAMPLES.map(([key, label, values]) => choice(label, key, values, options, set)) : null,
  );
}

function pickedFrom({ sheet, form, name, header_row }) {
  return Object.fromEntries(Object.entries({ sheet, form, name, header_row }).filter(([, value]) => value));
}

function choice(label, key, values, options, set) {
  const select = h("select", { id: `setting-${key}` }, values.map(([value, shown]) => h("option", { value }, shown)));
  select.value = options[key] ?? "";
  select.addEventListener("change", () => set(key, select.value));
  return h("label.setting", {}, h("span", {}, label), select);
}

function text(label, key, options, set, placeholder, help = "") {
  const input = h("input", { id: `setting-${key}`, type: "text", value: options[key] ?? "", placeholder: placeholder || help, autocomplete: "off", dir: "auto", size: 18 });
  input.addEventListener("change", () => set(key, key === "split" ? input.value : input.value.trim()));
  return h("label.setting", {}, h("span", {}, label), input);
}

function number(label, key, options, set) {
  const input = h("input", { id: `setting-${key}`, type: "number", min: "1", max: "100000", value: options[key] ?? "", placeholder: "found" });
  input.addEventListener("change", () => set(key, input.valueAsNumber > 0 ? Math.round(input.valueAsNumber) : null));
  return h("label.setting", {}, h("span", {}, label), input);
}

const WAYS = [
  ["", "as the file shows"],
  ["differences", "where the conditions of an item differ"],
  ["words", "at each blank: a region for each word"],
  ["sign", "at a sign ..."],
];

/** Where sentences are cut: by one of the ways that have a name, or at a sign that one types. */
function cutting(options, set) {
  const given = options.split ?? "";
  const isNamed = WAYS.some(([value]) => value === given);
  const sign = h("input", { id: "setting-split", type: "text", "aria-label": "Sign at which sentences are cut", value: isNamed ? "" : given, size: 4, autocomplete: "off", hidden: isNamed });
  const way = h("select", { id: "setting-way" }, WAYS.map(([value, shown]) => h("option", { value }, shown)));
  way.value = isNamed ? given : "sign";
  way.addEventListener("change", () => {
    sign.hidden = way.value !== "sign";
    if (way.value === "sign") sign.focus();
    else set("split", way.value);
  });
  sign.addEventListener("change", () => set("split", sign.value));
  return h("div.setting", {}, h("label", { for: "setting-way" }, "Sentences are cut"), h("span.cutting", {}, way, " ", sign));
}
