/** What can be done with items, conditions and regions, from their heads and from the chosen cell. */

import { Refusal } from "../api.js";
import { counted } from "./paste.js";
import { itemName, regionName, withCopy, withLabel, withMoved, withoutItem } from "./cells.js";
import { tell } from "./line.js";
import { askName, openMenu } from "./menu.js";

/** The menus of a grid; see grid.js. */
export function menusOf(grid) {
  const { store } = grid;
  const back = () => grid.editor.focus();

  /** Change items here; say what was done. */
  function items(label, said, change, at = null) {
    if (store.apply(label, change)) tell(grid.message, `${said} Undo takes it back.`);
    if (at !== null) grid.selection.go(Math.max(0, grid.view.rows.findIndex((row) => row.item === at)), grid.selection.active.col);
  }

  /** Have the library change regions or conditions, as predictions name them. */
  async function change(label, said, what) {
    const answer = await store.change(label, "/edit", { edit: what });
    tell(grid.message, [said, ...answer.reported].filter(Boolean).join(" "));
  }

  async function edit(label, said, what) {
    try {
      await change(label, said, what);
    } catch (error) {
      tell(grid.message, error.message);
      if (!(error instanceof Refusal)) throw error;
    }
  }

  function ofItem({ item }) {
    const own = store.document.items[item];
    const last = store.document.items.length - 1;
    return {
      title: itemName(own),
      entries: [
        { label: "Add item above", act: () => grid.addItem(item) },
        { label: "Add item below", act: () => grid.addItem(item + 1) },
        { label: "Duplicate item", act: () => items(`duplicating ${itemName(own)}`, `Duplicated ${itemName(own)}.`, (document) => withCopy(document, item), item + 1) },
        { label: "Move item up", disabled: item === 0, act: () => items(`moving ${itemName(own)}`, `Moved ${itemName(own)} up.`, (document) => withMoved(document, item, -1), item - 1) },
        { label: "Move item down", disabled: item === last, act: () => items(`moving ${itemName(own)}`, `Moved ${itemName(own)} down.`, (document) => withMoved(document, item, 1), item + 1) },
        { label: "Label of the item ...", act: (at) => labelItem(item, at) },
        {
          label: "Delete item",
          disabled: last === 0,
          act: () => items(`deleting ${itemName(own)}`, `Deleted ${itemName(own)} (${counted(own.conditions?.length ?? 0, "sentence")}).`, (document) => withoutItem(document, item), Math.min(item, last - 1)),
        },
      ],
    };
  }

  function labelItem(item, at) {
    const own = store.document.items[item];
    const act = (label) => items(`labelling ${itemName(own)}`, label ? `Labelled ${itemName(own)}.` : "Took the label away.", (document) => withLabel(document, item, label));
    askName(at, { label: `Label of ${itemName(own)}; empty: its number alone`, value: own.label ?? "", act }, back);
  }

  function ofCondition({ item, condition }) {
    const name = store.document.items[item]?.conditions?.[condition]?.condition_name;
    const names = store.conditions;
    const place = names.indexOf(name);
    return {
      title: `condition ${name}, in all items`,
      entries: [
        { label: "Rename condition ...", act: (at) => nameCondition(name, at) },
        { label: "Add condition below ...", act: (at) => addCondition(name, null, at) },
        { label: "Duplicate condition ...", act: (at) => addCondition(name, name, at) },
        { label: "Move condition up", disabled: place <= 0, act: () => edit(`moving condition ${name}`, `Moved condition ${name} up.`, { kind: "move_condition", name, to: names[place - 1] }) },
        { label: "Move condition down", disabled: place === names.length - 1, act: () => edit(`moving condition ${name}`, `Moved condition ${name} down.`, { kind: "move_condition", name, to: names[place + 1] }) },
        { label: "Delete condition", disabled: names.length < 2, act: () => edit(`deleting condition ${name}`, `Deleted condition ${name} from all items. Undo takes it back.`, { kind: "delete_condition", name }) },
      ],
    };
  }

  function nameCondition(name, at) {
    const act = (to) => named(to) && change(`renaming condition ${name}`, `Condition ${name} is now ${to}.`, { kind: "rename_condition", name, to });
    askName(at, { label: `New name of condition ${name}`, value: name, act }, back);
  }

  function addCondition(after, copyOf, at) {
    const act = (name) => named(name) && change(`adding condition ${name}`, `Added condition ${name} to all items.`, { kind: "add_condition", name, after, copy_of: copyOf });
    askName(at, { label: copyOf ? `Name of the copy of ${copyOf}` : "Name of the new condition", value: "", act }, back);
  }

  function ofRegion({ number }) {
    const regions = store.regions;
    const place = regions.findIndex((region) => region.number === number);
    const region = regions[place];
    const called = regionName(region);
    return {
      title: called,
      entries: [
        { label: "Rename region ...", act: (at) => renameRegion(region, at) },
        { label: "Add region before ...", act: (at) => addRegion(regions[place - 1]?.number ?? 0, at) },
        { label: "Add region after ...", act: (at) => addRegion(number, at) },
        { label: "Move region towards the beginning", disabled: place === 0, act: () => edit(`moving ${called}`, `Moved ${called}.`, { kind: "move_region", number, to: regions[place - 1].number }) },
        { label: "Move region towards the end", disabled: place === regions.length - 1, act: () => edit(`moving ${called}`, `Moved ${called}.`, { kind: "move_region", number, to: regions[place + 1].number }) },
        { label: "Delete region", disabled: regions.length < 2, act: () => edit(`deleting ${called}`, `Deleted ${called} with its texts. Undo takes it back.`, { kind: "delete_region", number }) },
      ],
    };
  }

  function renameRegion({ number, name }, at) {
    const act = (to) => named(to) && change(`renaming region ${number}`, `Region ${number} is now ${to}.`, { kind: "rename_region", number, name: to });
    askName(at, { label: `New name of region ${number}`, value: name, act }, back);
  }

  function addRegion(after, at) {
    const act = (name) => named(name) && change(`adding region ${name}`, `Added region ${after + 1} ${name}.`, { kind: "add_region", after, name });
    askName(at, { label: `Name of the new region ${after + 1}`, value: "", act }, back);
  }

  const groups = { item: ofItem, condition: ofCondition, region: ofRegion };
  const open = (at, list) =>
    openMenu(
      at,
      list.map(({ title, entries }) => ({ title, entries: entries.map((entry) => ({ ...entry, act: () => entry.act(at) })) })),
      back,
    );
  return {
    open: (kind, what, at) => {
      grid.editor.commit();
      open(at, [groups[kind](what)]);
    },
    openCell: (at) => {
      const { row, col } = grid.selection.active;
      const own = grid.view.rows[row];
      const region = grid.view.regions[col];
      if (own && region) open(at, [ofItem(own), ofCondition(own), ofRegion(region)]);
    },
    renameRegion,
  };
}

/** Refuse an empty name. */
function named(name) {
  if (!name) throw new Error("Write a name.");
  return true;
}
