// The statement for a result in another order, or with only the rows that contain a text.

import { contains, quoted } from "./sql-words.js";

/**
 * The result of `sql`, whose columns have these names, in the order of a column and with a text in
 * any column. `order` is null or { position, descending }.
 */
export function arrangedSQL(sql, names, { order, text }) {
  const own = names.map((_, index) => `c${index + 1}`);
  // The names of a result can occur twice.
  const shown = names.map((title, index) => `${own[index]} AS ${quoted(title)}`).join(", ");
  const finds = text === "" ? ""
    : `\nWHERE ${own.map((column) => contains(column, text)).join(" OR ")}`;
  const sorts = order ? `\nORDER BY ${own[order.position]}${order.descending ? " DESC" : ""}` : "";
  return `WITH result(${own.join(", ")}) AS (\n${sql.trim().replace(/;$/, "")}\n)\n`
    + `SELECT ${shown}\nFROM result${finds}${sorts}`;
}
