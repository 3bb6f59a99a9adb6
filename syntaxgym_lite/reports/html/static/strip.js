/** A score on a line from 0 to 1, with its interval, and chance as a tick. */

import { s } from "./dom.js";

const WIDTH = 64;
const HEIGHT = 10;

/**
 * Draw it; what it shows stands beside it as text.
 * @param {number} score
 * @param {number|null} low
 * @param {number|null} high
 * @param {number|null} chance
 */
export function strip(score, low, high, chance) {
  const x = (value) => (3 + Math.min(1, Math.max(0, value)) * (WIDTH - 6)).toFixed(1);
  const y = HEIGHT / 2;
  return s(
    "svg.strip",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, "aria-hidden": "true", focusable: "false" },
    s("line.axis", { x1: x(0), x2: x(1), y1: y, y2: y }),
    chance === null ? null : s("line.chance", { x1: x(chance), x2: x(chance), y1: 0, y2: HEIGHT }),
    low === null ? null : s("line.interval", { x1: x(low), x2: x(high), y1: y, y2: y }),
    s("circle.score", { cx: x(score), cy: y, r: 2.6 }),
  );
}

/** A difference on a line from -1 to 1, with its interval, and 0 as a tick. */
export function differenceStrip(difference, low, high) {
  const to = (value) => (value === null || value === undefined ? null : (value + 1) / 2);
  return strip(to(difference), to(low), to(high), 0.5);
}

/** Draw those that the page asks for: elements with data-strip="score low high chance". */
export function drawStrips(root) {
  for (const element of root.querySelectorAll("[data-strip]")) {
    const values = element.dataset.strip.split(" ").map((text) => (text === "-" ? null : Number(text)));
    element.append(strip(...values));
  }
}
