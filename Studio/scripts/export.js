// Rows as text for other programs: copied, or saved as a file. The server writes the text with
// complete values, and sends it as a stream.
//
// A place to export from has: `api`, `name` (of a file), `note` (words for the user, or ""), `all`
// and `selection`. These are null or { words, request }, where `request` are the members of the
// request to the server.

import { button, h, newID, put } from "./dom.js";
import { bytesOf } from "./values.js";
import { closeDialog, openDialog } from "./dialog.js";
import { counted, plain, size } from "./text.js";

const FORMATS = [["csv", "CSV"], ["tsv", "TSV, for spreadsheets"], ["json", "JSON"],
  ["markdown", "Markdown"], ["insert", "INSERT statements"]];
const EXTENSIONS = { csv: "csv", tsv: "tsv", json: "json", markdown: "md", insert: "sql" };
// A browser keeps larger parts of a file on the disk.
const PART_SIZE = 4_000_000;
// A clipboard with more would stop other programs.
const CLIPBOARD_LIMIT = 64_000_000;

/** Lets the browser store a file. */
export function saveFile(blob, name) {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Reads the text of an export as a blob. `progress` gets the number of bytes so far. */
async function read(api, request, { signal, limit = Infinity, progress = () => {} } = {}) {
  const parts = [];
  let waiting = [];
  let waitingSize = 0;
  let total = 0;
  let rows = null;
  await api.lines("export", { id: `e${crypto.randomUUID()}`, ...request }, (line) => {
    if (line.error) throw new Error([line.error.message, line.error.remedy].join(" ").trim());
    if (line.done) rows = line.done.rows;
    if (!line.data) return;
    const bytes = bytesOf(line.data);
    total += bytes.length;
    if (total > limit) throw new Error(`This is more than ${size(limit)}. Save it as a file.`);
    waiting.push(bytes);
    waitingSize += bytes.length;
    if (waitingSize > PART_SIZE) {
      parts.push(new Blob(waiting));
      [waiting, waitingSize] = [[], 0];
    }
    progress(total);
  }, { signal });
  if (rows === null) throw new Error("The export ended early.");
  return { rows, blob: new Blob([...parts, ...waiting], { type: "text/plain;charset=utf-8" }) };
}

async function copy(api, request, options = {}) {
  const { rows, blob } = await read(api, request, { limit: CLIPBOARD_LIMIT, ...options });
  await navigator.clipboard.writeText(await blob.text());
  return `Copied ${counted(rows, "row")}.`;
}

/** Copies the selected cells for a spreadsheet, without the names of the columns. */
export async function copySelection({ api, note, selection }, tell) {
  try {
    const words = await copy(api, { ...selection.request, format: "tsv", header: false });
    tell({ words: `${words} ${note}`, isProblem: note !== "" });
  } catch (error) {
    tell({ words: refusal(error), isProblem: true });
  }
}

function refusal(error) {
  return error.name === "NotAllowedError"
    ? "The browser does not let the page write to the clipboard." : plain(error.message);
}

/** A dialog for the rows, their form, and what to do with them. */
export function openExport({ api, name, note, all, selection }) {
  const ids = { rows: newID("field"), format: newID("field") };
  const sources = [selection, all].filter(Boolean);
  const rows = h("select", { class: "field", id: ids.rows },
    sources.map(({ words }, index) => h("option", { value: index }, words)));
  const format = h("select", { class: "field", id: ids.format },
    FORMATS.map(([value, words]) => h("option", { value }, words)));
  const header = h("input", { type: "checkbox", checked: true });
  const words = h("p", { class: "soft", role: "status" }, note);
  const abort = new AbortController();
  const buttons = [button("Cancel", { kind: "quiet", click: () => closeDialog() }),
    button("Copy", { click: () => act(true) }),
    button("Save as file", { kind: "primary", click: () => act(false) })];
  format.addEventListener("change", () => {
    header.disabled = format.value !== "csv" && format.value !== "tsv";
  });
  async function act(isCopy) {
    for (const one of buttons.slice(1)) one.disabled = true;
    const request = { ...sources[Number(rows.value)].request, format: format.value,
      header: header.checked };
    const options = { signal: abort.signal,
      progress: (bytes) => put(words, `${size(bytes)} …`) };
    try {
      if (isCopy) {
        put(words, await copy(api, request, options));
      } else {
        const result = await read(api, request, options);
        saveFile(result.blob, `${name}.${EXTENSIONS[format.value]}`);
        put(words, `Saved ${counted(result.rows, "row")}.`);
      }
    } catch (error) {
      if (error.name !== "AbortError") put(words, refusal(error));
    }
    for (const one of buttons) one.disabled = false;
  }
  const dialog = openDialog("Copy or export rows", h("div", { class: "dialog-body" },
    h("div", { class: "form-line" }, h("label", { for: ids.rows }, "Rows"), rows),
    h("div", { class: "form-line" }, h("label", { for: ids.format }, "Form"), format),
    h("label", { class: "check" }, header, "Names of the columns in the first line"),
    words), buttons);
  dialog.addEventListener("close", () => abort.abort());
  rows.focus();
}
