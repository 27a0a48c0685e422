// Edits of all selected rows at once, or of the current row.

import { count } from "./text.js";
import { obstacle } from "./cell-editor.js";

// The server accepts as many changes at once.
const MOST_EDITS = 1000;

/** The selected rows, or the current one. Null where the page cannot edit them all. */
export function selectedRows(browse) {
  const { grid, source } = browse;
  const { range } = grid.selection;
  if (!range) return grid.currentRow ? [grid.currentRow] : null;
  const [first, last] = range.rows;
  const rows = [];
  for (let index = first; index <= Math.min(last, first + MOST_EDITS); index += 1) {
    rows.push(source.row(index));
  }
  if (rows.length <= MOST_EDITS && rows.every(Boolean)) return rows;
  browse.say(`Studio edits at most ${count(MOST_EDITS)} rows at once, and only those that it has `
    + "read. Use UPDATE or DELETE in SQL for more: its preview says how many rows change.");
  return null;
}

/** Stages a value for a column of the selected rows. */
export function setCells(browse, column, value) {
  const { stage } = browse.app;
  const rows = selectedRows(browse) ?? [];
  for (const row of rows) {
    const problem = obstacle(browse, column, stage.mark(browse.table, row));
    if (problem) return browse.say(problem);
  }
  for (const row of rows) stage.set(browse.table, row, column, value);
  return undefined;
}

/** Stages the deletion of the selected rows, or removes it where all of them have it. */
export function deleteRows(browse) {
  const { stage } = browse.app;
  const rows = browse.canEdit ? selectedRows(browse) ?? [] : [];
  const others = rows.filter((row) => stage.mark(browse.table, row)?.kind !== "staged-deletion");
  for (const row of others.length ? others : rows) stage.remove(browse.table, row);
}
