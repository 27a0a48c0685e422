// The editor of one cell. It lies over the cell, so changes of other programs do not disturb it.
// There is at most one: Enter, Tab and a click elsewhere stage its value, and Esc ends it.

import { button, h } from "./dom.js";
import { editableText, isWhole, sameValue, storageClass, typedValue } from "./values.js";
import { ValuePicker } from "./value-picker.js";
import { momentField } from "./moment-field.js";
import { numberOfMoment } from "./dates.js";
import { openValueEditor } from "./value-editor.js";
import { setCells } from "./selected-rows.js";
import { count, plain } from "./text.js";

const LONG = 240;
let currentEditor = null;

/** Ends the editor, and stages its value if the user has changed it. */
export function finishEditing() {
  currentEditor?.finish();
}

/** Edits a cell. `typed` is the letter that opened the editor, and replaces the value. */
export function editCell(browse, row, column, typed = null) {
  finishEditing();
  const staged = browse.app.stage.mark(browse.table, row);
  const problem = obstacle(browse, column, staged);
  if (problem) return browse.say(problem);
  const change = staged?.columns?.get(column.position);
  const value = change ? change.value : row.values[column.position];
  if (isLong(value)) return openValueEditor(browse, row, column);
  if (browse.grid.currentPlace()) currentEditor = new CellEditor(browse, row, column, value, typed);
  return undefined;
}

/** Why a cell cannot be edited, or null. */
export function obstacle({ app, table }, column, staged) {
  if (!app.api.session.capabilities.write) {
    return "Studio only reads this file. Start it with --write to edit rows.";
  }
  if (table.kind === "view") {
    return "The rows of a view cannot be edited. Edit the rows of the tables that it reads.";
  }
  if (table.kind === "virtual") return "Studio does not edit the rows of a virtual table.";
  if (table.key === null) return "The rows of this table have no key, so Studio cannot edit them.";
  if (column.generated) {
    return `The table computes ${plain(column.name)} from other columns. Edit those.`;
  }
  return staged?.kind === "staged-deletion"
    ? "This row is staged for deletion. Press Delete to keep it." : null;
}

function isLong(value) {
  const text = editableText(value);
  return !isWhole(value) || text === null
    || (storageClass(value) === "text" && (text.length > LONG || text.includes("\n")));
}

class CellEditor {
  #browse;
  #row;
  #column;
  #value;
  #text;
  /** Finds the row of a reference, or a choice. Null for other columns. */
  #picker;

