// The keys of a grid, as the grid pattern of ARIA describes them.

import { cellText, copyText, isWhole } from "./values.js";
import { counted } from "./text.js";

/** Moves the current cell, or sends the action of the pressed key. */
export function moveCursor(grid, event) {
  if (event.target !== grid.view || event.altKey) return;
  const { row, column } = grid.cursor;
  const control = event.ctrlKey || event.metaKey;
  const lastColumn = grid.columns.length - 1;
  const isHead = row === -1;
  const go = (...place) => grid.select(...place, { extend: event.shiftKey && !isHead });
  const actions = {
    ArrowUp: () => go(control ? 0 : Math.max(event.shiftKey && !isHead ? 0 : -1, row - 1), column),
    ArrowDown: () => go(control ? Infinity : row + 1, column),
    ArrowLeft: () => (isHead && event.shiftKey ? resize(grid, -16) : go(row, control ? 0
      : column - 1)),
    ArrowRight: () => (isHead && event.shiftKey ? resize(grid, 16) : go(row, control ? lastColumn
      : column + 1)),
    PageUp: () => go(Math.max(0, row - grid.pageSize), column),
    PageDown: () => go(row + grid.pageSize, column),
    Home: () => go(control ? 0 : row, 0),
    End: () => go(control ? Infinity : row, lastColumn),
    Enter: () => (isHead ? grid.act("order", { add: event.shiftKey })
      : grid.act(event.shiftKey ? "refer" : "follow")),
    " ": () => (event.shiftKey ? grid.selection.wholeRows() : grid.act(isHead ? "order" : "open")),
    F2: () => grid.act("edit"),
    ContextMenu: () => grid.mouse.openMenu(),
    F10: event.shiftKey ? () => grid.mouse.openMenu() : undefined,
    Delete: () => grid.act("clear"),
    Escape: () => (grid.selection.size ? grid.selection.end() : grid.act("leave")),
  };
  const isTyped = grid.isEditable && !isHead && !control && event.key.length === 1
    && !" /?".includes(event.key);
  const action = control && event.key === "a" ? () => grid.selection.all()
    : control && event.key === "c" ? () => grid.copy()
      : actions[event.key] ?? (isTyped ? () => grid.act("edit", { text: event.key }) : undefined);
  if (!action) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}

function resize(grid, step) {
  grid.resizeColumn(grid.cursor.column, grid.columnWidth(grid.cursor.column) + step);
}

/** Copies the complete value of the current cell, with a staged change. */
export async function copyCell(grid) {
  const { currentRow: row, currentColumn: column, source } = grid;
  if (!row) return;
  try {
    const change = source.mark(row)?.columns?.get(column.position);
    const shown = row.values[column.position];
    const value = change && "value" in change ? change.value
      : await source.wholeValue(row, column, grid.cursor.row);
    const text = copyText(value);
    await navigator.clipboard.writeText(text);
    const isShort = isWhole(shown) && text.length < 100;
    grid.act("tell", { words: `Copied ${isShort ? cellText(value)
      : counted(text.length, "character")}.` });
  } catch (error) {
    grid.act("tell", { words: error.name === "NotAllowedError"
      ? "The browser does not let the page write to the clipboard." : error.message,
    isProblem: true });
  }
}
