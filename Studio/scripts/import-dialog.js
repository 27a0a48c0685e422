// Imports a file of CSV or JSON that the user drops on the page or chooses. A preview says what it
// would change, and how a new table would look.

import { button, h, newID, put } from "./dom.js";
import { closeDialog, openDialog } from "./dialog.js";
import { count, name, nodes, plain, size } from "./text.js";
import { route } from "./route.js";

/** Accepts files that are dropped anywhere on the page. */
export function acceptFiles(app) {
  const hasFile = (event) => event.dataTransfer?.types.includes("Files");
  document.addEventListener("dragover", (event) => {
    if (hasFile(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    openImport(app, { file: event.dataTransfer.files[0] });
  });
}

/** `file` can be null. `table` is the name of the table that the user sees, or null. */
export function openImport(app, { file = null, table = null }) {
  if (!app.api.session.capabilities.write) {
    openDialog("Import", h("p", { class: "dialog-body" },
      "Studio only reads this file. Start it with --write to import rows."));
    return;
  }
  const ids = { file: newID("field"), table: newID("field") };
  const names = app.schema.tables.filter((one) => one.kind === "table").map((one) => one.name);
  const select = h("select", { class: "field", id: ids.table });
  const effect = h("div", { class: "import-effect", role: "status" });
  const chooser = h("input", { class: "field", id: ids.file, type: "file",
    accept: ".csv,.tsv,.json,.jsonl,.ndjson,.geojson,.txt" });
  const preview = button("Preview", { click: () => run(true) });
  const apply = button("Import", { kind: "primary", click: () => run(false) });
  let chosen = file;
  /** A file goes to the table of its name, to the shown one, or to a new one. */
  function choose() {
    const stem = chosen?.name.replace(/\.[^.]*$/, "") ?? "";
    const own = names.find((one) => one.toLowerCase() === stem.toLowerCase());
    put(select, names.map((one) => h("option", { value: one }, plain(one))),
      own || stem === "" ? null : h("option", { value: stem }, `new table ${plain(stem)}`));
    select.value = own ?? (file ? null : table) ?? stem;
    show([]);
  }
  /** The rows are imported only after a preview of the same file and table. */
  function show(content, canApply = false) {
    put(effect, content);
    preview.disabled = !chosen;
    apply.disabled = !canApply;
  }
  async function run(isPreview) {
    const [own, target] = [chosen, select.value];
    show(isPreview ? "Reading the file …" : "Importing …");
    preview.disabled = true;
    try {
      const answer = await app.api.post("imports", { table: target, name: own.name,
        data: await base64(own), preview: isPreview });
      if (own !== chosen || target !== select.value) return;
      show([h("p", null, isPreview ? "" : "Imported: ", importWords(answer.tables)),
        isPreview && answer.sql ? [h("p", { class: "soft" }, "The new table:"),
          h("pre", null, name(answer.sql.trim()))] : null,
        h("p", { class: "soft" }, isPreview ? "Nothing is written yet. An import cannot be undone."
          : button("Show the rows", { click: () => {
            closeDialog();
            route.go({ view: "browse", table: target });
          } }))], isPreview);
    } catch (error) {
      show([h("strong", null, nodes(error.message)), " ", nodes(error.remedy ?? "")]);
    }
  }
  chooser.addEventListener("change", () => {
    [chosen] = chooser.files;
    choose();
  });
  select.addEventListener("change", () => show([]));
  openDialog("Import", h("div", { class: "dialog-body" },
    h("div", { class: "form-line" }, h("label", { for: ids.file }, "CSV or JSON"), file
      ? h("span", null, name(file.name), h("span", { class: "soft" }, ` ${size(file.size)}`))
      : chooser),
    h("div", { class: "form-line" }, h("label", { for: ids.table }, "Table"), select), effect),
  [button("Close", { kind: "quiet", click: () => closeDialog() }), preview, apply]);
  choose();
  (file ? preview : chooser).focus();
}

/** "post: 3 new, 1 changed, 2 as before". */
function importWords(tables) {
  return tables.map((table, index) => [index ? ", " : "", name(table.table), ": ",
    [["inserted", "new"], ["updated", "changed"], ["unchanged", "as before"]]
      .filter(([member]) => table[member] > 0).map(([member, word]) => `${count(table[member])} ${
        word}`).join(", ") || "no rows"]);
}

/** The bytes of a file in base 64. */
export function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result
      .slice(reader.result.indexOf(",") + 1)));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}
