/** What two tabs wrote in different places of one suite, together. */

/**
 * Put together what two sides changed in a document.
 * @param {Object} base - what both had
 * @param {Object} mine
 * @param {Object} theirs
 * @returns {Object|undefined} undefined: both changed one place, or one changed the design, so that a person has to choose
 */
export function merged(base, mine, theirs) {
  if (!isSame(base.region_meta, theirs.region_meta) || !isSame(base.region_meta, mine.region_meta)) return undefined;
  return both(base, mine, theirs);
}

function both(base, mine, theirs) {
  if (isSame(mine, base) || isSame(mine, theirs)) return theirs;
  if (isSame(theirs, base)) return mine;
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) return ofLists(base, mine, theirs);
  if (isObject(base) && isObject(mine) && isObject(theirs)) return ofObjects(base, mine, theirs);
  return undefined;
}

function ofLists(base, mine, theirs) {
  if (base.length !== mine.length || base.length !== theirs.length) return undefined;
  const isElsewhere = (one, at) => called(one) !== called(mine[at]) || called(one) !== called(theirs[at]);
  if (base.some(isElsewhere)) return undefined;
  const members = base.map((one, at) => both(one, mine[at], theirs[at]));
  return members.includes(undefined) ? undefined : members;
}

function ofObjects(base, mine, theirs) {
  const keys = Object.keys(base);
  if (!isSame(keys, Object.keys(mine)) || !isSame(keys, Object.keys(theirs))) return undefined;
  const members = keys.map((key) => [key, both(base[key], mine[key], theirs[key])]);
  return members.some(([, member]) => member === undefined) ? undefined : Object.fromEntries(members);
}

/** What an item, a condition or a region is called. */
function called(one) {
  return JSON.stringify([one?.item_number, one?.condition_name, one?.region_number]);
}

function isObject(one) {
  return typeof one === "object" && one !== null;
}

function isSame(left, right) {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
