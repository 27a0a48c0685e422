// The queries that the user has saved, and those that ran last. The browser keeps them for the
// file.

import { button, h, put } from "./dom.js";
import { closeDialog, openDialog } from "./dialog.js";
import { name } from "./text.js";
import { emptyState } from "./states.js";

const MOST_QUERIES = 100;

export class SQLMemory {
  #key;

  constructor(app) {
    this.#key = `studio-queries ${app.api.session.file}`;
  }

  get #kept() {
    return { saved: [], last: [], ...JSON.parse(localStorage.getItem(this.#key) ?? "{}") };
  }

  #keep(change) {
    localStorage.setItem(this.#key, JSON.stringify({ ...this.#kept, ...change }));
  }

  /** Remembers a query that ran: the newest first, each once. */
  ran(sql) {
    const others = this.#kept.last.filter((one) => one !== sql);
    this.#keep({ last: [sql, ...others].slice(0, MOST_QUERIES) });
  }

  #save(title, sql) {
    this.#keep({ saved: [...this.#kept.saved.filter((one) => one.title !== title), { title, sql }]
      .sort((one, other) => one.title.localeCompare(other.title)) });
  }

  /** A dialog that saves `sql`, and gives a query of before to `use`. */
  open(sql, use) {
    const field = h("input", { class: "field", type: "text", "aria-label": "Name of the query",
      placeholder: "Name of this query", autocomplete: "off", required: true });
    const find = h("input", { class: "field", type: "search", "aria-label": "Find a query",
      placeholder: "Find a query", autocomplete: "off", on: { input: () => draw() } });
    const list = h("div", { class: "choices queries" });
    const choose = (text) => {
      closeDialog();
      use(text);
    };
    const line = (text, title, remove) => h("div", { class: "query" }, h("button", {
      type: "button", on: { click: () => choose(text) } }, title ? h("strong", null, name(title))
      : null, h("code", null, name(text.replace(/\s+/g, " ")))), remove ? button(
      `Delete ${title}`, { name: "trash", kind: "quiet", words: false, click: remove }) : null);
    const draw = () => {
      const { saved, last } = this.#kept;
      const wanted = find.value.trim().toLowerCase();
      const found = saved.filter(({ title, sql: text }) => `${title} ${text}`.toLowerCase()
        .includes(wanted));
      const before = last.filter((text) => text.toLowerCase().includes(wanted));
      put(list, found.length ? h("h3", null, "Saved") : null, found.map((one) => line(one.sql,
        one.title, () => {
          this.#keep({ saved: this.#kept.saved.filter((other) => other.title !== one.title) });
          draw();
          find.focus();
        })), before.length ? h("h3", null, "Run last") : null, before.map((text) => line(text)),
      found.length + before.length === 0 ? emptyState("No query here",
        "Studio remembers the queries that ran, and those that you save.") : null);
    };
    const form = h("form", { class: "find-field", on: { submit: (event) => {
      event.preventDefault();
      this.#save(field.value.trim(), sql);
      field.value = "";
      draw();
    } } }, field, button("Save", { kind: "primary", type: "submit" }));
    openDialog("Queries", [form, h("div", { class: "find-field" }, find), list]).classList
      .add("wide");
    draw();
    find.focus();
  }
}