  constructor(browse, row, column, value, typed) {
    this.#browse = browse;
    this.#row = row;
    this.#column = column;
    this.#value = value;
    this.#text = editableText(value);
    this.field = h("textarea", { class: "field", rows: "1", spellcheck: "false",
      "aria-label": `New value of ${plain(column.name)}` });
    this.field.value = typed ?? this.#text;
    this.#picker = ValuePicker.of(browse.app, browse.table, column, this.field,
      (chosen) => this.#end(chosen));
    const { rows } = browse.grid.selection.range ?? { rows: [0, 0] };
    const several = rows[1] - rows[0] + 1;
    this.element = h("div", { class: "cell-editor", role: "group",
      "aria-label": `Editor of ${plain(column.name)}` }, this.field, this.#picker?.element ?? [],
    momentField(column, value, this.field) ?? [], h("div", { class: "cell-editor-end" },
      button("Stage", { kind: "primary", title: "Enter", click: () => this.#commit() }),
      several > 1 ? button(`Stage in ${count(several)} rows`, { title: "Ctrl+Enter",
        click: () => this.#commitAll() }) : null,
      column.isNotNull ? null : button("NULL", { title: "Alt+N", click: () => this.#end(null) }),
      button("Large", { title: "F2", click: () => this.#enlarge() }),
      button("Cancel", { kind: "quiet", title: "Esc", click: () => this.#end(undefined) })));
    this.element.addEventListener("keydown", (event) => this.#pressed(event));
    this.element.addEventListener("focusout", ({ relatedTarget: next }) => {
      if (next && !this.element.contains(next)) this.finish();
    });
    document.addEventListener("pointerdown", this.#outside, true);
    browse.grid.view.addEventListener("scroll", this.#move);
    this.#sized.observe(browse.grid);
    browse.grid.append(this.element);
    // At its first place, below the grid, the focus would scroll the grid.
    this.#place();
    this.field.focus({ preventScroll: true });
    if (typed === null) this.field.select();
  }

  #outside = (event) => {
    if (!this.element.contains(event.target)) this.finish();
  };

  #move = () => requestAnimationFrame(() => this.#place());
  #sized = new ResizeObserver(this.#move);

  /** The editor follows its cell, and stays at the edge where the cell is not visible. */
  #place() {
    const { grid } = this.#browse;
    const place = grid.currentPlace();
    if (!place) return;
    const { style } = this.element;
    style.left = `${Math.max(4, Math.min(place.left, grid.clientWidth - 308))}px`;
    style.top = `${Math.max(44, Math.min(place.top, grid.clientHeight - 120))}px`;
    style.width = `${Math.max(300, Math.min(place.width, 480))}px`;
  }

  #pressed(event) {
    const step = event.shiftKey ? -1 : 1;
    const isInField = event.target.matches(".field");
    const control = event.ctrlKey || event.metaKey;
    const actions = {
      Escape: () => this.#end(undefined),
      F2: () => this.#enlarge(),
      Tab: () => {
        this.finish();
        const { grid } = this.#browse;
        grid.select(grid.cursor.row, grid.cursor.column + step);
        grid.view.focus();
      },
      Enter: isInField && !event.shiftKey ? () => (control ? this.#commitAll() : this.#commit())
        : null,
    };
    const isNull = event.altKey && event.code === "KeyN" && !this.#column.isNotNull;
    const action = isNull ? () => this.#end(null) : actions[event.key];
    // The grid and the page do not get the keys of the editor.
    event.stopPropagation();
    if (isInField && this.#picker?.key(event)) return;
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** Stages the value, also an empty text in the place of NULL. */
  #commit() {
    const { value: text } = this.field;
    this.#end(text === this.#text && this.#value !== null ? undefined : this.#typed(text));
  }

  /** Stages the value for all selected rows. */
  #commitAll() {
    const value = this.#typed(this.field.value);
    this.#end(undefined);
    setCells(this.#browse, this.#column, value);
  }

  /** The typed value. A column of numbers gets NULL for nothing, and the number of a moment. */
  #typed(text) {
    const { affinity, epoch, isNotNull } = this.#column;
    const isNumber = affinity !== "text" && affinity !== "blob";
    if (text === "" && isNumber && !isNotNull) return null;
    const number = epoch ? numberOfMoment(epoch, text) : null;
    return typedValue(number ?? text, affinity, this.#value);
  }

  /** Stages the value if the user has changed it, and leaves the focus where it is. */
  finish() {
    const { value: text } = this.field;
    this.#close(text === this.#text ? undefined : this.#typed(text));
  }

  #enlarge() {
    const { value: text } = this.field;
    this.#end(undefined);
    openValueEditor(this.#browse, this.#row, this.#column, text);
  }

  #end(value) {
    this.#close(value);
    this.#browse.grid.view.focus();
  }

  #close(value) {
    if (currentEditor !== this) return;
    currentEditor = null;
    this.#picker?.close();
    document.removeEventListener("pointerdown", this.#outside, true);
    this.#browse.grid.view.removeEventListener("scroll", this.#move);
    this.#sized.disconnect();
    this.element.remove();
    if (value !== undefined && !sameValue(value, this.#value)) {
      this.#browse.app.stage.set(this.#browse.table, this.#row, this.#column, value);
    }
  }
}
