// The dialog for the columns of a table: finds one, and chooses their order, which ones are shown,
// and how their numbers are read.

import { button, h, put } from "./dom.js";
import { closeDialog, openDialog } from "./dialog.js";
import { name, plain } from "./text.js";
import { readings } from "./dates.js";

/** The choices for numbers: { id, words }. The id of the first one lets the page choose. */
export function readingChoices(column, values) {
  const found = readings(values);
  return found.length === 0 ? [] : [{ id: undefined, words: column.epoch && !column.readAs
    ? `automatic: ${column.epoch.words}` : "automatic" }, { id: "number", words: "a number" },
  ...found];
}

/**
 * `columns` are all columns in their order, `values` returns some values of one, `go` shows one in
 * the grid, and `changed` is called after each choice.
 */
export function openColumns({ columns, memory, values, go, changed }) {
  let all = columns;
  const found = () => all.filter((column) => column.name.toLowerCase()
    .includes(field.value.trim().toLowerCase()));
  const field = h("input", { class: "field", type: "search", "aria-label": "Find a column",
    placeholder: "Find a column", autocomplete: "off", spellcheck: "false", on: {
      input: () => draw(),
      keydown: (event) => {
        const [first] = found().filter((column) => !column.isHidden);
        if (event.key !== "Enter" || !first) return;
        event.preventDefault();
        closeDialog();
        go(first);
      } } });
  const list = h("ul", { class: "column-list" });
  const choose = (column, choice) => {
    memory.set(column.name, choice);
    all = all.map((one) => (one === column ? { ...one, ...choice } : one));
    changed();
    draw();
  };
  function move(column, step) {
    const names = all.map((one) => one.name);
    const index = names.indexOf(column.name);
    names.splice(index + step, 0, ...names.splice(index, 1));
    memory.order = names;
    all = memory.arranged(all);
    changed();
    draw();
    list.querySelectorAll("li")[found().indexOf(all[index + step])]
      ?.querySelector(step < 0 ? ".up" : ".down").focus();
  }
  function line(column) {
    const index = all.indexOf(column);
    const isLast = all.filter((one) => !one.isHidden).length === 1 && !column.isHidden;
    const choices = readingChoices(column, values(column));
    return h("li", null, h("label", { class: "check" }, h("input", { type: "checkbox",
      checked: !column.isHidden, disabled: isLast, on: {
        change: (event) => choose(column, { isHidden: !event.target.checked }) } }),
    h("span", null, name(column.name), h("span", { class: "soft" }, " ", name(column.type ?? "")))),
    choices.length ? h("select", { class: "field", "aria-label":
      `Read ${plain(column.name)} as`, on: { change: (event) => choose(column,
      { readAs: choices[event.target.selectedIndex].id }) } }, choices.map(({ id, words }) => h(
      "option", { selected: id === column.readAs }, words))) : null,
    button(`Move ${plain(column.name)} to the left`, { name: "up", kind: "quiet up", words: false,
      disabled: index === 0, click: () => move(column, -1) }),
    button(`Move ${plain(column.name)} to the right`, { name: "down", kind: "quiet down",
      words: false, disabled: index === all.length - 1, click: () => move(column, 1) }));
  }
  function draw() {
    put(list, found().map(line));
  }
  const hideAll = (isHidden) => {
    for (const [index, column] of all.entries()) {
      memory.set(column.name, { isHidden: isHidden && index > 0 });
    }
    all = memory.arranged(all);
    changed();
    draw();
  };
  openDialog("Columns", [h("div", { class: "find-field" }, field), list], [
    button("Hide all but the first", { kind: "quiet", click: () => hideAll(true) }),
    button("Show all", { kind: "quiet", click: () => hideAll(false) }),
    button("Done", { kind: "primary", click: () => closeDialog() })]);
  draw();
  field.focus();
}
