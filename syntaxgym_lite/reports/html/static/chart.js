/** The region plot: surprisal by region, a line for each condition, drawn to the width that there is. */

import { h, s } from "./dom.js";
import { fixed, number } from "./numbers.js";

const COLOURS = 7; // classes c0 to c6 of the style sheet, after Okabe and Ito
const DASHES = ["", "6 3", "2 3", "8 3 2 3"];
const MARKERS = ["circle", "square", "triangle", "diamond"];
const NARROW = 560; // pixels, below which lines are named above, not at their ends

/**
 * How each condition looks: by colour and dash; where two factors cross, the first is colour and the second dash.
 * @param {string[]} conditions
 * @param {Object<string, Object<string, any>>} levels - of each condition, by factor
 */
export function looksOf(conditions, levels) {
  const factors = Object.keys(levels[conditions[0]] ?? {}).filter(
    (factor) => new Set(conditions.map((condition) => levels[condition][factor])).size > 1,
  );
  if (factors.length === 2) {
    const values = factors.map((factor) => [...new Set(conditions.map((condition) => levels[condition][factor]))]);
    if (values[0].length <= COLOURS && values[1].length <= DASHES.length) {
      return conditions.map((condition) => {
        const [colour, dash] = factors.map((factor, place) => values[place].indexOf(levels[condition][factor]));
        return { colour, dash };
      });
    }
  }
  return conditions.map((_, place) => ({ colour: place % COLOURS, dash: place % DASHES.length }));
}

function marker(look, x, y) {
  const shape = MARKERS[look.dash];
  const own = { class: `mark c${look.colour}` };
  if (shape === "circle") return s("circle", { ...own, cx: x, cy: y, r: 3 });
  if (shape === "square") return s("rect", { ...own, x: x - 2.8, y: y - 2.8, width: 5.6, height: 5.6 });
  const points = shape === "triangle" ? [0, -3.8, 3.5, 2.8, -3.5, 2.8] : [0, -4, 3.6, 0, 0, 4, -3.6, 0];
  const path = points.map((value, place) => (place % 2 ? y : x) + value).join(" ");
  return s("polygon", { ...own, points: path });
}

/** A short line in a condition's look, for a legend. */
export function sample(look) {
  return s(
    "svg.sample",
    { width: 28, height: 10, viewBox: "0 0 28 10", "aria-hidden": "true" },
    s("line", { class: `line c${look.colour}`, x1: 1, x2: 27, y1: 5, y2: 5, "stroke-dasharray": DASHES[look.dash] }),
    marker(look, 14, 5),
  );
}

/** Round steps for an axis from low to high. */
export function ticks(low, high, most = 6) {
  const rough = (high - low) / most || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step) found.push(value);
  return found;
}

/** Move labels apart, so that no two are nearer than a distance; they stay in order, and within bounds. */
export function spread(places, distance, low, high) {
  const order = places.map((place, index) => ({ place, index })).sort((a, b) => a.place - b.place);
  for (let turn = 0; turn < 60; turn += 1) {
    let moved = false;
    for (let at = 1; at < order.length; at += 1) {
      const lack = distance - (order[at].place - order[at - 1].place);
      if (lack > 0.01) {
        order[at].place += lack / 2;
        order[at - 1].place -= lack / 2;
        moved = true;
      }
    }
    if (order.length) {
      order[0].place = Math.max(order[0].place, low);
      order[order.length - 1].place = Math.min(order[order.length - 1].place, high);
    }
    if (!moved) break;
  }
  const found = [];
  for (const one of order) found[one.index] = one.place;
  return found;
}

