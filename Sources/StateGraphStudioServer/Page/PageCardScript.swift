// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/scripts/card.js instead.

let pageCardScript = StudioAsset(
  path: "/scripts/card.js",
  content: #"""
// The card of one row: all values, the rows that it refers to, and the rows that refer to it.

import { button, h, icon, put } from "./dom.js";
import { fullNodes, imageType, bytesOf, isWhole, storageClass } from "./values.js";
import { name, nodes, plain, size } from "./text.js";
import { countWords, equalTo, showReferrers, trailFrom, valuesText } from "./follow.js";
import { route } from "./route.js";
import { saveValue } from "./value-editor.js";

const VALUE_LIMIT = 65_536;
const IMAGE_LIMIT = 1_048_576;

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
    } catch {
      // The card then shows the row without its neighbours.
    }
  }

  #draw() {
    this.#forgetImages();
    const { table } = this.#browse;
    const row = this.#row;
    const scroll = this.element.scrollTop;
    put(this.element,
      h("div", { class: "card-head" },
        h("h2", null, name(table.name), " ", h("span", { class: "soft" },
          nodes(this.#browse.labelOf(row)))),
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
      this.#references(), this.#referrers());
    this.element.scrollTop = scroll;
  }

  #value(row, column, value) {
    const nodes = fullNodes(value);
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
        ? nodes(valuesText(reference.values))
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
      h("span", { class: "rest" }, countWords(reference.count)))))));
  }
}


"""#
)
