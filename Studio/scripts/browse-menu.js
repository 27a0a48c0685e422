// The menus of a cell and of a header in Browse, and the dialog for columns.

import { isWhole } from "./values.js";
import { openColumns, readingChoices } from "./columns-dialog.js";
import { openMenu } from "./menu.js";
import { plain } from "./text.js";
import { quoted } from "./sql-words.js";
import { route } from "./route.js";
import { setCells } from "./selected-rows.js";

/** Opens the menu of the current cell or header. */
export function openBrowseMenu(browse, { x, y }) {
  const { grid } = browse;
  const column = grid.currentColumn;
  if (!column) return;
  const isHead = grid.cursor.row < 0;
  const items = isHead ? headItems(browse, column) : cellItems(browse, column);
  openMenu({ x, y, items, origin: grid.view, label: isHead ? `Column ${plain(column.name)}`
    : `Cell of ${plain(column.name)}` });
}

function headItems(browse, column) {
  const { memory, place } = browse;
  const order = place.order.find((one) => one.column === column.name);
  const sort = (descending) => browse.go({ order: [{ column: column.name,
    ...(descending ? { descending } : {}) }] });
  const choices = readingChoices(column, browse.valuesOf(column));
  return [
    { words: "Sort ascending", isChecked: Boolean(order && !order.descending),
      act: () => sort(false) },
    { words: "Sort descending", isChecked: order?.descending === true, act: () => sort(true) },
    order ? { words: "No order", isChecked: false, act: () => browse.go({ order: [] }) }
      : undefined,
    null,
    { words: "Commonest values", act: () => browse.showFacets(column.name) },
    browse.grid.columns.length > 1 ? { words: "Hide column", act: () => {
      memory.set(column.name, { isHidden: true });
      browse.columnsChosen();
    } } : undefined,
    { words: "Columns …", key: "c", act: () => browse.openColumns() },
    ...(choices.length ? [null, ...choices.filter(({ id, isLikely }) => isLikely !== false
      || id === column.readAs).map(({ id, words }) => ({ words: `Read as ${words}`,
      isChecked: id === column.readAs, act: () => {
        memory.set(column.name, { readAs: id });
        browse.columnsChosen();
      } }))] : []),
    ...(browse.canEdit ? [null, ...schemaItems(browse.table, column)] : []),
  ].filter((item) => item !== undefined);
}

/** Changes of the schema. Each opens the SQL page, which shows its effect before it is applied. */
function schemaItems(table, column) {
  const [own, target] = [quoted(column.name), quoted(table.name)];
  const index = quoted(`${table.name}_${column.name}`);
  return [
    ["Create an index …", `CREATE INDEX ${index} ON ${target} (${own})`],
    ["Rename the column …", `ALTER TABLE ${target} RENAME COLUMN ${own} TO ${own}`],
    ["Add a column …", `ALTER TABLE ${target} ADD COLUMN new_column TEXT`],
    ["Remove the column …", `ALTER TABLE ${target} DROP COLUMN ${own}`],
  ].map(([words, sql]) => ({ words, act: () => route.go({ view: "sql", sql }) }));
}

function cellItems(browse, column) {
  const { grid } = browse;
  const row = grid.currentRow;
  const value = row?.values[column.position];
  const { range } = grid.selection;
  const several = range ? range.rows[1] - range.rows[0] + 1 : 1;
  const rows = several === 1 ? "row" : `${several} rows`;
  const filter = (operator) => browse.filters.addValue(column.name, value, operator);
  const canFilter = row && isWhole(value);
  return [
    browse.canEdit && { words: several === 1 ? "Edit" : `Edit in ${rows}`, key: "F2",
      act: () => grid.act("edit") },
    browse.canEdit && !column.isNotNull && { words: "Set NULL",
      act: () => setCells(browse, column, null) },
    { words: "Copy", key: "Ctrl C", act: () => grid.copy() },
    { words: "Copy or export rows …", key: "e", act: () => browse.openExport() },
    null,
    canFilter && { words: "Only rows with this value", key: "f", act: () => filter("is") },
    canFilter && { words: "Only rows without this value", act: () => filter("isNot") },
    column.reference && row && value !== null && { words: `Go to ${plain(column.reference.table)}`,
      key: "Enter", act: () => grid.act("follow") },
    row && browse.table.referencedBy.length > 0 && { words: "Rows that refer to this row …",
      key: "Shift Enter", act: () => grid.act("refer") },
    { words: "Details of the row", key: "Space", act: () => grid.act("open") },
    ...(browse.canEdit ? [null,
      several === 1 && { words: "Duplicate row …", act: () => browse.addRow(row) },
      { words: `Delete ${rows}`, key: "Delete", act: () => grid.act("clear") }] : []),
  ].filter((item) => item !== false && item !== undefined);
}

export function openBrowseColumns(browse) {
  const { grid, memory } = browse;
  const shown = new Map(grid.columns.map((column) => [column.name, column]));
  openColumns({
    // The shown columns have the epoch that the page has found.
    columns: browse.allColumns().map((column) => ({ ...shown.get(column.name), ...column })),
    memory, values: (column) => browse.valuesOf(column),
    go: (column) => {
      grid.select(Math.max(0, grid.cursor.row),
        grid.columns.findIndex((one) => one.name === column.name));
      grid.view.focus();
    },
    changed: () => browse.columnsChosen(),
  });
}
