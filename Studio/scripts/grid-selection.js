// The selected cells of a grid: a rectangle from one cell to another. Shift with the arrows or a
// click extends it, as does dragging. The current cell alone is no selection.

export class GridSelection {
  #grid;
  /** The cell from which the rectangle extends. */
  #anchor = null;
  #range = null;
  #isDragged = false;

  constructor(grid) {
    this.#grid = grid;
    grid.view.addEventListener("pointerdown", (event) => this.#pressed(event));
  }

  /** The first and the last row and column, or null without a selection. */
  get range() {
    if (!this.#range) return null;
    const last = (this.#grid.source?.count ?? 0) - 1;
    const [first, end] = this.#range.rows;
    if (first > last) return null;
    return { rows: [first, Math.min(end, last)], columns: this.#range.columns };
  }

  /** How many cells are selected. */
  get size() {
    const { range } = this;
    return range ? (range.rows[1] - range.rows[0] + 1) * (range.columns[1] - range.columns[0] + 1)
      : 0;
  }

  clear() {
    this.#anchor = null;
    this.#range = null;
  }

  end() {
    this.clear();
    this.#changed();
  }

  has(row, column) {
    if (!this.#range) return false;
    const { rows, columns } = this.#range;
    return row >= rows[0] && row <= rows[1] && column >= columns[0] && column <= columns[1];
  }

  /** A text that differs between two selections of cells of a row. */
  columnsOf(row) {
    return this.#range && row >= this.#range.rows[0] && row <= this.#range.rows[1]
      ? this.#range.columns.join() : "";
  }

  /** The rows moved by `offset`. */
  shift(offset) {
    if (this.#anchor) this.#anchor.row += offset;
    if (this.#range) {
      this.#range.rows = this.#range.rows.map((row) => Math.max(0, row + offset));
    }
  }

  /** The current cell moved from `before`. */
  moved(before, isExtended) {
    if (!isExtended) return this.clear();
    this.#anchor ??= { row: Math.max(0, before.row), column: before.column };
    this.#select(this.#anchor, this.#grid.cursor);
    return undefined;
  }

  all() {
    this.#anchor = { row: 0, column: 0 };
    this.#range = { rows: [0, Infinity], columns: [0, this.#grid.columns.length - 1] };
    this.#changed();
  }

  /** Selects all columns of the selected rows, or of the current row. */
  wholeRows() {
    const { row } = this.#grid.cursor;
    const [first, last] = this.#range?.rows ?? [row, row];
    if (first < 0) return;
    this.#range = { rows: [first, last], columns: [0, this.#grid.columns.length - 1] };
    this.#anchor ??= { row: first, column: 0 };
    this.#changed();
  }

  /** A click at the start of a row selects it. At the start of the header, it selects all rows. */
  clickedSign(row, extend) {
    if (row === -1) return this.all();
    this.#grid.select(row, this.#grid.cursor.column, { extend });
    return this.wholeRows();
  }

  /** Whether the click that just came is the end of dragging. */
  wasDragged() {
    const wasDragged = this.#isDragged;
    this.#isDragged = false;
    return wasDragged;
  }

  #select(one, other) {
    this.#range = {
      rows: [Math.min(one.row, other.row), Math.max(one.row, other.row)],
      columns: [Math.min(one.column, other.column), Math.max(one.column, other.column)],
    };
    // A single cell is the current one.
    if (this.size === 1) this.#range = null;
  }

  #changed() {
    this.#grid.refresh();
    this.#grid.act("move");
  }

  #pressed(event) {
    const start = placeOf(event.target);
    this.#isDragged = false;
    // A finger scrolls.
    if (!start || event.button !== 0 || event.shiftKey || event.pointerType === "touch") return;
    const { view } = this.#grid;
    const move = (moved) => {
      const place = this.#placeAt(moved);
      if (!place || (!this.#isDragged && place.row === start.row
        && place.column === start.column)) return;
      if (!this.#isDragged) this.#grid.select(start.row, start.column);
      this.#isDragged = true;
      this.#grid.select(place.row, place.column, { extend: true });
    };
    const stop = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
      view.focus({ preventScroll: true });
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  }

  /** The cell under the pointer. Beside the grid, it is the next row or column, which scrolls. */
  #placeAt({ clientX, clientY }) {
    const box = this.#grid.view.getBoundingClientRect();
    const { row, column } = this.#grid.cursor;
    if (clientY >= box.bottom) return { row: row + 1, column };
    if (clientY <= box.top + 44) return { row: Math.max(0, row - 1), column };
    if (clientX >= box.right) return { row, column: column + 1 };
    return placeOf(document.elementFromPoint(clientX, clientY));
  }
}

function placeOf(element) {
  const cell = element?.closest?.(".grid-cell");
  const row = cell?.parentElement.row;
  return cell?.column === undefined || row === undefined ? null : { row, column: cell.column };
}
