// The edits that the user has staged, and the batches that can be undone. Nothing is written
// before the user applies the edits. Both survive a reload of the page.
//
// Each edit is { kind, table, key, id, label, old, seen, new, columns }. `old` are the values that
// the user saw, by column. `seen` are complete ones, of which `old` has only the start. `below` are
// the values of another program since then.

import { byName, cellText, sameValue, whole } from "./values.js";
import { forgetEdits, keepEdits, keptEdits } from "./edit-memory.js";

export class EditStage extends EventTarget {
  #api;
  #schema;
  #lastNumber = 0;
  /** The file whose rows the edits concern. Null without edits. */
  #file = null;

  changes = [];
  /** The batches that were applied: { batch, words, isUndone }. */
  batches = [];
  /** Whether a reload of the page keeps the edits. */
  isKept = true;

  constructor(api, schema) {
    super();
    this.#api = api;
    this.#schema = schema;
    const kept = keptEdits(api.session.token);
    this.changes = kept.changes;
    this.batches = kept.batches;
    this.#file = kept.file;
    this.#lastNumber = Math.max(0, ...kept.changes.map((change) => change.number));
  }

  /** Whether the edits were staged for a file that another one has replaced. */
  get isForOtherFile() {
    return this.changes.length > 0 && this.#file !== this.#schema().file.id;
  }

  #changed() {
    if (this.changes.length === 0) this.#file = null;
    else this.#file ??= this.#schema().file.id;
    if (this.changes.length + this.batches.length === 0) {
      forgetEdits();
      this.isKept = true;
    } else {
      this.isKept = keepEdits({ token: this.#api.session.token, file: this.#file,
        changes: this.changes, batches: this.batches });
    }
    this.dispatchEvent(new Event("change"));
  }

  #of(table, row) {
    return this.changes.find((one) => one.table === table.name && one.id === row.id
      && one.kind !== "insert");
  }

  /**
   * Stages a new value of a cell. The old value again removes the edit. `seen` is the complete old
   * value, if the row has only its start.
   */
  set(table, row, column, value, seen) {
    let change = this.#of(table, row);
    if (change?.kind === "delete") return;
    if (!change) {
      change = { kind: "update", table: table.name, key: row.key, id: row.id,
        label: row.key.map(cellText).join(", "), old: byName(), seen: byName(), new: byName(),
        below: byName(), number: this.#lastNumber += 1 };
      this.changes.push(change);
    }
    if (!(column.name in change.old)) {
      change.old[column.name] = row.values[column.position];
      if (seen !== undefined) change.seen[column.name] = whole(seen);
    }
    if (sameValue(change.seen[column.name] ?? change.old[column.name], value)) {
      delete change.new[column.name];
      delete change.old[column.name];
      delete change.seen[column.name];
      delete change.below[column.name];
    } else {
      change.new[column.name] = whole(value);
    }
    if (Object.keys(change.new).length === 0) this.discard(change);
    this.#changed();
  }

  insert(table, values) {
    this.changes.push({ kind: "insert", table: table.name, key: null, id: null, label: "new row",
      old: byName(), seen: byName(), new: values, below: byName(), number: this.#lastNumber += 1 });
    this.#changed();
  }

  /** Stages a deletion, or removes it again. */
  remove(table, row) {
    const change = this.#of(table, row);
    if (change?.kind === "delete") return this.discard(change);
    if (change) this.changes.splice(this.changes.indexOf(change), 1);
    const old = byName();
    table.columns.forEach((column, position) => {
      old[column.name] = row.values[position];
    });
    this.changes.push({ kind: "delete", table: table.name, key: row.key, id: row.id,
      label: row.key.map(cellText).join(", "), old, seen: byName(), new: byName(), below: byName(),
      number: this.#lastNumber += 1 });
    this.#changed();
  }

  discard(change) {
    this.changes = this.changes.filter((one) => one !== change);
    this.#changed();
  }

  discardAll() {
    this.changes = [];
    this.#changed();
  }

  /** The mark of a row in the grid. Notes the values that another program wrote below an edit. */
  mark(table, row) {
    const change = row.key === null ? undefined : this.#of(table, row);
    if (!change) return undefined;
    if (change.kind === "delete") {
      return { kind: "staged-deletion", sign: "−", label: "row with a staged deletion" };
    }
    const columns = new Map();
    table.columns.forEach((column, position) => {
      if (!(column.name in change.new)) return;
      const now = row.values[position];
      const isBelow = !sameValue(now, change.old[column.name]);
      if (isBelow) change.below[column.name] = now;
      else delete change.below[column.name];
      columns.set(position, {
        kind: isBelow ? "staged staged-below" : "staged", value: change.new[column.name],
        title: isBelow ? `Changed below: ${cellText(change.old[column.name])} is now `
          + cellText(now) : `Staged. The file has ${cellText(now)}`,
      });
    });
    return { kind: "staged", sign: "✎", label: "row with a staged edit", columns };
  }

  #request() {
    return { schema: this.#schema().id, changes: this.changes.map((change) => ({
      kind: change.kind, table: change.table,
      ...(change.kind === "insert" ? {} : { key: change.key,
        old: { ...change.old, ...change.seen } }),
      ...(change.kind === "delete" ? {} : { new: change.new }),
    })) };
  }

  preview() {
    return this.#api.post("preview", this.#request());
  }

  /** Applies all edits in one transaction. After a conflict, nothing was written. */
  async apply() {
    const answer = await this.#api.post("changes", this.#request());
    this.changes = [];
    this.note(answer);
    return answer;
  }

  async undo(batch) {
    const answer = await this.#api.post("undo", { batch: batch.batch });
    batch.isUndone = true;
    this.note(answer, "Undo: ");
    return answer;
  }

  /** Adds a batch that was applied. */
  note(answer, prefix = "") {
    this.batches.unshift({ batch: answer.batch, effects: answer.effects, prefix,
      isUndoable: answer.isUndoable && answer.batch !== null, isUndone: false, time: new Date() });
    this.#changed();
  }

  /** Takes the values of the other program as those that the user saw. */
  accept(change, current) {
    for (const column of Object.keys(change.old)) {
      if (current && Object.hasOwn(current, column)) change.old[column] = current[column];
    }
    change.seen = byName();
    change.below = byName();
    change.conflict = undefined;
    this.#changed();
  }
}
