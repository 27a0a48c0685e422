// The schema as a diagram and as a list. The server computes the positions of the boxes.

import { button, h, icon, put } from "./dom.js";
import { counted, name, plain } from "./text.js";
import { errorState, loadingState } from "./states.js";
import { Schema } from "./schema.js";
import { drawDiagram } from "./diagram-drawing.js";
import { neighbours } from "./neighbours.js";
import { route } from "./route.js";

class StudioSchema extends HTMLElement {
  #diagram = null;
  #mode = "diagram";
  #zoom = 1;
  #selected = null;
  #hops = 1;

  connectedCallback() {
    this.className = "view";
    if (this.search) return;
    this.search = h("input", { class: "field", type: "search",
      placeholder: "Find a table or column",
      "aria-label": "Find a table or column", "data-search": "", autocomplete: "off",
      spellcheck: "false", on: { input: () => this.#draw() } });
    this.fold = h("input", { type: "checkbox", on: { change: () => this.#draw() } });
    this.modes = ["diagram", "list"].map((mode) => h("button", { type: "button", on: {
      click: () => {
        this.#mode = mode;
        this.#draw();
      } } }, icon(mode === "diagram" ? "schema" : "rows"), mode === "diagram" ? "Diagram"
        : "List"));
    if (matchMedia("(max-width: 760px)").matches) this.#mode = "list";
    this.hops = h("select", { class: "field", "aria-label": "Neighbours of the chosen table",
      on: { change: () => {
        this.#hops = Number(this.hops.value);
        this.#draw();
      } } }, [[0, "All tables"], [1, "1 step"], [2, "2 steps"], [3, "3 steps"]].map(
      ([value, words]) => h("option", { value, selected: value === 0 }, words)));
    this.#hops = 0;
    this.body = h("div", { class: "diagram-body", tabindex: "0", role: "group",
      "aria-label": "Schema" });
    this.zoomButtons = h("div", { class: "zoom" },
      button("Smaller", { name: "minus", words: false, click: () => this.#setZoom(0.8) }),
      button("Larger", { name: "plus", words: false, click: () => this.#setZoom(1.25) }),
      button("Show all", { name: "fit", words: false, click: () => this.#fit() }));
    this.details = h("aside", { class: "card", "aria-label": "Table", hidden: true });
    this.append(h("header", { class: "bar" }, this.app.heading("Schema"), this.search, this.hops,
      h("label", { class: "check" }, this.fold, "Only keys"),
      h("div", { class: "segments", role: "group", "aria-label": "Form" }, this.modes)),
    h("div", { class: "split" }, h("div", { class: "split-main" }, this.body, this.zoomButtons),
      this.details));
    this.#read();
  }

  async #read() {
    put(this.body, loadingState("Placing the tables …"));
    try {
      this.#diagram = await this.app.api.get("diagram");
      this.#draw();
      this.#fit();
    } catch (error) {
      put(this.body, errorState(error, () => this.#read()));
    }
  }

  schemaChanged() {
    this.#read();
  }

  #matches(table) {
    const wanted = this.search.value.trim().toLowerCase();
    return wanted === "" || table.name.toLowerCase().includes(wanted)
      || table.columns.some((column) => column.name.toLowerCase().includes(wanted));
  }

  #draw() {
    if (!this.#diagram) return;
    this.modes.forEach((element, index) => element.setAttribute("aria-pressed",
      String((index === 0) === (this.#mode === "diagram"))));
    this.zoomButtons.hidden = this.#mode !== "diagram";
    this.hops.disabled = this.#selected === null;
    const near = this.#selected && this.#hops > 0
      ? neighbours(this.app.schema, this.#selected, this.#hops) : null;
    if (this.#mode === "list") {
      const tables = this.app.schema.tables.filter((table) => this.#matches(table)
        && (!near || near.has(table.name)));
      put(this.body, tables.length ? h("div", { class: "schema-list" },
        tables.map((table) => this.#section(table))) : h("p", { class: "state" },
        "No table has this name."));
    } else {
      put(this.body, drawDiagram(this.#diagram, this.app.schema, {
        selected: this.#selected, near, isFolded: this.fold.checked, zoom: this.#zoom,
        matches: (table) => this.#matches(table), choose: (table) => this.#choose(table),
      }));
    }
    this.#drawDetails();
  }

  #choose(table) {
    this.#selected = this.#selected === table ? null : table;
    this.#draw();
    if (this.#selected) {
      this.body.querySelector(`[data-table="${CSS.escape(this.#selected)}"]`)?.focus();
    }
  }

  #drawDetails() {
    const table = this.#selected ? this.app.schema.table(this.#selected) : null;
    this.details.hidden = !table || this.#mode === "list";
    if (table) {
      put(this.details, h("div", { class: "card-head" }, h("h2", null, name(table.name)),
        button("Browse", { name: "rows", click: () => route.go({ view: "browse",
          table: table.name }) }),
        button("Close", { name: "close", kind: "quiet", words: false,
          click: () => this.#choose(table.name) })), tableDetails(table));
    }
  }

  #section(table) {
    return h("section", null, h("h2", null, h("a", { href: route.address({ view: "browse",
      table: table.name }) }, name(table.name)), table.kind === "table" ? null
      : h("span", { class: "tag" }, table.kind)), tableDetails(table));
  }

  #setZoom(factor) {
    this.#zoom = Math.max(0.2, Math.min(2, this.#zoom * factor));
    const drawing = this.body.querySelector("svg.diagram");
    drawing?.setAttribute("width", String(this.#diagram.width * this.#zoom));
    drawing?.setAttribute("height", String(this.#diagram.height * this.#zoom));
  }

  #fit() {
    const room = Math.min((this.body.clientWidth - 32) / this.#diagram.width,
      (this.body.clientHeight - 32) / this.#diagram.height);
    this.#zoom = 1;
    this.#setZoom(Math.max(0.4, Math.min(1.25, room)));
  }
}

function tableDetails(table) {
  const columns = Schema.columns(table);
  return [
    h("p", { class: "soft" }, `${counted(columns.length, "column")}, `
      + `${counted(table.indexes.length, "index", "indexes")}${table.isStrict ? ", STRICT" : ""}`),
    h("table", { class: "columns" }, h("thead", { class: "only-spoken" }, h("tr", null,
      ["Column", "Type", "Notes"].map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", null, columns.map((column) => h("tr", null,
      h("th", { scope: "row" }, column.isKey ? icon("key") : null, name(column.name)),
      h("td", { class: "soft" }, name(column.type)),
      h("td", { class: "soft" }, notes(table, column)))))),
    table.referencedBy.length ? h("p", { class: "soft" }, "Referred to by ",
      table.referencedBy.map((one, index) => [index ? ", " : "",
        name(`${one.table}.${one.columns.join(", ")}`)])) : null,
    table.indexes.filter((index) => !index.isImplicit).map((index) => h("p", { class: "soft" },
      index.isUnique ? "Unique index " : "Index ", name(index.name), " (",
      index.columns.map((column, number) => [number ? ", " : "", column === null ? "expression"
        : name(column)]), ")")),
    definition(table),
  ];
}

/** The SQL of a table. It is drawn when the user opens it. */
function definition(table) {
  const text = h("pre", { class: "definition", tabindex: "0" });
  const element = h("details", { on: { toggle: () => {
    if (element.open && !text.isConnected) element.append(put(text, plainSQL(table.sql)));
  } } }, h("summary", null, "SQL"));
  return element;
}

function plainSQL(sql) {
  return (sql ?? "").split("\n").flatMap((line, index) => [index ? "\n" : "", plain(line)]);
}

function notes(table, column) {
  const words = [];
  if (column.reference) {
    words.push(["→ ", name(`${column.reference.table}.${column.reference.targetColumns.join()}`)]);
  }
  if (column.isNotNull && !column.isKey) words.push("not NULL");
  if (column.generated) words.push(`computed, ${column.generated}`);
  if (column.default !== null) words.push(["default ", name(column.default)]);
  if (column.collation) words.push(column.collation);
  return words.map((word, index) => [index ? ", " : "", word]);
}

customElements.define("studio-schema", StudioSchema);

