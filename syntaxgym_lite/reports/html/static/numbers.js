/** Numbers as a reader expects them. Infinity comes as "inf", what is undefined as null. */

const MINUS = "\u2212";

/** A number of the page's data as JavaScript has it; null stays. */
export function number(value) {
  return value === "inf" ? Infinity : value === "-inf" ? -Infinity : value;
}

/** With so many decimal places; a stroke where there is none. */
export function fixed(value, places = 2, { sign = false } = {}) {
  const own = number(value);
  if (own === null || own === undefined) return "\u2013";
  if (!Number.isFinite(own)) return own > 0 ? "\u221e" : `${MINUS}\u221e`;
  const text = Math.abs(own).toFixed(places);
  const isZero = Number(text) === 0;
  return `${own < 0 && !isZero ? MINUS : sign && !isZero ? "+" : ""}${text}`;
}

/** A probability of a test. */
export function probability(p) {
  if (p === null || p === undefined) return "\u2013";
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

/** An interval. */
export function interval(low, high, places = 2) {
  return low === null || low === undefined ? "\u2013" : `${fixed(low, places)} to ${fixed(high, places)}`;
}

/** A number with what is counted. */
export function counted(n, one, several = `${one}s`) {
  return `${n} ${n === 1 ? one : several}`;
}

/** A number for a table that a program reads. */
export function plain(value) {
  return value === null || value === undefined ? "" : String(value);
}
