/** Sentences as aligned rows of regions, shaded by surprisal, with their tokens on demand. */

import { h, name } from "./dom.js";
import { fixed, number } from "./numbers.js";

/** The largest surprisal of the regions of some sentences: what the darkest shade stands for. */
export function scaleOf(sentences) {
  const values = sentences.flatMap((sentence) => sentence.regions.map((region) => number(region.bits)));
  return Math.max(1, ...values.filter((value) => value !== null && Number.isFinite(value)));
}

/** How dark, from 0 to 1. */
function shade(bits, scale) {
  const value = number(bits);
  return value === null ? 0 : Math.min(1, Math.max(0, value / scale));
}

/** A region's text, with its unknown words underlined. */
function marked(sentence, region) {
  const parts = [];
  let from = region.start;
  for (const token of region.tokens) {
    const [start, end] = [Math.max(token.start, region.start), Math.min(token.end, region.end)];
    if (!token.unknown || end <= start) continue;
    parts.push(sentence.letters.slice(from, start).join(""));
    parts.push(h("u.unknown", { title: "unknown to the model" }, sentence.letters.slice(start, end).join("")));
    from = end;
  }
  parts.push(sentence.letters.slice(from, region.end).join(""));
  return h("bdi", { dir: "auto" }, parts);
}

/** The tokens of a region, each with its bits. */
function tokenList(region, scale) {
  return h(
    "span.tokens",
    {},
    region.tokens.map((token, place) => {
      const parts = region.tokens.filter((other) => other.start === token.start && other.end === token.end);
      const which = parts.length > 1 && token.text ? ` part ${parts.indexOf(region.tokens[place]) + 1}` : ""; // bytes
      const part = h(
        "span.token",
        { class: token.unknown ? "token unknown" : "token" },
        h("bdi", { dir: "auto" }, token.text.trim() || "␣"),
        which ? h("small", {}, which) : null,
        " ",
        h("small", {}, fixed(token.bits), token.unknown ? " unknown" : ""),
      );
      part.style.setProperty("--shade", shade(token.bits, scale));
      return part;
    }),
  );
}

/**
 * A table of sentences: a row for each condition, a column for each region.
 * @param {Object} what
 * @param {string} what.caption
 * @param {string[]} what.conditions
 * @param {string[]} what.regions - names
 * @param {Object[]} what.sentences - of `sentenceOf`, one for each condition
 * @param {boolean} what.rtl - whether regions run from right to left
 * @param {string} what.language
 * @returns {{table: HTMLElement, mark: Function, showTokens: Function}} mark takes the cells of both sides of a
 *   comparison, or null; showTokens whether all tokens are shown
 */
export function regionTable({ caption, conditions, regions, sentences, rtl, language }) {
  const scale = scaleOf(sentences);
  const tip = h("span.tip", { role: "tooltip", id: `tip-${(tips += 1)}`, hidden: true });
  const cells = sentences.map((sentence) => sentence.regions.map((region) => cellOf(sentence, region, scale, tip)));
  const table = h(
    "table.regions",
    { role: "table", dir: rtl ? "rtl" : "ltr" },
    h("caption", {}, caption),
    h(
      "thead",
      { role: "rowgroup" },
      h(
        "tr",
        { role: "row" },
        h("th", { scope: "col", role: "columnheader" }, "condition"),
        regions.map((text, place) => h("th", { scope: "col", role: "columnheader" }, name(text || `region ${place + 1}`))),
      ),
    ),
    h(
      "tbody",
      { role: "rowgroup", lang: language || null },
      conditions.map((condition, row) =>
        h("tr", { role: "row" }, h("th", { scope: "row", role: "rowheader", lang: "en" }, name(condition)), cells[row]),
      ),
    ),
  );
  const box = h("div.scroll", { tabindex: "0", role: "region", "aria-label": caption }, table);
  const whole = h("div.sentences", {}, box, tip);
  const hide = () => {
    tip.hidden = true;
  };
  whole.addEventListener("mouseleave", hide);
  whole.addEventListener("focusout", hide);
  whole.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
  box.addEventListener("scroll", hide, { passive: true });
  return {
    table: whole,
    scale,
    mark(sides) {
      for (const cell of cells.flat()) cell.classList.remove("left", "right");
      for (const side of ["left", "right"]) {
        for (const [condition, places] of sides?.[side] ?? []) {
          for (const place of places) cells[condition]?.[place]?.classList.add(side);
        }
      }
    },
    showTokens(all) {
      table.classList.toggle("all-tokens", all);
    },
  };
}

let tips = 0;

function cellOf(sentence, region, scale, tip) {
  if (region.text === "" && region.tokens.length === 0) {
    return h("td.empty", { role: "cell" }, h("span.visually-hidden", {}, "empty"));
  }
  if (region.bits === undefined) return h("td", { role: "cell" }, h("span.cell", {}, marked(sentence, region))); // no model read it
  const button = h(
    "button.cell",
    { type: "button", "aria-describedby": tip.id },
    marked(sentence, region),
    h("span.bits", {}, fixed(region.bits)),
  );
  const cell = h("td", { role: "cell", "data-tsv": `${region.text} ${fixed(region.bits)}` }, button, tokenList(region, scale));
  cell.style.setProperty("--shade", shade(region.bits, scale));
  if (number(region.bits) === null) cell.classList.add("undefined");
  const show = () => {
    tip.replaceChildren(tokenList(region, scale));
    tip.hidden = false;
    const [of, box] = [button.getBoundingClientRect(), tip.offsetParent.getBoundingClientRect()];
    const left = Math.min(of.left - box.left, box.width - tip.offsetWidth);
    tip.style.setProperty("left", `${Math.max(0, left)}px`);
    tip.style.setProperty("top", `${of.bottom - box.top + 4}px`);
  };
  for (const event of ["mouseenter", "focus", "click"]) button.addEventListener(event, show);
  return cell;
}

/** What shades, underlines and frames mean. */
export function keyOf(scale) {
  const ramp = [0, 0.25, 0.5, 0.75, 1].map((value) => {
    const step = h("span.step", {}, fixed(value * scale, 0));
    step.style.setProperty("--shade", value);
    return step;
  });
  return h(
    "p.key",
    {},
    "Surprisal in bits, one scale for the item: ",
    h("span.ramp", {}, ramp),
    ". ",
    h("u.unknown", {}, "underlined"),
    ": unknown to the model. Frames: the cells that the comparison names, ",
    h("span.side.left", {}, "its left side"),
    " and ",
    h("span.side.right", {}, "its right side"),
    ".",
  );
}
