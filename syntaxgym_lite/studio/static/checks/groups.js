/** What was found amiss, in groups of one kind, and in words. */

/**
 * @typedef {Object} Group
 * @property {string} key
 * @property {string} title
 * @property {string} code - empty for problems
 * @property {import("./checker.js").Remark[]} remarks
 */

const TITLES = { problem: "Not usable yet", warning: "Warnings", note: "Notes" };

/**
 * Problems first, then warnings, then notes.
 * @param {import("./checker.js").Checked} checked
 * @returns {{severity: string, title: string, n: number, groups: Group[]}[]}
 */
export function sectionsOf({ problems, findings, codes }) {
  const of = (severity) => findings.filter((one) => one.severity === severity);
  const sections = [
    { severity: "problem", groups: grouped(problems, (one) => one.message, (one) => one.message) },
    ...["warning", "note"].map((severity) => ({ severity, groups: grouped(of(severity), (one) => one.code, (one) => titleOf(codes[one.code])) })),
  ];
  return sections
    .map((section) => ({ ...section, title: TITLES[section.severity], n: section.groups.reduce((n, { remarks }) => n + remarks.length, 0) }))
    .filter(({ n }) => n > 0);
}

function grouped(remarks, keyOf, titled) {
  const groups = new Map();
  for (const one of remarks) {
    const key = keyOf(one);
    if (!groups.has(key)) groups.set(key, { key, title: titled(one), code: one.code ?? "", remarks: [] });
    groups.get(key).remarks.push(one);
  }
  return [...groups.values()];
}

/** The line of a code, as the head of a group. */
function titleOf(line = "") {
  const text = line.replace(/ \(a note\)$/, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Where a remark leads, in words: "item 3, sg_pl, region 2 verb"; empty where it is about the suite. */
export function placeOf(store, { item, condition, region, prediction }) {
  if (prediction !== null) {
    const called = store.document.predictions?.[prediction]?.name;
    return `prediction ${prediction + 1}${called ? ` ${called}` : ""}`;
  }
  const own = item === null ? undefined : store.document.items[item];
  const named = region === null ? undefined : store.regions.find(({ number }) => number === region)?.name;
  return [
    item === null ? "" : `item ${own?.label ?? own?.item_number ?? item + 1}`,
    condition === null ? "" : (own?.conditions?.[condition]?.condition_name ?? ""),
    region === null ? "" : `region ${region}${named ? ` ${named}` : ""}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** "3 problems, 1 warning" */
export function countsOf({ problems, findings }) {
  const n = { problem: problems.length, warning: 0, note: 0 };
  for (const one of findings) n[one.severity] += 1;
  const said = Object.entries(n).filter(([, count]) => count).map(([word, count]) => `${count} ${word}${count === 1 ? "" : "s"}`);
  return said.join(", ");
}
