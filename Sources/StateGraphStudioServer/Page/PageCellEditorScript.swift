// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/scripts/cell-editor.js instead.

let pageCellEditorScript = StudioAsset(
  path: "/scripts/cell-editor.js",
  content: #"""
// The editor of one cell. It lies over the cell, so changes of other programs do not disturb it.

import { button, h } from "./dom.js";
import { editableText, sameValue, typedValue } from "./values.js";
import { plain } from "./text.js";

export function editCell(browse, row, column) {
  const { app, grid, table } = browse;
  if (column.generated) return app.announce.now("This column is computed.");
  const mark = app.stage.mark(table, row);
  const staged = mark?.columns?.get(column.position);
  const value = staged ? staged.value : row.values[column.position];
  const text = editableText(value);
  if (text === null) return app.announce.now("This value is too large to edit here.");
  const place = grid.currentPlace();
  if (!place) return undefined;

  let isDone = false;
  const field = h("textarea", { class: "field", rows: String(Math.min(8, text.split("\n").length)),
    "aria-label": `New value of ${plain(column.name)}`, spellcheck: "false" });
  field.value = text;
  const finish = (newValue) => {
    if (isDone) return;
    isDone = true;
    editor.remove();
    if (newValue !== undefined && !sameValue(newValue, value)) {
      app.stage.set(table, row, column, newValue);
    }
    grid.view.focus();
  };
  const commit = () => finish(field.value === text && value !== null ? undefined
    : typedValue(field.value, column.affinity, value));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") finish(undefined);
    else if (event.key === "Enter" && !event.shiftKey) commit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const editor = h("div", { class: "cell-editor", role: "group",
    "aria-label": `Editor of ${plain(column.name)}` }, field,
  h("div", { class: "cell-editor-end" }, button("Stage", { kind: "primary", click: commit }),
    column.isNotNull ? null : button("NULL", { click: () => finish(null) }),
    button("Cancel", { kind: "quiet", click: () => finish(undefined) })));
  editor.style.left = `${Math.max(4, Math.min(place.left, grid.clientWidth - 268))}px`;
  editor.style.top = `${Math.min(place.top, Math.max(44, grid.clientHeight - 120))}px`;
  editor.style.width = `${Math.max(260, Math.min(place.width, 480))}px`;
  grid.append(editor);
  field.focus();
  field.select();
  return undefined;
}

"""#
)
