// What the user chose for the columns of a table: their order and widths, which ones are hidden,
// and how their numbers are read. The browser keeps it for the file.

import { byName } from "./values.js";

export class ColumnMemory {
  #key;
  #kept;

  constructor(app, table) {
    this.#key = `studio-columns ${app.api.session.file} ${table.name}`;
    const kept = JSON.parse(localStorage.getItem(this.#key) ?? "{}");
    this.#kept = { order: kept.order ?? [], columns: byName(kept.columns) };
  }

  /** All columns in their order. The members `width`, `readAs` and `isHidden` are the choices. */
  arranged(columns) {
    const { order } = this.#kept;
    const place = (column) => {
      const index = order.indexOf(column.name);
      return index < 0 ? order.length : index;
    };
    return columns.map((column) => ({ ...column, ...this.#kept.columns[column.name] }))
      .sort((one, other) => place(one) - place(other));
  }

  set(name, choice) {
    this.#kept.columns[name] = { ...this.#kept.columns[name], ...choice };
    this.#keep();
  }

  set order(names) {
    this.#kept.order = names;
    this.#keep();
  }

  reset() {
    this.#kept = { order: [], columns: byName() };
    localStorage.removeItem(this.#key);
  }

  #keep() {
    localStorage.setItem(this.#key, JSON.stringify(this.#kept));
  }
}
