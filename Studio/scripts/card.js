// The card of one row: all values, the rows that it refers to, and the rows that refer to it.

import { button, h, icon, put } from "./dom.js";
import {
  bytesOf, cellNodes, fullNodes, imageType, isWhole, storageClass, whole,
} from "./values.js";
import { name, nodes, plain, short, size } from "./text.js";
import { countWords, equalTo, followRow, showReferrers, trailFrom, valuesText } from "./follow.js";
import { route } from "./route.js";
import { Schema } from "./schema.js";
import { indentedJSON } from "./json-text.js";
import { labelChoice, labelColumn, labelSelect } from "./labels.js";
import { momentText } from "./dates.js";
import { saveValue } from "./value-editor.js";

const VALUE_LIMIT = 65_536;
const IMAGE_LIMIT = 1_048_576;
// How many tables of referring rows are listed, with how many rows and columns.
const MOST_LISTS = 4;
const MOST_CARD_ROWS = 5;
const MOST_COLUMNS = 4;
// How much of a text is shown at first.
const LINES = 14;
const CHARACTERS = 500;

export class RowCard {
  #browse;
  #row = null;
  #relations = null;
  #timer = 0;
  #images = [];

  constructor(browse) {
    this.#browse = browse;
    this.element = h("aside", { class: "card", "aria-label": "Row", hidden: true });
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.close();
      browse.grid.view.focus();
    });
  }

  get isOpen() {
    return !this.element.hidden;
  }

  toggle(row) {
    if (this.isOpen) this.close();
    else this.open(row);
  }

  open(row) {
    if (!row) return;
    const wasOpen = this.isOpen;
    this.element.hidden = false;
    this.follow(row, true);
    if (!wasOpen) this.#browse.cardChanged();
  }

  close() {
    if (!this.isOpen) return;
    this.element.hidden = true;
    this.#row = null;
    this.#forgetImages();
    if (this.#browse.isConnected) this.#browse.cardChanged();
  }

  /** Shows another row, or the same row with other values. */
  follow(row, isForced = false) {
    if (!this.isOpen || !row || (row === this.#row && !isForced)) return;
    if (row.id !== this.#row?.id || this.#browse.table !== this.shownTable) this.#relations = null;
    this.#row = row;
    this.shownTable = this.#browse.table;
    this.#draw();
    clearTimeout(this.#timer);
    if (row.key !== null) this.#timer = setTimeout(() => this.#readRelations(row), 60);
  }

  async #readRelations(row) {
    const { app, table } = this.#browse;
    try {
      const answer = await app.api.post("relations", { schema: app.schema.id, table: table.name,
        key: row.key });
      if (row.id !== this.#row?.id) return;
      this.#relations = answer;
      this.#draw();
      await Promise.all([...answer.references.map((one) => this.#readName(one)),
        ...answer.referencedBy.slice(0, MOST_LISTS).map((one) => this.#readRows(one))]);
      if (row.id === this.#row?.id) this.#draw();
    } catch {
      // The card then shows the row without its neighbours.
    }
  }

  /** Reads the name of the row that a reference leads to. */
  async #readName(reference) {
    const { app } = this.#browse;
    const select = labelSelect(app, reference);
    const [value] = reference.values;
    if (!select || value === null || reference.exists === false) return;
    await app.api.query({ id: `n${crypto.randomUUID()}`, parameters: { value: whole(value) },
      sql: `${select.sql} WHERE ${select.key} = :value LIMIT 1` }, (line) => {
      const label = line.rows?.[0]?.[1];
      if (typeof label === "string" && label !== "") reference.name = label;
    });
  }

  /** Reads the first rows that refer to this one, so that an order stands beside its lines. */
  async #readRows(reference) {
    const { app } = this.#browse;
    if (!reference.count || reference.count.value === 0) return;
    const answer = await app.api.post("rows", { schema: app.schema.id, table: reference.table,
      filter: equalTo(reference.columns, reference.values), limit: MOST_CARD_ROWS });
    reference.rows = answer.rows;
  }

  #draw() {
    this.#forgetImages();
    const { app, table } = this.#browse;
    const row = this.#row;
    const scroll = this.element.scrollTop;
    const label = labelColumn(app, table);
    const title = label ? row.values[table.columns.indexOf(label)] : null;
    put(this.element,
      h("div", { class: "card-head" },
        h("h2", null, name(table.name), " ", h("span", { class: "soft" },
          nodes(this.#browse.labelOf(row))),
        typeof title === "string" ? [" ", h("span", { class: "card-title" }, name(title))] : null),
        this.#browse.canEdit ? button("Delete row", { kind: "quiet danger", name: "trash",
          words: false, click: () => this.#browse.stageDeletion(row) }) : null,
        button("Close", { name: "close", kind: "quiet", words: false, click: () => {
          this.close();
          this.#browse.grid.view.focus();
        } })),
      h("dl", { class: "card-values" }, table.columns.map((column, position) => h("div", null,
        h("dt", null, name(column.name), h("span", { class: "soft" }, nodes(column.type
          || storageClass(row.values[position])))),
        h("dd", null, this.#value(row, column, row.values[position]))))),
      this.#references(), this.#referrers(), table.referencedBy.length === 0 ? null
        : h("label", { class: "card-choice soft" }, "Rows that refer to this table show ",
          labelChoice(app, table, () => this.#draw())));
    this.element.scrollTop = scroll;
  }

  #value(row, column, value) {
    if (typeof value === "string") return this.#text(value);
    const nodes = fullNodes(value);
    const shown = this.#browse.grid.columns.find((one) => one.name === column.name);
    const moment = shown?.epoch ? momentText(shown.epoch, value) : null;
    if (moment) return [`${moment} UTC `, h("span", { class: "value-raw" }, nodes)];
    if (value === null || typeof value !== "object") return nodes;
    const type = imageType(value);
    if (row.key === null) {
      // The server finds the rows of a view only by their number.
    } else if (type && value.bytes <= IMAGE_LIMIT) {
      nodes.push(button("Show image", { click: (event) => this.#showImage(event.currentTarget, row,
        column, type) }));
    } else if ("$text" in value || "$textBytes" in value) {
      nodes.push(button(value.bytes > VALUE_LIMIT ? `Show the first ${size(VALUE_LIMIT)}`
        : "Show all", { click: (event) => this.#showAll(event.currentTarget, row, column) }));
    }
    if (!isWhole(value)) {
      nodes.push(button("Save as file", { click: () => this.#save(row, column) }));
    }
    return nodes;
  }

  /** A long text must not push the other values and the references away. */
  #text(value) {
    const json = indentedJSON(value);
    const text = json ?? value;
    // The line feeds of indented JSON are none of the value.
    const show = (part) => (json === null ? fullNodes(part) : h("code", null, part.split("\n")
      .map((line, index) => [index ? h("br") : null, nodes(line)])));
    const start = short(text.split("\n").slice(0, LINES).join("\n"), CHARACTERS);
    if (start.length >= text.length) return show(text);
    return [show(start.endsWith("…") ? start : `${start}…`), button("Show all", {
      click: (event) => put(event.currentTarget.parentElement, show(text)) })];
  }

  async #save(row, column) {
    try {
      const position = this.#browse.table.columns.indexOf(column);
      saveValue(await this.#browse.source.wholeValue(row, { ...column, position },
        this.#browse.grid.cursor.row), column.name);
    } catch (error) {
      this.#browse.say(error.message);
    }
  }

  #read(row, column, length) {
    return this.#browse.app.api.post("value", {
      schema: this.#browse.app.schema.id, table: this.#browse.table.name, key: row.key,
      column: column.name, offset: 0, length,
    });
  }

  async #showAll(own, row, column) {
    const place = own.parentElement;
    // Of the other buttons, the one that saves the value stays.
    const others = [...place.querySelectorAll(".button")].filter((one) => one !== own);
    try {
      const answer = await this.#read(row, column, VALUE_LIMIT);
      put(place, fullNodes(new TextDecoder("utf-8", { ignoreBOM: true })
        .decode(bytesOf(answer.data))), others);
    } catch (error) {
      put(place, nodes(error.message), others);
    }
  }

  async #showImage(place, row, column, type) {
    try {
      const answer = await this.#read(row, column, IMAGE_LIMIT);
      const address = URL.createObjectURL(new Blob([bytesOf(answer.data)], { type }));
      this.#images.push(address);
      place.replaceWith(h("img", { src: address, alt: `Value of ${plain(column.name)}` }));
    } catch (error) {
      place.replaceWith(...nodes(error.message));
    }
  }

  #forgetImages() {
    for (const address of this.#images) URL.revokeObjectURL(address);
    this.#images = [];
  }

  #references() {
    const references = this.#relations?.references ?? [];
    if (references.length === 0) return null;
    return h("section", { class: "card-relations" }, h("h3", null, "Refers to"),
      h("ul", null, references.map((reference) => h("li", null, h("button", {
        type: "button", disabled: reference.exists === false,
        on: { click: () => this.#goTo(reference) },
      }, icon("follow"), h("span", { class: "relation-name" }, name(reference.table),
        h("span", { class: "soft" }, nodes(reference.columns.join(", ")))),
      h("span", { class: "rest" }, reference.exists !== false
        ? reference.name ? [name(reference.name), " ", h("span", { class: "value-raw" },
          nodes(valuesText(reference.values)))] : nodes(valuesText(reference.values))
        : reference.values.some((value) => value === null) ? "none" : "missing"))))));
  }

  #goTo(reference) {
    route.go({ view: "browse", table: reference.table, open: true,
      filter: equalTo(reference.targetColumns, reference.values),
      trail: trailFrom(this.#browse, this.#row) });
  }

  #referrers() {
    const referrers = this.#relations?.referencedBy ?? [];
    if (referrers.length === 0) return null;
    return h("section", { class: "card-relations" }, h("h3", null, "Referred to by"),
      h("ul", null, referrers.map((reference) => h("li", null, h("button", {
        type: "button", disabled: reference.count?.value === 0,
        on: { click: () => showReferrers(this.#browse, this.#row, reference) },
      }, icon("table"), h("span", { class: "relation-name" }, name(reference.table),
        h("span", { class: "soft" }, nodes(reference.columns.join(", ")))),
      h("span", { class: "rest" }, countWords(reference.count))),
      reference.rows?.length ? this.#rows(reference) : null))));
  }

  /** A table of the first referring rows, without the columns of the reference. */
  #rows(reference) {
    const table = this.#browse.app.schema.table(reference.table);
    const all = Schema.columns(table).filter((one) => !reference.columns.includes(one.name));
    const columns = all.slice(0, MOST_COLUMNS);
    return h("table", { class: "card-rows" }, h("thead", null, h("tr", null,
      columns.map((column) => h("th", { scope: "col" }, name(column.name))),
      h("th", { scope: "col" }, h("span", { class: "only-spoken" }, "open")))),
    h("tbody", null, reference.rows.map((row) => h("tr", null, columns.map((column) => h("td", null,
      cellNodes(row.values[column.position]))), h("td", null, row.key === null ? null
      : button("Open this row", { name: "follow", kind: "quiet", words: false,
        click: () => followRow(this.#browse, this.#row, table, row) }))))));
  }
}

