// A list of values under a field, which follows what is typed: the rows to which a reference can
// lead, by their names, or the choices of a declaration.

import { h, newID, put } from "./dom.js";
import { cellText } from "./values.js";
import { choices } from "./declarations.js";
import { labelSelect } from "./labels.js";
import { contains } from "./sql-words.js";
import { name } from "./text.js";

const PICKER_PAUSE_MS = 120;
const MOST_CHOICES = 8;

export class ValuePicker {
  #find;
  #field;
  #choose;
  #found = [];
  #selected = -1;
  #timer = 0;
  #asked = 0;

  /**
   * A picker for a field, or null where nothing can be chosen. `choose` gets the value that the
   * user chose.
   */
  static of(app, table, column, field, choose) {
    const select = column.reference ? labelSelect(app, column.reference) : null;
    if (select) return new ValuePicker((text) => rowsNamed(app, select, text), field, choose);
    const all = choices(table, column);
    if (all.length === 0) return null;
    const picker = new ValuePicker((text) => {
      const found = all.filter((one) => one.join(" ").toLowerCase().includes(text.toLowerCase()));
      return found.length ? found : all;
    }, field, choose);
    field.addEventListener("focus", () => picker.#show(all));
    return picker;
  }

  /** `find` returns what matches a text: [value, words]. */
  constructor(find, field, choose) {
    this.#find = find;
    this.#field = field;
    this.#choose = choose;
    this.element = h("ul", { class: "completions picker", role: "listbox", id: newID("found"),
      "aria-label": "Values", hidden: true });
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", this.element.id);
    field.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#search(), PICKER_PAUSE_MS);
    });
  }

  /** Handles a key of the field. Returns whether the list has used it. */
  key(event) {
    if (this.element.hidden) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      this.#selected = Math.max(-1, Math.min(this.#found.length - 1, this.#selected + step));
      this.#draw();
    } else if (event.key === "Enter" && this.#selected >= 0) {
      this.#choose(this.#found[this.#selected][0]);
    } else return false;
    event.preventDefault();
    return true;
  }

  close() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.element.hidden = true;
    this.#field.removeAttribute("aria-activedescendant");
  }

  async #search() {
    const text = this.#field.value.trim();
    if (text === "") return this.close();
    const asked = this.#asked += 1;
    const found = await this.#find(text);
    if (asked === this.#asked && this.#field.isConnected) this.#show(found);
    return undefined;
  }

  #show(found) {
    this.#found = found;
    this.#selected = -1;
    this.element.hidden = found.length === 0;
    this.#draw();
  }

  #draw() {
    put(this.element, this.#found.map(([key, label], index) => h("li", { role: "option",
      id: `${this.element.id}-${index}`, "aria-selected": String(index === this.#selected),
      on: { pointerdown: (event) => {
        event.preventDefault();
        event.stopPropagation();
        this.#choose(key);
      } } }, name(cellText(label)), cellText(label) === cellText(key) ? null
      : h("span", { class: "soft" }, name(cellText(key))))));
    if (this.#selected < 0) this.#field.removeAttribute("aria-activedescendant");
    else this.#field.setAttribute("aria-activedescendant", `${this.element.id}-${this.#selected}`);
  }
}

/** The rows whose key is the text, or whose name contains it. */
async function rowsNamed(app, { sql, key, label }, text) {
  const found = [];
  await app.api.query({ id: `p${crypto.randomUUID()}`, parameters: { text },
    sql: `${sql} WHERE CAST(${key} AS TEXT) = :text OR ${contains(label, text)} `
      + `ORDER BY CAST(${key} AS TEXT) = :text DESC, ${label} LIMIT ${MOST_CHOICES}` }, (line) => {
    found.push(...line.rows ?? []);
  }).catch(() => {});
  return found;
}
