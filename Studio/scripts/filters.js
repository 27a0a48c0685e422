// The conditions of the rows: a text in any column, conditions of a form or by the commonest values
// of a column, and an SQL expression.

import { button, h, put } from "./dom.js";
import { cellNodes, cellText, isWhole, typedValue, whole } from "./values.js";
import { count, name, nodes, plain } from "./text.js";

const OPERATORS = [
  ["contains", "contains"], ["starts", "starts with"], ["is", "="], ["isNot", "≠"], ["<", "<"],
  ["<=", "≤"], [">", ">"], [">=", "≥"], ["null", "is NULL"], ["notNull", "is not NULL"],
];
const WORDS = Object.fromEntries(OPERATORS);

export class FilterBar {
  #browse;
  #table = null;
  #place = null;
  #isOpen = false;

  constructor(browse) {
    this.#browse = browse;
    this.element = h("section", { class: "filters", "aria-label": "Filter", hidden: true });
  }

  show(place, table) {
    if (this.#table?.name !== table.name) this.#isOpen = false;
    this.#place = place;
    this.#table = table;
    const hasFilter = place.filter !== null;
    this.element.hidden = !hasFilter && !this.#isOpen;
    this.facets = h("div", { class: "facets" });
    const expression = this.#expression();
    put(this.element, this.#chips(), this.#search(), this.#form(expression), expression,
      this.facets);
  }

  /** Shows only the rows with the value of a cell, or without it. */
  addValue(column, value, operator = "is") {
    if (!isWhole(value)) return;
    this.#apply({ conditions: [...this.#conditions, { column, operator, value: whole(value) }] });
  }

  toggle() {
    this.#isOpen = this.element.hidden;
    this.element.hidden = !this.#isOpen;
    if (this.#isOpen) this.element.querySelector("input")?.focus();
  }

  get #conditions() {
    return this.#place.filter?.conditions ?? [];
  }

  /** Whether a search follows the rules of MATCH. */
  get #isFullText() {
    return this.#table.kind === "virtual" && /USING\s+fts[345]/i.test(this.#table.sql ?? "");
  }

  /** Replaces some parts of the filter. */
  #apply(parts) {
    this.#isOpen = true;
    const filter = { ...this.#place.filter, ...parts };
    for (const key of Object.keys(filter)) if (!filter[key]?.length) delete filter[key];
    this.#browse.go({ filter: Object.keys(filter).length ? filter : null });
  }

