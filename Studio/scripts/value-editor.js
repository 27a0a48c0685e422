// The editor of a large value: a text or JSON of any length in a dialog, and blobs by file.

import { button, h, put } from "./dom.js";
import { bytesOf, copyText, editableText, sameValue, storageClass, typedValue } from "./values.js";
import { closeDialog, openDialog } from "./dialog.js";
import { indentedJSON } from "./json-text.js";
import { plain, size } from "./text.js";
import { base64 } from "./import-dialog.js";
import { saveFile } from "./export.js";

/** Edits a value. `text` is what the user has typed already, or null. */
export async function openValueEditor(browse, row, column, text = null) {
  const { app, grid, source, table } = browse;
  const change = app.stage.mark(table, row)?.columns?.get(column.position);
  let value;
  try {
    value = change ? change.value : await source.wholeValue(row, column, grid.cursor.row);
  } catch (error) {
    return browse.say(error.message);
  }
  // Another table may be shown meanwhile.
  if (browse.table !== table) return undefined;
  const stage = (newValue) => {
    closeDialog();
    if (newValue !== undefined && !sameValue(newValue, value)) {
      app.stage.set(table, row, column, newValue, change ? undefined : value);
    }
    grid.view.focus();
  };
  const field = editableText(value) === null ? null : textField(value, column, text);
  const words = h("span", { class: "soft", role: "status" }, sizeWords(value));
  const fail = (error) => put(words, error.message);
  const body = h("div", { class: "dialog-body value-editor" }, field?.element ?? h("p", null,
    storageClass(value) === "blob" ? "A blob is saved and replaced as a file."
      : "This text has bytes that are no letters. Save it, or replace it by a file."), words);
  const layOut = () => {
    const formatted = indentedJSON(field.element.value);
    if (formatted === null) put(words, "This is no JSON object or array.");
    else field.element.value = formatted;
  };
  const buttons = [
    field && indentedJSON(editableText(value)) !== null
      ? button("Indent", { kind: "quiet", click: layOut }) : null,
    button("Save as file", { click: () => saveValue(value, column.name) }),
    field ? null : button("Choose file", { click: () => chooseFile().then(stage, fail) }),
    column.isNotNull ? null : button("NULL", { click: () => stage(null) }),
    button("Cancel", { kind: "quiet", click: () => stage(undefined) }),
    field ? button("Stage", { kind: "primary", title: "Ctrl+Enter",
      click: () => stage(field.value()) }) : null,
  ];
  const dialog = openDialog(`${plain(column.name)} of ${plain(table.name)} ${browse.labelOf(row)}`,
    body, buttons.filter(Boolean));
  dialog.classList.add("wide");
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !field) return;
    event.preventDefault();
    stage(field.value());
  });
  // A click beside the dialog stages, as a click beside the editor of a cell does.
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "outside" && field) stage(field.value());
  });
  (field?.element ?? dialog.querySelector(".dialog-end .button")).focus();
  return undefined;
}

/** A field for a text. Its value is undefined where the user has changed nothing. */
function textField(value, column, text) {
  const before = editableText(value);
  const element = h("textarea", { class: "field", rows: "20", spellcheck: "false",
    "aria-label": `New value of ${plain(column.name)}` });
  element.value = before;
  const start = element.value;
  if (text === null) element.setSelectionRange(0, 0);
  else element.value = text;
  // A field has LF at the end of each line.
  const hasCRLF = before.includes("\r\n") && !/(^|[^\r])\n/.test(before);
  return { element, value: () => (element.value === start && value !== null ? undefined
    : typedValue(hasCRLF ? element.value.replaceAll("\n", "\r\n") : element.value, column.affinity,
      value)) };
}

function sizeWords(value) {
  const kind = storageClass(value);
  return kind === "text" || kind === "blob" ? size(bytesOfValue(value).length) : "";
}

function bytesOfValue(value) {
  const encoded = value?.$blob ?? value?.$textBytes;
  return encoded === undefined ? new TextEncoder().encode(copyText(value)) : bytesOf(encoded);
}

/** Lets the browser store a complete value as a file. */
export function saveValue(value, name) {
  const extension = storageClass(value) === "blob" ? "bin" : "txt";
  saveFile(new Blob([bytesOfValue(value)], { type: "application/octet-stream" }),
    `${name}.${extension}`);
}

/** Asks for a file. Returns its content as a blob. */
function chooseFile() {
  return new Promise((resolve, reject) => {
    const input = h("input", { type: "file", on: { change: () => base64(input.files[0])
      .then((data) => resolve({ $blob: data }), reject) } });
    input.click();
  });
}
