// Finds the row for a reference by its name: a list under a field, which follows what is typed.

import { h, newID, put } from "./dom.js";
import { cellText } from "./values.js";
import { labelSelect } from "./labels.js";
import { name } from "./text.js";

const PAUSE_MS = 120;
const MOST = 8;

export class ReferencePicker {
  #app;
  #select;
  #field;
  #choose;
  #found = [];
  #selected = -1;
  #timer = 0;
  #asked = 0;

  /** A picker for a field, or null where the rows of the other table have no name. */
  static of(app, column, field, choose) {
    const select = column.reference ? labelSelect(app, column.reference) : null;
    return select ? new ReferencePicker(app, select, field, choose) : null;
  }

  /** `choose` gets the key of the row that the user chose. */
  constructor(app, select, field, choose) {
    this.#app = app;
    this.#select = select;
    this.#field = field;
    this.#choose = choose;
    this.element = h("ul", { class: "completions picker", role: "listbox", id: newID("found"),
      "aria-label": "Rows", hidden: true });
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", this.element.id);
    field.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#find(), PAUSE_MS);
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

  async #find() {
    const text = this.#field.value.trim();
    if (text === "") return this.close();
    const asked = this.#asked += 1;
    const { sql, key, label } = this.#select;
    const found = [];
    await this.#app.api.query({ id: `p${crypto.randomUUID()}`, parameters: { text },
      sql: `${sql} WHERE CAST(${key} AS TEXT) = :text OR instr(lower(${label}), lower(:text)) > 0 `
        + `ORDER BY CAST(${key} AS TEXT) = :text DESC, ${label} LIMIT ${MOST}` }, (line) => {
      found.push(...line.rows ?? []);
    }).catch(() => {});
    if (asked !== this.#asked || !this.#field.isConnected) return undefined;
    this.#found = found;
    this.#selected = -1;
    this.element.hidden = found.length === 0;
    this.#draw();
    return undefined;
  }

  #draw() {
    put(this.element, this.#found.map(([key, label], index) => h("li", { role: "option",
      id: `${this.element.id}-${index}`, "aria-selected": String(index === this.#selected),
      on: { pointerdown: (event) => {
        event.preventDefault();
        event.stopPropagation();
        this.#choose(key);
      } } }, name(cellText(label)), h("span", { class: "soft" }, name(cellText(key))))));
    if (this.#selected < 0) this.#field.removeAttribute("aria-activedescendant");
    else this.#field.setAttribute("aria-activedescendant", `${this.element.id}-${this.#selected}`);
  }
}
