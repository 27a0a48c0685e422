// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/scripts/sql-editor.js instead.

let pageSqlEditorScript = StudioAsset(
  path: "/scripts/sql-editor.js",
  content: #"""
// The editor for SQL: a native text area over a highlighted copy of its text, so screen readers,
// input methods and phones work as usual.

import { h, newID, put } from "./dom.js";
import { name } from "./text.js";
import { completions, quoted, tokens } from "./sql-words.js";

export class SQLEditor {
  #schema;
  #error = null;
  #found = [];
  #selected = 0;
  #word = "";
  #isLeaving = false;

  /** `run` is called for Ctrl+Enter; `schema` returns the schema for completion. */
  constructor({ schema, run, change }) {
    this.#schema = schema;
    const list = newID("completions");
    this.copy = h("pre", { class: "sql-copy", "aria-hidden": "true" });
    this.field = h("textarea", {
      class: "sql-text", "aria-label": "SQL", spellcheck: "false", autocapitalize: "off",
      autocomplete: "off", "data-search": "", wrap: "soft", "aria-autocomplete": "list",
      "aria-controls": list, rows: "5", placeholder: "SELECT …",
    });
    this.list = h("ul", { class: "completions", role: "listbox", id: list,
      "aria-label": "Completions", hidden: true });
    this.spoken = h("div", { class: "only-spoken", "aria-live": "polite" });
    this.element = h("div", { class: "sql-editor" }, this.copy, this.field, this.list, this.spoken);
    this.field.addEventListener("input", () => {
      this.#error = null;
      this.#draw();
      this.#complete(false);
      change?.();
    });
    this.field.addEventListener("scroll", () => this.#scroll());
    this.field.addEventListener("blur", () => this.#closeList());
    this.field.addEventListener("click", () => this.#closeList());
    this.field.addEventListener("keydown", (event) => this.#key(event, run));
    this.#draw();
  }

  get value() {
    return this.field.value;
  }

  set value(text) {
    this.field.value = text;
    this.#error = null;
    this.#draw();
  }

  /** Marks the place of an error. The server counts bytes of UTF-8. */
  showError(byteOffset) {
    if (byteOffset === null) {
      this.#error = null;
    } else {
      const bytes = new TextEncoder().encode(this.value);
      this.#error = new TextDecoder().decode(bytes.slice(0, byteOffset)).length;
    }
    this.#draw();
  }

  /** The line and the column of the marked error, counted from 1. */
  get errorPlace() {
    if (this.#error === null) return null;
    const lines = this.value.slice(0, this.#error).split("\n");
    return { line: lines.length, column: Array.from(lines.at(-1)).length + 1 };
  }

  goToError() {
    this.field.focus();
    this.field.setSelectionRange(this.#error, this.#error);
  }

  #draw() {
    const sql = this.value;
    const parts = [];
    let position = 0;
    for (const token of tokens(sql)) {
      if (token.start > position) parts.push(...this.#piece(sql, position, token.start, ""));
      parts.push(...this.#piece(sql, token.start, token.end, token.kind));
      position = token.end;
    }
    parts.push(...this.#piece(sql, position, sql.length, ""));
    if (this.#error !== null && this.#error >= sql.length) {
      parts.push(h("span", { class: "sql-error" }, "\u00a0"));
    }
    put(this.copy, parts, "\n");
    this.#scroll();
  }

  #piece(sql, start, end, kind) {
    if (start >= end) return [];
    const error = this.#error;
    const properties = { class: kind ? `sql-${kind}` : null };
    if (error === null || error < start || error >= end) {
      return [h("span", properties, sql.slice(start, end))];
    }
    return [h("span", properties, sql.slice(start, error)),
      h("span", { class: `sql-error${kind ? ` sql-${kind}` : ""}` }, sql.slice(error, end))];
  }

  #scroll() {
    this.copy.scrollTop = this.field.scrollTop;
    this.copy.scrollLeft = this.field.scrollLeft;
  }

  #key(event, run) {
    const control = event.ctrlKey || event.metaKey;
    if (event.key === "Enter" && control) {
      event.preventDefault();
      this.#closeList();
      run();
    } else if (event.key === " " && control) {
      event.preventDefault();
      this.#complete(true);
    } else if (!this.list.hidden && this.#listKey(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === "Escape") {
      this.#isLeaving = true;
      return;
    } else if (event.key === "Tab" && !event.shiftKey && !this.#isLeaving) {
      event.preventDefault();
      this.#insert("  ", 0);
    }
    this.#isLeaving = false;
  }

  #listKey(event) {
    const last = this.#found.length - 1;
    if (event.key === "ArrowDown") this.#selected = Math.min(last, this.#selected + 1);
    else if (event.key === "ArrowUp") this.#selected = Math.max(0, this.#selected - 1);
    else if (event.key === "Escape") {
      this.#closeList();
      return true;
    } else if (event.key === "Enter" || event.key === "Tab") {
      this.#choose(this.#found[this.#selected]);
      return true;
    } else return false;
    this.#drawList();
    return true;
  }

  #complete(isAsked) {
    const { word, found } = completions(this.value, this.field.selectionEnd, this.#schema());
    this.#word = word;
    this.#found = word === "" && !isAsked && this.value[this.field.selectionEnd - 1] !== "."
      ? [] : found;
    this.#selected = 0;
    if (this.#found.length === 0) return this.#closeList();
    this.#drawList();
    return undefined;
  }

  #drawList() {
    this.list.hidden = false;
    put(this.list, this.#found.map((one, index) => h("li", {
      role: "option", id: `${this.list.id}-${index}`,
      "aria-selected": String(index === this.#selected),
      on: { pointerdown: (event) => {
        event.preventDefault();
        this.#choose(one);
      } },
    }, name(one.text), h("span", { class: "soft" }, name(one.detail)))));
    const before = this.value.slice(0, this.field.selectionEnd - this.#word.length).split("\n");
    const column = Math.min(before.at(-1).length, 60);
    this.list.style.top = `${before.length * 20 + 12 - this.field.scrollTop}px`;
    this.list.style.left = `${Math.min(16 + column * 7.55, this.element.clientWidth - 240)}px`;
    this.field.setAttribute("aria-activedescendant", `${this.list.id}-${this.#selected}`);
    this.spoken.textContent = this.#found[this.#selected].text;
  }

  #closeList() {
    this.list.hidden = true;
    this.field.removeAttribute("aria-activedescendant");
  }

  #choose(one) {
    this.#insert(one.isName ? quoted(one.text) : one.text, this.#word.length);
    this.#closeList();
  }

  #insert(text, replaced) {
    const { selectionStart, selectionEnd } = this.field;
    this.field.setRangeText(text, selectionStart - replaced, selectionEnd, "end");
    this.#draw();
  }
}

"""#
)
