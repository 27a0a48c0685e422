// Names of rows beside the numbers by which other rows refer to them: customers.name for
// orders.customer_id. The user can choose the column, else it is the first text.

import { h } from "./dom.js";
import { cellText, isWhole, whole } from "./values.js";
import { plain } from "./text.js";
import { quoted } from "./sql-words.js";

const LABELS_STORED = "studio-labels";
const USUAL = /^((full|display|user|nick|last)_?)?name$|^title$|^label$/i;
// Such a text does not name its row.
const OTHERS = new RegExp("(^|_)(at|on|date|time|url|uuid|guid|hash|json|status|state|type|kind|"
  + "password|comments?|notes?|description|body|text|message|content)$", "i");
const NAMES_PAUSE_MS = 120;
const MOST_NAMES = 5000;
let lastWatch = 0;

function labelChoices(app) {
  return JSON.parse(localStorage.getItem(`${LABELS_STORED} ${app.api.session.file}`) ?? "{}");
}

/** The column that names the rows of a table, or null. */
export function labelColumn(app, table) {
  if (!table) return null;
  const chosen = labelChoices(app)[table.name];
  if (chosen !== undefined) {
    return table.columns.find((column) => column.name === chosen) ?? null;
  }
  const texts = table.columns.filter((column) => column.affinity === "text"
    && !table.key?.includes(column.name) && !OTHERS.test(column.name)
    && !table.references.some((one) => one.columns.includes(column.name)));
  return texts.find((column) => USUAL.test(column.name)) ?? texts[0] ?? null;
}

/** A field for the column that names the rows of a table. */
export function labelChoice(app, table, changed) {
  const current = labelColumn(app, table)?.name ?? "";
  const select = h("select", { class: "field", "aria-label": "Name of a row" },
    [["", "no name"], ...table.columns.map(({ name }) => [name, plain(name)])].map(
      ([value, words]) => h("option", { value, selected: value === current }, words)));
  select.addEventListener("change", () => {
    localStorage.setItem(`${LABELS_STORED} ${app.api.session.file}`,
      JSON.stringify({ ...choices(app), [table.name]: select.value }));
    changed();
  });
  return select;
}

/** The SELECT of the keys and names of the rows of a table, without a condition, or null. */
export function labelSelect(app, reference) {
  const table = app.schema.table(reference.table);
  const column = labelColumn(app, table);
  if (!column || reference.targetColumns.length !== 1) return null;
  const key = quoted(reference.targetColumns[0]);
  return { key, label: quoted(column.name), sql: `SELECT ${key}, ${quoted(column.name)} FROM `
    + `main.${quoted(reference.table)}` };
}

/** The names for the visible values of references. They follow the commits of all programs. */
export class Labels {
  #app;
  #changed;
  #names = new Map();
  #watched = new Map();
  #timer = 0;
  /** The windows that have no answer yet. */
  #waiting = new Set();

  /** `changed` is called after new names arrived. */
  constructor(app, changed) {
    this.#app = app;
    this.#changed = changed;
  }

  /** The name of the row that a value refers to, or undefined. */
  of(reference, value) {
    return this.#names.get(`${reference.table}\u0000${JSON.stringify(value)}`);
  }

  /** Whether names of visible rows are still to come. */
  get isWaiting() {
    return this.#timer !== 0 || this.#waiting.size > 0;
  }

  /** Watches the rows to which the visible rows refer. `read` returns these after a pause. */
  watch(columns, read) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      const rows = read();
      for (const column of columns) this.#watchColumn(column, rows);
    }, NAMES_PAUSE_MS);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#waiting.clear();
    for (const { id } of this.#watched.values()) this.#app.live.unwatch(id);
    this.#watched.clear();
    this.#names.clear();
  }

  #watchColumn({ reference, position }, rows) {
    const select = labelSelect(this.#app, reference);
    if (!select) return;
    const values = new Map(rows.map((row) => row.values[position]).filter((value) => value !== null
      && isWhole(value)).map((value) => [JSON.stringify(value), whole(value)]));
    const signature = [...values.keys()].sort().join();
    const before = this.#watched.get(reference.id);
    if (before?.signature === signature) return;
    if (before) {
      this.#app.live.unwatch(before.id);
      this.#waiting.delete(before.id);
      this.#watched.delete(reference.id);
    }
    if (values.size === 0) return;
    const id = `labels-${lastWatch += 1}`;
    this.#watched.set(reference.id, { id, signature });
    const list = [...values.values()];
    let known = [];
    this.#waiting.add(id);
    this.#app.live.watch(id, { query: {
      sql: `${select.sql} WHERE ${select.key} IN (${list.map((_, index) => `:p${index}`).join()})`,
      parameters: Object.fromEntries(list.map((value, index) => [`p${index}`, value])) } },
    (event) => {
      this.#waiting.delete(id);
      if (!event.rows) return;
      known = event.rows.map((row) => (row.from === undefined ? row.values
        : known[row.from].map((value, index) => row.cells?.[index] ?? value)));
      this.#received(reference, known);
    });
  }

  #received(reference, rows) {
    if (this.#names.size > MOST_NAMES) this.#names.clear();
    for (const [key, label] of rows) {
      const name = `${reference.table}\u0000${JSON.stringify(key)}`;
      if (label === null || label === "") this.#names.delete(name);
      else this.#names.set(name, cellText(label));
    }
    this.#changed();
  }
}
