/** Words that a model does not know, in a sentence: which, and in which items predictions compare them or come after. */

import { nameOfModel, sentenceOf } from "./data.js";
import { h, name } from "./dom.js";
import { counted } from "./numbers.js";

const MOST_UNKNOWN = 8;
const MOST_COMPARED = 12;

/** The sentence; null where the model knows all words, or the sentences were not kept. */
export function unknownWords(suite, one) {
  const words = new Set();
  const compared = new Set();
  const before = new Set(); // items with such a word before a region that predictions are about
  for (const place of Object.keys(one.unknown ?? {}).map(Number)) {
    const item = Math.floor(place / suite.conditions.length);
    sentenceOf(suite, one, item, place % suite.conditions.length).regions.forEach((region, at) => {
      for (const token of region.tokens.filter(({ unknown }) => unknown)) {
        words.add(token.text.trim());
        if (one.means?.critical[at]) compared.add(item);
        else if (one.means?.critical.some((isCritical, other) => isCritical && other > at)) before.add(item);
      }
    });
  }
  if (!words.size) return null;
  const shown = [...words].slice(0, MOST_UNKNOWN).flatMap((word, at) => [at ? ", " : "", name(word)]);
  const more = words.size > MOST_UNKNOWN ? ` and ${words.size - MOST_UNKNOWN} more` : "";
  return h("p.unknown-words", {}, name(nameOfModel(one)), ` does not know ${counted(words.size, "word")}: `, shown, more, ". ", ...comparedItems(suite, compared, before, words.size > 1));
}

/** In which items predictions are about such words, or about what comes after them, and what that means. */
function comparedItems(suite, compared, before, isMany) {
  const said = [];
  const of = (items) => {
    const numbers = [...items].map((item) => suite.items[item].number);
    const listed = numbers.length > MOST_COMPARED ? `${numbers.slice(0, MOST_COMPARED).join(", ")} and ${numbers.length - MOST_COMPARED} more` : numbers.join(", ");
    return `${items.size} of ${counted(suite.items.length, "item")} (${listed})`;
  };
  if (compared.size) said.push(`Predictions are about regions with ${isMany ? "such words" : "it"} in ${of(compared)}: what counts there is how likely some unknown word is, whichever it be. `);
  if (before.size) said.push(`In ${of(before)} ${isMany ? "such a word" : "it"} stands before a region that predictions are about, and may change what is expected there.`);
  if (!said.length) said.push(`No prediction is about a region with ${isMany ? "one of them" : "it"}, or after it.`);
  return said;
}
