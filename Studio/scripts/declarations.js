// What the declaration of a column says about its values: choices, required values, moments.

import { tokens } from "./sql-words.js";

const BOOLEAN = [[1, "true"], [0, "false"]];

export function isBoolean(column) {
  return /^bool(ean)?$/i.test(column.type ?? "");
}

/** Whether a new row needs a value. */
export function isRequired(table, column) {
  return column.isNotNull && column.default === null && !isAutomatic(table, column);
}

/** Whether SQLite gives a new row the next number. */
export function isAutomatic(table, column) {
  return table.key?.length === 1 && table.key[0] === column.name && /^integer$/i.test(column.type);
}

/** The values from which a user would choose, with their words: [value, words]. Often empty. */
export function choices(table, column) {
  return isBoolean(column) ? BOOLEAN
    : checked(table, column).map((value) => [value, String(value)]);
}

/** The values of `CHECK (column IN (…))`. Another part of the rule may permit further values. */
function checked({ sql }, column) {
  const words = tokens(sql ?? "").filter((token) => token.kind !== "comment");
  const start = words.findIndex((token, index) => token.text.toUpperCase() === "IN"
    && index > 0 && unquoted(words[index - 1].text) === column.name.toLowerCase());
  const values = [];
  for (let index = start + 1; start > 0 && index < words.length; index += 1) {
    const { kind, text } = words[index];
    const before = sql.slice(words[index - 1].end, words[index].start);
    if (before.includes(")") || !"( ,".includes(before.trim()[0] ?? " ")) break;
    if (kind === "string" && text[0] === "'") values.push(text.slice(1, -1).replaceAll("''", "'"));
    else if (kind === "number" && Number.isSafeInteger(Number(text))) {
      values.push(Number(text) * (before.includes("-") ? -1 : 1));
    } else break;
  }
  return values;
}

function unquoted(text) {
  return text.replace(/^["`[](.*)["`\]]$/s, "$1").replaceAll("\"\"", "\"").toLowerCase();
}

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/;

/** The kind of the field in which a browser edits a moment: "date", "datetime-local" or null. */
export function momentKind(column, value) {
  if (column.epoch || (typeof value === "string" && TIME.test(value))) return "datetime-local";
  if (typeof value === "string" && DATE.test(value)) return "date";
  if (value !== null) return null;
  const type = (column.type ?? "").toLowerCase();
  return type === "date" ? "date" : /^(datetime|timestamp)/.test(type) ? "datetime-local" : null;
}
