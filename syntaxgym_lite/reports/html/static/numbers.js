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

const MOST_PLACES = 5; // beyond which a number is written with a power of ten

/** How many decimal places a value needs to show so many digits. */
function placesFor(value, digits = 1) {
  const size = Math.abs(value);
  return size > 0 && Number.isFinite(size) ? Math.max(0, digits - 1 - Math.floor(Math.log10(size))) : 0;
}

/** With so many places, or as many more as it takes to show that a value is not 0. */
export function visible(value, places = 1, { sign = false } = {}) {
  const own = number(value);
  if (own === null || own === undefined || !Number.isFinite(own)) return fixed(value, places, { sign });
  const needed = Math.abs(own) < 0.5 * 10 ** -places ? placesFor(own) : places;
  if (needed <= MOST_PLACES) return fixed(own, Math.max(needed, places), { sign });
  return `${own < 0 ? MINUS : sign ? "+" : ""}${Math.abs(own).toExponential(1).replace("-", MINUS)}`;
}

/**
 * Two sides and how far they are apart, written so that the one minus the other is what is said of them.
 * @returns {string[]} left, right and the size of the margin
 */
export function sides(left, right, { least = 1 } = {}) {
  const margin = Math.abs(left - right);
  const whole = Number.isInteger(left) && Number.isInteger(right);
  for (let places = whole ? 0 : least; places <= MOST_PLACES; places += 1) {
    const [a, b, c] = [left, right, margin].map((value) => Number(value.toFixed(places)));
    const agrees = !Number.isFinite(margin) || Math.round((Math.abs(a - b) - c) * 10 ** places) === 0;
    if (agrees && (c > 0 || margin === 0) && (a !== 0 || left === 0) && (b !== 0 || right === 0)) {
      return [left, right, margin].map((value) => fixed(value, places));
    }
  }
  const places = placesFor(margin, 2); // that of the margin, where no number of places makes all three agree
  return [left, right, margin].map((value) => (places <= MOST_PLACES + 3 ? fixed(value, places) : visible(value, 3)));
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
