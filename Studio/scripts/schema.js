// The schema of the file, as the views use it.

export class Schema {
  #tables = new Map();

  constructor(answer) {
    this.id = answer.schema;
    this.file = answer.file;
    this.tables = answer.tables;
    /** The views and virtual tables that SQLite cannot read: { name, kind, reason }. */
    this.unreadable = answer.unreadable;
    for (const table of answer.tables) this.#tables.set(table.name, table);
  }

  table(name) {
    return this.#tables.get(name) ?? null;
  }

  /** The columns of a table in the order of display: the key first. */
  static columns(table) {
    const key = table.key ?? [];
    const columns = table.columns.map((column, position) => ({
      ...column,
      position,
      isKey: key.includes(column.name),
      isNumber: ["integer", "real", "numeric"].includes(column.affinity),
      reference: table.references.find((one) => one.columns.includes(column.name)) ?? null,
    }));
    const first = columns.filter((column) => column.isKey);
    return [...first, ...columns.filter((column) => !column.isKey)];
  }
}

/** Whether the page can stage edits of the rows of a table. */
export function isEditable(table) {
  return table.kind === "table" && table.key !== null;
}
