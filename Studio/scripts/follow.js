// Goes from a row to the row that it refers to, and to the rows that refer to it.

import { h, icon, put } from "./dom.js";
import { cellText, whole } from "./values.js";
import { closeDialog, openDialog } from "./dialog.js";
import { count, name, plain } from "./text.js";
import { errorState, loadingState } from "./states.js";
import { route } from "./route.js";

/** The filter for rows whose columns have these values. */
export function equalTo(columns, values) {
  return { conditions: columns.map((column, index) => ({
    column, operator: "is", value: whole(values[index]),
  })) };
}

/** The way so far, with the current place and the row that the user left. */
export function trailFrom(browse, row) {
  const { trail = [], ...place } = browse.place;
  return [...trail, { ...place, open: undefined, label: row ? browse.labelOf(row)
    : "" }].slice(-12);
}

/** The links of a way. Null for an empty one. */
export function trailLinks(trail) {
  return trail.length === 0 ? null : h("nav", { class: "crumbs",
    "aria-label": "Way to these rows" }, h("ol", null, trail.map((place, index) => h("li", null,
    h("a", { href: route.address(place), on: { click: (event) => {
      event.preventDefault();
      route.go({ ...place, trail: trail.slice(0, index) });
    } } }, name(place.table), place.label ? [" ", h("span", { class: "soft" },
      name(place.label))] : null), icon("next")))));
}

export async function followReference(browse, row, column) {
  const { reference } = column;
  const values = await referenceValues(browse, row, reference);
  route.go({ view: "browse", table: reference.table, open: true,
    filter: equalTo(reference.targetColumns, values), trail: trailFrom(browse, row) });
}

/** The values of a reference. The server has those that the row shows only in part. */
async function referenceValues(browse, row, reference) {
  const answer = row.key === null ? null : await browse.app.api.post("relations", {
    schema: browse.app.schema.id, table: browse.table.name, key: row.key,
  }).catch(() => null);
  const found = answer?.references.find((one) => one.id === reference.id);
  return found?.values ?? reference.columns.map((column) => row.values[
    browse.table.columns.findIndex((one) => one.name === column)]);
}

/** Asks which referring rows to show. */
export async function listReferrers(browse, row) {
  if (row.key === null || browse.table.referencedBy.length === 0) {
    browse.app.announce.now("No table refers to this table.");
    return;
  }
  const body = h("div", { class: "choices" }, loadingState("Counting rows …"));
  openDialog(`Rows that refer to ${plain(browse.table.name)} ${browse.labelOf(row)}`, body);
  try {
    const { referencedBy } = await browse.app.api.post("relations", {
      schema: browse.app.schema.id, table: browse.table.name, key: row.key,
    });
    put(body, referencedBy.map((reference) => h("button", {
      type: "button", on: { click: () => {
        closeDialog();
        showReferrers(browse, row, reference);
      } },
    }, icon("table"), h("span", null, name(reference.table), h("span", { class: "soft" }, " by ",
      reference.columns.map((column, index) => [index ? ", " : "", name(column)]))),
    h("span", { class: "rest" }, countWords(reference.count)))));
    body.firstElementChild?.focus();
  } catch (error) {
    put(body, errorState(error));
  }
}

/** Goes to a row of another table. */
export function followRow(browse, from, table, row) {
  route.go({ view: "browse", table: table.name, open: true, filter: equalTo(table.key, row.key),
    trail: trailFrom(browse, from) });
}

export function showReferrers(browse, row, reference) {
  route.go({ view: "browse", table: reference.table,
    filter: equalTo(reference.columns, reference.values), trail: trailFrom(browse, row) });
}

export function countWords(number) {
  if (number === null) return "many";
  return number.isExact ? count(number.value) : `${count(number.value)}+`;
}

/** A short text for the values of a reference. */
export function valuesText(values) {
  return values.map(cellText).join(", ");
}
