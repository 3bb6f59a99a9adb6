/** Formulas in calm colours: regions, conditions, metrics and functions apart from signs. */

import { h } from "../../report/dom.js";

const PARTS = /(%[^%]*%)|(?<=\()\s*([^;%()[\]]+)(?=;)|(?<=%\s*;\s*)([\w-]+)(?=\s*\))|\b(abs|max|min|least)\b(?=\s*\()|([<>=!&|]+)/g;
const LOOKS = ["condition", "region", "metric", "function", "sign"];

/** A formula as an element. */
export function coloured(formula) {
  const parts = [];
  let from = 0;
  for (const found of formula.matchAll(PARTS)) {
    const look = LOOKS[found.slice(1).findIndex((part) => part !== undefined)];
    parts.push(formula.slice(from, found.index), h("bdi", { class: look, dir: "ltr" }, look === "condition" ? ["%", h("bdi", {}, found[0].slice(1, -1)), "%"] : found[0]));
    from = found.index + found[0].length;
  }
  parts.push(formula.slice(from));
  return h("code.formula", {}, h("bdi", { dir: "ltr" }, parts));
}

const WITH_CARETS = /^(?<where>[^\n]*\n *\^+(?:\n|$))(?<what>[^]*)$/;

/** Messages of the library, with blank lines between them: carets stand where they belong, and words are broken. */
export function problemOf(message) {
  const parts = message.split("\n\n").map((one, at) => {
    const { where = "", what = one } = WITH_CARETS.exec(one)?.groups ?? {};
    return [at ? "\n\n" : "", where ? h("span.where", {}, where) : null, h("span.what", {}, what)];
  });
  return h("pre.problem", { dir: "ltr", tabindex: "0" }, parts);
}
