// The staged new rows of a table, over its rows: the file does not have them yet.

import { button, h } from "./dom.js";
import { cellNodes } from "./values.js";
import { counted, name } from "./text.js";
import { equalTo } from "./follow.js";

const MOST_STAGED = 3;
const COLUMNS = 6;

/** The new rows of a table, or null where there are none. */
export function stagedRows({ app, table }) {
  const changes = app.stage.changes.filter((one) => one.kind === "insert"
    && one.table === table.name);
  if (changes.length === 0) return null;
  return h("section", { class: "staged-rows", "aria-label": "Staged new rows" },
    h("ul", null, changes.slice(0, MOST_STAGED).map((change) => h("li", null,
      h("span", { class: "tag added" }, "+ new row"),
      h("span", { class: "staged-values" }, Object.entries(change.new).slice(0, COLUMNS).map(
        ([column, value]) => h("span", null, h("span", { class: "soft" }, name(column)), " ",
          cellNodes(value)))),
      button("Unstage", { name: "undo", kind: "quiet", click: () => app.stage.discard(change) })))),
    changes.length > MOST_STAGED ? h("p", { class: "soft" },
      `and ${counted(changes.length - MOST_STAGED, "further row")}`) : null,
    h("a", { class: "button", href: "#/edits" }, "Preview and apply"));
}

/** The place that shows the rows after they were inserted: the last ones come first. */
export function placeOfNewRows(table, changes) {
  const [first] = changes;
  const isKnown = changes.length === 1 && table.key?.every((column) => column in first.new);
  return { view: "browse", table: table.name, ...(isKnown
    ? { filter: equalTo(table.key, table.key.map((column) => first.new[column])) }
    : { order: (table.key ?? []).map((column) => ({ column, descending: true })) }) };
}
