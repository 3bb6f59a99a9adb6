/** Tables as spreadsheets put them on the clipboard: lines of cells with tabs between them, some of them quoted. */

/**
 * Read a table. A cell that holds a tab, a line end or doubled quotes stands in quotes; quotes that close before the
 * cell ends, or around nothing of that kind, are the text's own (Excel quotes no others).
 * @param {string} text
 * @returns {{rows: string[][], mended: number}} mended: in how many cells line ends and tabs became blanks
 */
export function readTable(text) {
  const rows = [[]];
  let at = 0;
  while (at < text.length) {
    const { value, end } = cellAt(text, at);
    rows.at(-1).push(value);
    at = end;
    if (at >= text.length) break;
    if (text[at] === "\t") {
      at += 1;
      if (at >= text.length) rows.at(-1).push("");
    } else {
      at += text.startsWith("\r\n", at) ? 2 : 1;
      if (at < text.length) rows.push([]);
    }
  }
  let mended = 0;
  const clean = rows.map((row) =>
    row.map((cell) => {
      const one = oneLine(cell);
      if (one !== cell) mended += 1;
      return one;
    }),
  );
  const width = Math.max(1, ...clean.map((row) => row.length));
  return { rows: clean.map((row) => [...row, ...Array(width - row.length).fill("")]), mended };
}

/** A text without line ends and tabs: each becomes a blank, none at the ends. */
export function oneLine(text) {
  return /[\t\r\n\v\f\u2028\u2029]/.test(text) ? text.replace(/^[\r\n]+|[\r\n]+$/g, "").replace(/[^\S\r\n]*(?:\r\n|[\t\r\n\v\f\u2028\u2029])+[^\S\r\n]*/g, " ") : text;
}

const PLAIN = /[^\t\r\n]*/y;
const QUOTED = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y;

function cellAt(text, at) {
  QUOTED.lastIndex = at;
  const quoted = QUOTED.exec(text);
  if (quoted && /[\t\r\n]|""/.test(quoted[1])) return { value: quoted[1].replaceAll('""', '"'), end: QUOTED.lastIndex };
  PLAIN.lastIndex = at;
  return { value: PLAIN.exec(text)[0], end: PLAIN.lastIndex };
}

/** Write a table so that spreadsheets read it. */
export function writeTable(rows) {
  return rows.map((row) => row.map(written).join("\t")).join("\r\n");
}

function written(text) {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
