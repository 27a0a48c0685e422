// The form for a new row.

import { button, h, newID } from "./dom.js";
import { choices, isAutomatic, isRequired } from "./declarations.js";
import { closeDialog, openDialog } from "./dialog.js";
import { name, plain } from "./text.js";
import { byName, editableText, typedValue, whole } from "./values.js";
import { momentField } from "./moment-field.js";
import { Schema } from "./schema.js";
import { ValuePicker } from "./value-picker.js";

/** Opens the form. With `like`, it starts with the values of this row. */
export async function openRowForm(browse, like = null) {
  const { table, app, source, grid } = browse;
  const columns = Schema.columns(table).filter((column) => !column.generated)
    .sort((one, other) => one.position - other.position);
  const values = byName();
  try {
    for (const column of like ? columns : []) {
      if (!isAutomatic(table, column)) {
        values[column.name] = await source.wholeValue(like, column, grid.cursor.row);
      }
    }
  } catch (error) {
    return browse.say(error.message);
  }
  const fields = columns.map((column) => new FormLine(app, table, column, values[column.name]));
  const form = h("form", { on: { submit: (event) => {
    event.preventDefault();
    app.stage.insert(table, Object.assign(byName(), ...fields.map((line) => line.value)));
    closeDialog();
    app.announce.now("Staged a new row.");
  } } }, h("div", { class: "dialog-body" }, h("p", { class: "soft" },
    "An empty field gets its default value. ", h("span", { class: "required" }, "*"),
    " needs a value."), fields.map(({ element }) => element)),
  h("div", { class: "dialog-end" }, button("Cancel", { click: () => closeDialog() }),
    button("Stage row", { kind: "primary", type: "submit" })));
  openDialog(`New row of ${plain(table.name)}`, form);
  (fields.find((line) => !line.isAutomatic) ?? fields[0])?.field.focus();
  return undefined;
}

/** A column with its field, and a choice for the values that nobody can type. */
class FormLine {
  #column;
  /** A value that is no text, such as a blob, or undefined. */
  #kept;

  constructor(app, table, column, value) {
    this.#column = column;
    this.isRequired = isRequired(table, column);
    this.isAutomatic = isAutomatic(table, column);
    const id = newID("field");
    const text = value === undefined ? "" : editableText(value);
    this.#kept = text === null ? whole(value) : undefined;
    this.field = h("textarea", { class: "field", id, rows: "1", autocomplete: "off",
      spellcheck: "false", placeholder: hint(table, column), required: this.isRequired });
    this.field.value = text ?? "";
    const special = [["", "value"],
      column.isNotNull || this.isAutomatic ? null : ["null", "NULL"],
      column.affinity === "text" ? ["empty", "empty text"] : null,
      this.#kept === undefined ? null : ["kept", "that of the other row"]].filter(Boolean);
    // Tab goes from field to field. Alt+n chooses the kind from there.
    this.kind = h("select", { class: "field", "aria-label": `Kind of ${plain(column.name)}`,
      tabindex: "-1", title: "Alt+n", on: { change: () => this.#adapt() } },
    special.map(([kind, words]) => h("option", { value: kind }, words)));
    this.kind.value = this.#kept !== undefined ? "kept" : value === null ? "null"
      : value === "" ? "empty" : "";
    const picker = ValuePicker.of(app, table, column, this.field, (chosen) => {
      this.field.value = editableText(chosen);
      picker.close();
    });
    this.field.addEventListener("input", () => {
      this.kind.value = "";
      this.#adapt();
    });
    this.field.addEventListener("keydown", (event) => {
      if (!event.altKey || event.code !== "KeyN") return this.#key(event, picker);
      event.preventDefault();
      this.kind.selectedIndex = (this.kind.selectedIndex + 1) % special.length;
      this.#adapt();
      return app.announce.now(`${column.name}: ${this.kind.selectedOptions[0].textContent}`);
    });
    this.field.addEventListener("blur", () => picker?.close());
    this.element = h("div", { class: "form-line" }, h("label", { for: id }, name(column.name),
      this.isRequired ? h("span", { class: "required", "aria-hidden": "true" }, " *") : null,
      h("span", { class: "soft" }, " ", name(column.type))),
    h("div", { class: "form-field" }, this.field, picker?.element ?? []),
    momentField(column, typeof value === "string" ? value : null, this.field),
    special.length > 1 ? this.kind : null);
    this.#adapt();
  }

  /** Enter sends the form, as in a field of one line. */
  #key(event, picker) {
    if (event.key === "Escape" && picker && !picker.element.hidden) {
      event.preventDefault();
      picker.close();
    } else if (!picker?.key(event) && event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.field.form.requestSubmit();
    }
  }

  #adapt() {
    this.field.required = this.isRequired && this.kind.value === "";
    this.field.classList.toggle("unused", this.kind.value !== "");
  }

  /** The value by the name of the column, or nothing for the default value. */
  get value() {
    const { name: own, affinity } = this.#column;
    const special = { null: null, empty: "", kept: this.#kept }[this.kind.value];
    if (special !== undefined) return { [own]: special };
    return this.field.value === "" ? {} : { [own]: typedValue(this.field.value, affinity) };
  }
}

function hint(table, column) {
  if (isAutomatic(table, column)) return "next number";
  if (column.default !== null) return plain(column.default);
  const found = choices(table, column);
  if (found.length) return found.map(([, words]) => words).join(", ").slice(0, 60);
  return isRequired(table, column) ? "required" : "NULL";
}
