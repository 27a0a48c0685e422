// The keys of a grid, as the grid pattern of ARIA describes them.

/** Moves the current cell, or sends the action of the pressed key. */
export function moveCursor(grid, event) {
  if (event.target !== grid.view || event.altKey) return;
  const { row, column } = grid.cursor;
  const control = event.ctrlKey || event.metaKey;
  const lastColumn = grid.columns.length - 1;
  const isHead = row === -1;
  const actions = {
    ArrowUp: () => grid.select(control ? 0 : row - 1, column),
    ArrowDown: () => grid.select(control ? Infinity : row + 1, column),
    ArrowLeft: () => (event.shiftKey ? resize(grid, -16) : grid.select(row, control ? 0
      : column - 1)),
    ArrowRight: () => (event.shiftKey ? resize(grid, 16) : grid.select(row, control ? lastColumn
      : column + 1)),
    PageUp: () => grid.select(Math.max(0, row - grid.pageSize), column),
    PageDown: () => grid.select(row + grid.pageSize, column),
    Home: () => grid.select(control ? 0 : row, 0),
    End: () => grid.select(control ? Infinity : row, lastColumn),
    Enter: () => (isHead ? grid.act("order", { add: event.shiftKey })
      : grid.act(event.shiftKey ? "refer" : "follow")),
    " ": () => grid.act(isHead ? "order" : "open"),
    F2: () => grid.act("edit"),
    Delete: () => grid.act("clear"),
    Escape: () => grid.act("leave"),
  };
  const action = control && event.key === "c" ? () => copy(grid) : actions[event.key];
  if (!action) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}

function resize(grid, step) {
  grid.resizeColumn(grid.cursor.column, grid.columnWidth(grid.cursor.column) + step);
}

function copy(grid) {
  navigator.clipboard?.writeText(grid.currentText).catch(() => {});
}
