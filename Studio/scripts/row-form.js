// The form for a new row.

import { button, h, newID } from "./dom.js";
import { closeDialog, openDialog } from "./dialog.js";
import { name, plain } from "./text.js";
import { byName, editableText, typedValue } from "./values.js";
import { ReferencePicker } from "./reference-picker.js";
import { Schema } from "./schema.js";

export function openRowForm(browse) {
  const { table, app } = browse;
  const referring = Schema.columns(table);
  const fields = table.columns.filter((column) => !column.generated).map((column) => {
    const id = newID("field");
    const field = h("input", { class: "field", id, type: "text", autocomplete: "off",
      spellcheck: "false", placeholder: hint(table, column) });
    const picker = ReferencePicker.of(app, referring.find((one) => one.name === column.name), field,
      (key) => {
        field.value = editableText(key);
        picker.close();
      });
    if (picker) {
      field.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && !picker.element.hidden) {
          event.preventDefault();
          picker.close();
        } else picker.key(event);
      });
      field.addEventListener("blur", () => picker.close());
    }
    return { column, field, line: h("div", { class: "form-line" },
      h("label", { for: id }, name(column.name), h("span", { class: "soft" }, " ",
        name(column.type))), h("div", { class: "form-field" }, field, picker?.element ?? [])) };
  });
  const form = h("form", { on: { submit: (event) => {
    event.preventDefault();
    const values = byName();
    for (const { column, field } of fields) {
      if (field.value !== "") values[column.name] = typedValue(field.value, column.affinity);
    }
    app.stage.insert(table, values);
    closeDialog();
    app.announce.now("Staged a new row.");
  } } }, h("div", { class: "dialog-body" }, h("p", { class: "soft" },
    "An empty field gets its default value."), fields.map(({ line }) => line)),
  h("div", { class: "dialog-end" }, button("Cancel", { click: () => closeDialog() }),
    button("Stage row", { kind: "primary", type: "submit" })));
  openDialog(`New row of ${plain(table.name)}`, form);
  fields[0]?.field.focus();
}

function hint(table, column) {
  if (table.key?.length === 1 && table.key[0] === column.name && column.type === "INTEGER") {
    return "next number";
  }
  if (column.default !== null) return plain(column.default);
  return column.isNotNull ? "required" : "NULL";
}
