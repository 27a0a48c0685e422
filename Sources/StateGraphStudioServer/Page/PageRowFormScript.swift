// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/scripts/row-form.js instead.

let pageRowFormScript = StudioAsset(
  path: "/scripts/row-form.js",
  content: #"""
// The form for a new row.

import { button, h, newID } from "./dom.js";
import { closeDialog, openDialog } from "./dialog.js";
import { name, plain } from "./text.js";
import { byName, typedValue } from "./values.js";

export function openRowForm(browse) {
  const { table, app } = browse;
  const fields = table.columns.filter((column) => !column.generated).map((column) => {
    const id = newID("field");
    const field = h("input", { class: "field", id, type: "text", autocomplete: "off",
      spellcheck: "false", placeholder: hint(table, column) });
    return { column, field, line: h("div", { class: "form-line" },
      h("label", { for: id }, name(column.name), h("span", { class: "soft" }, " ",
        name(column.type))), field) };
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

"""#
)
