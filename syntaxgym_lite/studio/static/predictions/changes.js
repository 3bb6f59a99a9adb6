/** Changes of the list of predictions, each of which can be undone; keys that nobody here knows are kept. */

const OLD_FORM = ["relation", "region_number", "l_operand", "r_operand"];

/** The predictions of a document, whatever it has in their place. */
export function listOf(document) {
  return Array.isArray(document.predictions) ? document.predictions : [];
}

function withList(document, change) {
  const before = listOf(document);
  const after = change(before);
  return after === before ? document : { ...document, predictions: after };
}

/** What it is called in a sentence. */
export function titleOf(prediction, place) {
  return prediction?.name ? `prediction “${prediction.name}”` : `prediction ${place + 1}`;
}

/** Add predictions at the end. */
export function add(store, predictions) {
  const label = predictions.length === 1 ? "add a prediction" : `add ${predictions.length} predictions`;
  store.apply(label, (document) => withList(document, (list) => [...list, ...predictions]));
}

/** Delete one. */
export function remove(store, place) {
  const label = `delete ${titleOf(listOf(store.document)[place], place)}`;
  store.apply(label, (document) => withList(document, (list) => list.filter((_, at) => at !== place)));
}

/** Put another one like it behind it. */
export function duplicate(store, place) {
  const label = `duplicate ${titleOf(listOf(store.document)[place], place)}`;
  store.apply(label, (document) => withList(document, (list) => [...list.slice(0, place + 1), copyOf(list[place]), ...list.slice(place + 1)]));
}

function copyOf(prediction) {
  return prediction && typeof prediction === "object" ? { ...prediction, ...(prediction.name ? { name: `${prediction.name} (copy)` } : {}) } : prediction;
}

/** Move one up or down by some places. */
export function move(store, place, by) {
  const label = `move ${titleOf(listOf(store.document)[place], place)}`;
  store.apply(label, (document) =>
    withList(document, (list) => {
      const to = place + by;
      if (to < 0 || to >= list.length) return list;
      const after = [...list];
      after.splice(to, 0, ...after.splice(place, 1));
      return after;
    }),
  );
}

/** Write the name, the description or the formula of one; an empty name or description is taken away. */
export function write(store, place, key, text) {
  const label = `change the ${key} of ${titleOf(listOf(store.document)[place], place)}`;
  return store.apply(label, (document) =>
    withList(document, (list) => {
      const before = list[place];
      if (!before || typeof before !== "object" || (before[key] ?? "") === text) return list;
      const after = { ...before, [key]: text };
      if (text === "" && key !== "formula") delete after[key];
      if (key === "formula" && !("formula" in before)) {
        for (const gone of OLD_FORM) delete after[gone]; // a relation of two operands says the same in the old form
        after.type = "formula";
      }
      return list.map((one, at) => (at === place ? after : one));
    }),
  );
}
