/** A new suite: its name, its design, its regions. */

import { h, name, put } from "../../report/dom.js";
import { post } from "../api.js";
import { opened, shownIn } from "./going.js";

const DESIGNS = [
  ["pair", "two conditions"],
  ["crossed", "2 x 2: two factors with two levels each"],
  ["free", "other conditions"],
];

/** Make the card. */
export function newSuite() {
  const problem = h("div", { role: "alert" });
  const title = field("Name", "new-name", { value: "", placeholder: "agreement-attraction", required: true });
  const regions = field("Regions, in their order", "new-regions", { value: "subject, verb, ending" }, "parted by commas; they can be renamed, added and moved later");
  const items = field("Items to begin with", "new-items", { type: "number", min: 1, max: 1000, value: 4 });
  const design = h("select", { id: "new-design" }, DESIGNS.map(([value, label]) => h("option", { value }, label)));
  const parts = { pair: pairPart(), crossed: crossedPart(), free: freePart() };
  const told = h("p.note", { id: "new-told" });
  const chosen = () => parts[design.value];
  const show = () => {
    for (const [key, part] of Object.entries(parts)) part.element.hidden = key !== design.value;
    const names = chosen().names();
    put(told, `${names.length} ${names.length === 1 ? "condition" : "conditions"}: `, names.map((one, place) => [place ? ", " : "", name(one)]));
  };
  const form = h(
    "form",
    { novalidate: true },
    title.element,
    h("p.field", {}, h("label", { for: "new-design" }, "Design"), design),
    Object.values(parts).map((part) => part.element),
    told,
    regions.element,
    items.element,
    problem,
    h("p.row", {}, h("button.primary", { type: "submit", id: "new-make" }, "Begin")),
  );
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const body = { name: title.value(), regions: several(regions.value()), n_items: Number(items.value()) || 1, ...chosen().body() };
    shownIn(problem, async () => opened(await post("/new", body)));
  });
  show();
  form.hidden = true;
  const ask = h("button.primary", { type: "button", id: "new-open" }, "Name and design");
  ask.addEventListener("click", () => {
    form.hidden = false;
    ask.closest("p").hidden = true;
    title.input.focus();
  });
  return h(
    "section.card",
    { "aria-labelledby": "new-head" },
    h("h2", { id: "new-head" }, "New suite"),
    h("p.note", {}, "Begin with an empty grid, and write or paste the items there."),
    h("p.row", {}, ask),
    form,
  );
}

/** Part a text at commas. */
function several(text) {
  return text.split(",").map((one) => one.trim()).filter(Boolean);
}

function field(label, id, attributes, help = "") {
  const input = h("input", { id, type: "text", autocomplete: "off", "aria-describedby": help ? `${id}-help` : null, ...attributes });
  const element = h("p.field", {}, h("label", { for: id }, label), input, help ? h("small", { id: `${id}-help` }, help) : null);
  return { element, input, value: () => input.value };
}

function pairPart() {
  const first = field("First condition", "new-first", { value: "match" });
  const second = field("Second condition", "new-second", { value: "mismatch" });
  const names = () => [first.value().trim(), second.value().trim()].filter(Boolean);
  return { element: h("div", {}, first.element, second.element), names, body: () => ({ conditions: [first.value(), second.value()] }) };
}

function crossedPart() {
  const factors = [
    ["Factor 1", "head", "sg, pl"],
    ["Factor 2", "attractor", "sg, pl"],
  ].map(([label, factor, levels], place) => ({
    factor: field(label, `new-factor-${place + 1}`, { value: factor }),
    levels: field("Its levels", `new-levels-${place + 1}`, { value: levels }),
  }));
  const levels = () => factors.map((one) => several(one.levels.value()));
  const names = () => levels().reduce((before, own) => before.flatMap((one) => own.map((level) => (one ? `${one}_${level}` : level))), [""]).filter(Boolean);
  const body = () => ({ factors: factors.map((one) => [one.factor.value(), several(one.levels.value())]) });
  return { element: h("div.pairs", {}, factors.map((one) => [one.factor.element, one.levels.element])), names, body };
}

function freePart() {
  const conditions = field("Conditions", "new-conditions", { value: "a, b, c" }, "parted by commas");
  const names = () => several(conditions.value());
  return { element: h("div", {}, conditions.element), names, body: () => ({ conditions: names() }) };
}
