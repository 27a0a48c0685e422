// Rows in memory for the grid, such as the result of a query.

import { beginsAs, isWhole, sameValue } from "./values.js";

const RESULT_MARK_MS = 4000;

export class ArraySource extends EventTarget {
  #rows = [];
  #marks = new Map();
  /** Some views sort: { column, descending }, with `position` where names can occur twice. */
  order = [];
  isCounted = true;
  /** Reads the complete value of a cell by the indexes of its row and column. */
  readWhole = null;

  constructor(columns) {
    super();
    this.columns = columns;
  }

  /** Columns for the names of a result. */
  static columns(names) {
    return names.map((name, position) => ({ name, position, type: "", isKey: false,
      isNumber: false, reference: null }));
  }

  get count() {
    return this.#rows.length;
  }

  get rows() {
    return this.#rows;
  }

  row(index) {
    return this.#rows[index];
  }

  need() {}

  /** The complete value of a cell, of which the row may have only the start. */
  async wholeValue(row, column, index) {
    const shown = row.values[column.position];
    if (isWhole(shown)) return shown;
    const value = await this.readWhole?.(index, column.position);
    if (value === undefined || !beginsAs(value, shown)) {
      throw new Error("The result has only the start of this value, and the statement does not "
        + "give it again. Nothing was copied. Select the value by a statement of its own.");
    }
    return value;
  }

  mark(row) {
    return this.#marks.get(row);
  }

  append(rows) {
    for (const values of rows) this.#rows.push({ key: null, values, id: null });
    this.dispatchEvent(new Event("change"));
  }

  /** Replaces the rows by those of a live event. `from` are rows before the event. */
  apply(rows) {
    const old = this.#rows;
    this.#marks.clear();
    this.#rows = rows.map((row) => this.#applied(row, old));
    this.dispatchEvent(new Event("change"));
    setTimeout(() => {
      this.#marks.clear();
      this.dispatchEvent(new Event("change"));
    }, RESULT_MARK_MS);
  }

  #applied(row, old) {
    if (row.from === undefined) {
      const added = { key: null, values: row.values, id: null };
      if (old.length) this.#marks.set(added, { kind: "added" });
      return added;
    }
    if (!row.cells) return old[row.from];
    const values = old[row.from].values.slice();
    const columns = new Map();
    for (const [position, value] of Object.entries(row.cells)) {
      if (!sameValue(values[position], value)) columns.set(Number(position), {});
      values[position] = value;
    }
    const changed = { key: null, values, id: null };
    this.#marks.set(changed, { kind: "changed", columns });
    return changed;
  }
}