function shortened(text, width) {
  const letters = Array.from(text);
  const most = Math.max(3, Math.floor(width / 6.4));
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join("")}…`;
}

/** The range of values of several plots, so that they share an axis. */
export function rangeOf(plots) {
  let [low, high] = [0, 1];
  for (const { low: lows, high: highs, mean } of plots) {
    for (const values of [lows, highs, mean]) {
      for (const value of values.flat().map(number)) {
        if (value !== null && Number.isFinite(value)) [low, high] = [Math.min(low, value), Math.max(high, value)];
      }
    }
  }
  return [low, high * 1.04];
}

/**
 * Draw a region plot, and again when its width changes.
 * @param {Object} plot
 * @param {string} plot.title - what it shows, for people who hear the page
 * @param {string[]} plot.conditions
 * @param {{colour: number, dash: number}[]} plot.looks - of the conditions
 * @param {string[]} plot.regions - names
 * @param {Object} plot.means - mean, low and high, by condition and region; words and critical by region
 * @param {[number, number]} plot.range - of the axis
 * @param {string} plot.unit
 */
export function regionPlot(plot) {
  const box = h("div.plot");
  let drawn = 0;
  const draw = () => {
    const width = Math.round(box.clientWidth);
    if (!width || width === drawn) return;
    drawn = width;
    box.replaceChildren(drawing(plot, width));
  };
  new ResizeObserver(() => requestAnimationFrame(draw)).observe(box);
  return box;
}

function drawing({ title, conditions, looks, regions, means, range, unit }, width) {
  const narrow = width < NARROW;
  const longest = Math.max(...conditions.map((text) => Array.from(text).length));
  const room = narrow ? 12 : Math.min(190, 22 + 6.6 * longest);
  const left = 44;
  const right = width - room;
  const slot = (right - left) / regions.length;
  const turned = slot < 52; // names of regions do not fit beside each other
  const top = 14;
  const bottom = top + (narrow ? 190 : 240);
  const height = bottom + (turned ? 96 : 52);
  const x = (region) => left + slot * (region + 0.5);
  const y = (value) => bottom - ((value - range[0]) / (range[1] - range[0])) * (bottom - top);
  const parts = [];
  means.critical.forEach((critical, region) => {
    if (critical) parts.push(s("rect.critical", { x: left + slot * region, y: top, width: slot, height: bottom - top }));
  });
  for (const value of ticks(...range)) {
    parts.push(s("line.grid", { x1: left, x2: right, y1: y(value), y2: y(value) }));
    parts.push(s("text.tick", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, fixed(value, value % 1 ? 1 : 0)));
  }
  parts.push(s("text.tick", { x: 12, y: (top + bottom) / 2, "text-anchor": "middle", transform: `rotate(-90 12 ${(top + bottom) / 2})` }, unit));
  regions.forEach((text, region) => {
    const own = text || `region ${region + 1}`;
    const words = means.words[region] ?? "";
    if (turned) {
      const at = `rotate(-40 ${x(region)} ${bottom + 14})`;
      parts.push(s("text.tick", { x: x(region) + 4, y: bottom + 14, "text-anchor": "end", transform: at }, shortened(own, 105), s("title", {}, `${own}: ${words}`)));
    } else {
      parts.push(s("text.tick", { x: x(region), y: bottom + 18, "text-anchor": "middle" }, shortened(own, slot - 6), s("title", {}, own)));
      parts.push(s("text.example", { x: x(region), y: bottom + 36, "text-anchor": "middle" }, shortened(words, slot - 4), s("title", {}, words)));
    }
  });
  const ends = [];
  const shift = (condition) => (condition - (conditions.length - 1) / 2) * Math.min(5, slot / (2.5 * conditions.length));
  conditions.forEach((condition, row) => {
    const look = looks[row];
    const at = (region) => x(region) + shift(row);
    let last = null;
    let path = "";
    const marks = [];
    regions.forEach((region, column) => {
      const [mean, low, high] = [means.mean, means.low, means.high].map((values) => number(values[row][column]));
      if (mean === null || !Number.isFinite(mean)) {
        last = null; // a gap, never a zero
        return;
      }
      path += `${last === null ? "M" : "L"}${at(column).toFixed(1)} ${y(mean).toFixed(1)}`;
      last = column;
      if (low !== null && high !== null) {
        marks.push(s("line", { class: `whisker c${look.colour}`, x1: at(column), x2: at(column), y1: y(low), y2: y(high) }));
      }
      const said = `${condition}, ${region || `region ${column + 1}`}: ${fixed(mean)} ${unit}`;
      const ends_ = low === null ? "" : ` (${fixed(low)} to ${fixed(high)})`;
      const dot = marker(look, at(column), y(mean));
      dot.append(s("title", {}, said + ends_));
      marks.push(dot);
      ends[row] = { x: at(column), y: y(mean) };
    });
    parts.push(s("path", { class: `line c${look.colour}`, d: path, "stroke-dasharray": DASHES[look.dash] }), ...marks);
  });
  if (!narrow) {
    const named = conditions.map((condition, row) => ({ condition, row, end: ends[row] })).filter((one) => one.end);
    const places = spread(named.map((one) => one.end.y), 14, top + 4, bottom);
    named.forEach(({ condition, row, end }, place) => {
      const from = Math.max(...named.map((one) => one.end.x)) + 8;
      parts.push(s("line", { class: `lead c${looks[row].colour}`, x1: end.x + 5, y1: end.y, x2: from + 6, y2: places[place] }));
      parts.push(s("text.label", { x: from + 9, y: places[place] + 4 }, shortened(condition, width - from - 9), s("title", {}, condition)));
    });
  }
  return s("svg.chart", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title }, ...parts);
}
