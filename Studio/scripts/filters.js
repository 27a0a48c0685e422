// The conditions of the rows, as a form and as an SQL expression.

import { button, h, put } from "./dom.js";
import { cellText, typedValue } from "./values.js";
import { name, plain } from "./text.js";

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
    put(this.element, this.#chips(), this.#form(), this.#expression());
  }

  toggle() {
    this.#isOpen = this.element.hidden;
    this.element.hidden = !this.#isOpen;
    if (this.#isOpen) this.element.querySelector("select")?.focus();
  }

  get #conditions() {
    return this.#place.filter?.conditions ?? [];
  }

  #apply(conditions, sql = this.#place.filter?.sql) {
    this.#isOpen = true;
    const filter = {};
    if (conditions.length) filter.conditions = conditions;
    if (sql) filter.sql = sql;
    this.#browse.go({ filter: Object.keys(filter).length ? filter : null });
  }

  #chips() {
    const chips = this.#conditions.map((condition, index) => h("li", { class: "chip" },
      name(condition.column), h("span", { class: "soft" }, words(condition)),
      hasValue(condition) ? h("bdi", { class: "chip-value" }, cellText(condition.value)) : null,
      button(`Remove the condition for ${plain(condition.column)}`, { name: "close",
        kind: "quiet", words: false,
        click: () => this.#apply(this.#conditions.filter((_, other) => other !== index)) })));
    if (this.#place.filter?.sql) {
      chips.push(h("li", { class: "chip" }, h("code", null, name(this.#place.filter.sql)),
        button("Remove the SQL condition", { name: "close", kind: "quiet", words: false,
          click: () => this.#apply(this.#conditions, null) })));
    }
    return chips.length ? h("ul", { class: "chips" }, chips) : null;
  }

  #form() {
    const column = h("select", { class: "field", "aria-label": "Column", "data-search": "" },
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
      this.#apply([...this.#conditions, this.#condition(column.value, operator.value,
        value.value)]);
    } } }, column, operator, value, button("Add", { name: "plus", type: "submit" }));
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
      this.#apply(this.#conditions, field.value.trim());
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