  #chips() {
    const { sql, search, match } = this.#place.filter ?? {};
    const remove = (words, parts) => button(`Remove ${words}`, { name: "close", kind: "quiet",
      words: false, click: () => this.#apply(parts) });
    const chips = this.#conditions.map((condition, index) => h("li", { class: "chip" },
      name(condition.column), h("span", { class: "soft" }, words(condition)),
      hasValue(condition) ? h("bdi", { class: "chip-value" }, cellText(condition.value)) : null,
      remove(`the condition for ${plain(condition.column)}`,
        { conditions: this.#conditions.filter((_, other) => other !== index) })));
    if (search) {
      chips.push(h("li", { class: "chip" }, h("span", { class: "soft" }, "any column contains"),
        h("bdi", { class: "chip-value" }, nodes(search)), remove("the text", { search: null })));
    }
    if (match) {
      chips.push(h("li", { class: "chip" }, h("span", { class: "soft" }, "MATCH"),
        h("bdi", { class: "chip-value" }, nodes(match)), remove("the query", { match: null })));
    }
    if (sql) {
      chips.push(h("li", { class: "chip" }, h("code", null, name(sql)),
        remove("the SQL condition", { sql: null })));
    }
    return chips.length ? h("ul", { class: "chips" }, chips) : null;
  }

  #search() {
    const part = this.#isFullText ? "match" : "search";
    const words = this.#isFullText ? "Full-text query, such as red OR novel*"
      : "Find in all columns";
    const field = h("input", { class: "field", type: "search", "aria-label": words,
      placeholder: words, autocomplete: "off", spellcheck: "false", "data-search": "",
      value: this.#place.filter?.[part] ?? null });
    return h("form", { class: "filter-form search", role: "search", on: { submit: (event) => {
      event.preventDefault();
      this.#apply({ [part]: field.value.trim() });
    } } }, field, button("Find", { name: "search", type: "submit" }));
  }

  /** Shows the commonest values of a column among the rows of the filter. */
  async showFacets(column) {
    const { app, place } = this.#browse;
    const { facets } = this;
    put(facets, h("span", { class: "soft" }, "Counting values …"));
    try {
      const { values } = await app.api.post("facets", { schema: app.schema.id,
        table: this.#table.name, column, ...(place.filter ? { filter: place.filter } : {}) });
      put(facets, h("span", { class: "soft" }, "Commonest values of ", name(column), ":"),
        values.map(({ value, count: number }) => h("button", { type: "button", class: "facet",
          disabled: !isWhole(value), on: { click: () => this.addValue(column, value) } },
        cellNodes(value), h("span", { class: "soft" }, count(number)))));
    } catch (error) {
      put(facets, h("span", { class: "soft", role: "status" }, nodes(error.message)));
    }
  }

  /** Most filters need no SQL, so its field is hidden at first. */
  #form(expression) {
    expression.hidden = !this.#place.filter?.sql;
    const column = h("select", { class: "field", "aria-label": "Column" },
      this.#table.columns.map((one) => h("option", { value: one.name }, plain(one.name))));
    const operator = h("select", { class: "field", "aria-label": "Comparison" },
      OPERATORS.map(([value, title]) => h("option", { value }, title)));
    const value = h("input", { class: "field", type: "text", "aria-label": "Value",
      placeholder: "Value", autocomplete: "off", spellcheck: "false" });
    const adapt = () => {
      const definition = this.#table.columns.find((one) => one.name === column.value);
      operator.value = definition?.affinity === "text" ? "contains" : "is";
    };
    column.addEventListener("change", adapt);
    operator.addEventListener("change", () => {
      value.hidden = operator.value === "null" || operator.value === "notNull";
    });
    adapt();
    return h("form", { class: "filter-form", on: { submit: (event) => {
      event.preventDefault();
      this.#apply({ conditions: [...this.#conditions, this.#condition(column.value,
        operator.value, value.value)] });
    } } }, column, operator, value, button("Add", { name: "plus", type: "submit" }),
    button("Values", { title: "The commonest values of the column",
      click: () => this.showFacets(column.value) }),
    button("SQL", { title: "A condition in SQL", "aria-expanded": String(!expression.hidden),
      click: (event) => {
        expression.hidden = !expression.hidden;
        event.currentTarget.setAttribute("aria-expanded", String(!expression.hidden));
        if (!expression.hidden) expression.querySelector("input").focus();
      } }));
  }

  #condition(column, operator, text) {
    if (operator === "null") return { column, operator: "is", value: null };
    if (operator === "notNull") return { column, operator: "isNot", value: null };
    const { affinity } = this.#table.columns.find((one) => one.name === column);
    const isText = operator === "contains" || operator === "starts";
    return { column, operator, value: isText ? text : typedValue(text, affinity) };
  }

  #expression() {
    const field = h("input", { class: "field mono", type: "text", "aria-label": "SQL condition",
      placeholder: "SQL condition, such as length(name) > 3", autocomplete: "off",
      spellcheck: "false", value: this.#place.filter?.sql ?? null });
    return h("form", { class: "filter-form sql", on: { submit: (event) => {
      event.preventDefault();
      this.#apply({ sql: field.value.trim() });
    } } }, field, button("Apply", { type: "submit" }));
  }
}

function hasValue(condition) {
  return condition.value !== null && condition.value !== undefined;
}

function words(condition) {
  if (!hasValue(condition)) return condition.operator === "is" ? "is NULL" : "is not NULL";
  return WORDS[condition.operator] ?? condition.operator;
}

