// The keys that work in every view, and the dialogs that they open.

import { h, icon, put } from "./dom.js";
import { closeDialog, openDialog } from "./dialog.js";
import { name } from "./text.js";
import { route } from "./route.js";
import { isAble } from "./ability.js";

const KEY_WORDS = [
  ["Everywhere", [
    [["/"], "Filter or search this view"], [["g"], "Go to a table"], [["?"], "Show this list"],
    [["1"], "Browse"], [["2"], "SQL"], [["3"], "Schema"], [["4"], "Timeline"],
    [["5"], "Edits, with --write"], [["6"], "Graph, of an app"],
    [["7"], "Waterfall, of an app"],
    [["Alt", "1"], "The same from a cell with --write, also Alt+c, e, f, g and j"]]],
  ["Rows", [
    [["Arrows"], "Move by cell"], [["Ctrl", "Home"], "First row"], [["Ctrl", "End"], "Last row"],
    [["Enter"], "Follow a reference, or open the row"],
    [["Shift", "Enter"], "List the rows that refer to this row"],
    [["Space"], "Open or close the row"], [["j"], "Jump to a row number"],
    [["Enter"], "On a header: sort"], [["Shift", "→"], "On a header: make the column wider"],
    [["Shift", "Arrows"], "Select cells, also by dragging and by Shift and a click"],
    [["Shift", "Space"], "Select whole rows"], [["Ctrl", "A"], "Select all rows"],
    [["Ctrl", "C"], "Copy the cell, or the selection for a spreadsheet"],
    [["e"], "Copy or export rows, in several forms"],
    [["f"], "Show only the rows with the value of this cell"],
    [["c"], "Find, hide and order columns, and read numbers as dates"],
    [["Shift", "F10"], "The menu of the cell or header, also by the right button"]]],
  ["Edits", [
    [["F2"], "Edit the cell"], [["F2", "F2"], "Edit it in a large editor"],
    [["Letters"], "Replace the cell"], [["Enter"], "Stage the value, also by a click elsewhere"],
    [["Tab"], "Stage the value, and go to the next cell"],
    [["Alt", "n"], "Stage NULL, also in the form of a row"],
    [["Ctrl", "Enter"], "Stage the value of a large editor"], [["Esc"], "Leave the editor"],
    [["Delete"], "Stage the deletion of the row, or of the selected rows"]]],
  ["SQL", [
    [["Ctrl", "Enter"], "Run"], [["Ctrl", "Space"], "Complete a name"],
    [["Esc", "Tab"], "Leave the editor"]]],
];

/** Whether the focus is in a control that uses letters itself. */
function isTyping(target) {
  return target.closest?.("input, textarea, select, [contenteditable]") !== null;
}

export function bindKeys(app) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || isTyping(event.target)
      || document.querySelector("dialog[open]")) return;
    // In cells that can be edited, letters and digits replace the value. With Alt, they do not.
    const key = event.altKey ? event.code.replace(/^(Key|Digit)/, "").toLowerCase() : event.key;
    const views = ["browse", "sql", "schema", "timeline", "edits", "graph", "waterfall"];
    const view = views[Number(key) - 1];
    const actions = {
      "/": () => {
        app.content.firstElementChild?.prepareSearch?.();
        app.content.querySelector("[data-search]")?.focus();
      },
      g: () => app.showTables(),
      "?": () => app.showHelp(),
      j: () => app.content.firstElementChild?.askForRow?.(),
      e: () => app.content.firstElementChild?.openExport?.(),
      f: () => app.content.firstElementChild?.filterByCell?.(),
      c: () => app.content.firstElementChild?.openColumns?.(),
    };
    const action = view && isAble(view, app.api.session)
      ? () => route.go({ view }) : actions[key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

export function showHelp() {
  openDialog("Keyboard shortcuts", h("div", { class: "dialog-body" }, KEY_WORDS.map(
    ([title, keys]) => h("section", { class: "key-group" }, h("h3", null, title),
      h("dl", { class: "keys" }, keys.map(([names, words]) => [
        h("dt", null, names.map((key) => h("kbd", null, key))), h("dd", null, words)]))))));
}

/** A dialog with a field that finds tables. */
export function showTables(app) {
  const list = h("div", { class: "choices", role: "listbox", "aria-label": "Tables", id: "found" });
  let selected = 0;
  let found = [];
  const field = h("input", {
    class: "field", type: "text", role: "combobox", "aria-expanded": "true",
    "aria-controls": "found", "aria-label": "Name of a table", placeholder: "Go to a table",
    autocomplete: "off", spellcheck: "false", autofocus: true,
  });
  const show = () => {
    const wanted = field.value.trim().toLowerCase();
    found = app.schema.tables.filter((table) => table.name.toLowerCase().includes(wanted))
      .sort((one, other) => one.name.toLowerCase().indexOf(wanted)
        - other.name.toLowerCase().indexOf(wanted)).slice(0, 40);
    selected = Math.max(0, Math.min(selected, found.length - 1));
    put(list, found.map((table, index) => h("button", {
      type: "button", role: "option", id: `found-${index}`, tabindex: "-1",
      "aria-selected": String(index === selected), on: { click: () => choose(table) },
    }, icon(table.kind === "view" ? "columns" : "table"), name(table.name),
    h("span", { class: "rest" }, table.kind))));
    if (found.length) field.setAttribute("aria-activedescendant", `found-${selected}`);
    else field.removeAttribute("aria-activedescendant");
    list.children[selected]?.scrollIntoView({ block: "nearest" });
  };
  const choose = (table) => {
    closeDialog();
    route.go({ view: "browse", table: table.name });
  };
  field.addEventListener("input", () => {
    selected = 0;
    show();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") selected += 1;
    else if (event.key === "ArrowUp") selected -= 1;
    else if (event.key === "Enter" && found[selected]) return choose(found[selected]);
    else return;
    event.preventDefault();
    show();
  });
  openDialog("Go to a table", [h("div", { class: "find-field" }, field), list]);
  show();
  field.focus();
}
