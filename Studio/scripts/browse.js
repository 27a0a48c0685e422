// The view of rows: the grid of one table, its filters, the way to it, and the card of a row.

import { button, h, icon, put } from "./dom.js";
import { cellText, storageClass } from "./values.js";
import { clock, count, counted, name, plain } from "./text.js";
import { emptyState, errorNotice, errorState, loadingState } from "./states.js";
import { ColumnMemory } from "./column-memory.js";
import { FilterBar } from "./filters.js";
import { RowCard } from "./card.js";
import { RowsSource } from "./rows-source.js";
import { Schema, isEditable } from "./schema.js";
import { askForNumber } from "./ask.js";
import { Labels } from "./labels.js";
import { closeMenu } from "./menu.js";
import { copySelection, openExport } from "./export.js";
import { editCell, finishEditing } from "./cell-editor.js";
import { followReference, listReferrers, trailLinks } from "./follow.js";
import { isBoolean } from "./declarations.js";
import { openBrowseColumns, openBrowseMenu } from "./browse-menu.js";
import { openImport } from "./import-dialog.js";
import { openRowForm } from "./row-form.js";
import { route } from "./route.js";
import { deleteRows } from "./selected-rows.js";
import { stagedRows } from "./staged-rows.js";
import "./grid.js";

/** On a narrow page, the card lies over the rows. */
function isNarrow() {
  return matchMedia("(max-width: 760px)").matches;
}

class StudioBrowse extends HTMLElement {
  #place = null;
  #source = null;
  #table = null;
  #changes = null;
  /** Whether the first rows of the place are shown. */
  #isOpened = false;

  connectedCallback() {
    this.className = "view";
    if (this.grid) return;
    this.grid = document.createElement("studio-grid");
    this.card = new RowCard(this);
    this.filters = new FilterBar(this);
    this.labels = new Labels(this.app, () => this.grid.namesChanged());
    this.head = h("header", { class: "bar" });
    this.notice = h("div");
    this.inserts = h("div");
    this.position = h("span");
    this.selected = h("span");
    this.sort = h("span");
    this.age = h("span", { class: "rest" });
    const isWriting = this.app.api.session.capabilities.write;
    this.hint = h("span", { class: "hint" }, h("kbd", null, "Space"), " details ",
      isWriting ? [h("kbd", null, "F2"), " edit "] : null, h("kbd", null, "?"), " all keys");
    this.foot = h("footer", { class: "foot" }, this.position, this.selected, this.sort, this.age);
    this.main = h("div", { class: "split-main" }, this.grid);
    this.body = h("div", { class: "split" }, this.main, this.card.element);
    this.append(this.head, this.filters.element, this.notice, this.inserts, this.body, this.foot);
    this.#listen();
  }

  disconnectedCallback() {
    finishEditing();
    this.#source?.stop();
    this.labels.stop();
    this.card.close();
    this.app.live.removeEventListener("positions", this.#counted);
    this.app.stage.removeEventListener("change", this.#staged);
  }

  #counted = (event) => {
    if (event.detail.table === this.#table?.name) this.#source?.counted(event.detail.count);
  };

  #staged = () => {
    if (!this.#table) return;
    this.grid.refresh();
    put(this.inserts, stagedRows(this));
    this.#showHead();
  };

  #listen() {
    const { grid } = this;
    this.app.live.addEventListener("positions", this.#counted);
    this.app.stage.addEventListener("change", this.#staged);
    grid.addEventListener("visible", () => {
      this.#visible();
      this.#keepPlace();
    });
    grid.addEventListener("move", () => {
      this.#unsay();
      this.card.follow(grid.currentRow);
      this.#showFoot();
      this.#keepPlace();
    });
    grid.addEventListener("menu", (event) => openBrowseMenu(this, event.detail));
    grid.addEventListener("resized", ({ detail: { column, width } }) => this.memory.set(column.name,
      { width }));
    grid.addEventListener("tell", (event) => this.#tell(event.detail));
    grid.addEventListener("copy", () => copySelection(this.#exportPlace(),
      (told) => this.#tell(told)));
    grid.addEventListener("order", (event) => this.#orderBy(event.detail));
    grid.addEventListener("follow", (event) => this.#follow(event.detail));
    grid.addEventListener("refer", (event) => {
      if (event.detail.row) listReferrers(this, event.detail.row);
    });
    grid.addEventListener("open", () => this.card.toggle(grid.currentRow));
    grid.addEventListener("leave", () => this.card.close());
    grid.addEventListener("edit", (event) => this.#edit(event.detail));
    grid.addEventListener("clear", () => deleteRows(this));
  }

  /** Keeps the current row and the first one on the screen for the way back. */
  #keepPlace() {
    if (this.#source?.state !== "ready" || !this.#isOpened) return;
    this.#place.kept = { ...this.grid.cursor, first: this.grid.visibleRows[0] };
    route.keep(this.#place.kept);
  }

  #tell({ words, isProblem }) {
    if (isProblem) this.say(words);
    else this.app.announce.now(words);
  }

  get table() {
    return this.#table;
  }

  get source() {
    return this.#source;
  }

  get place() {
    return this.#place;
  }

  get canEdit() {
    return this.app.api.session.capabilities.write && this.#table && isEditable(this.#table);
  }

  show(place) {
    // The link to this view leads to the rows that it has shown last.
    if (!place.table && this.app.lastPlace) {
      return route.go({ ...this.app.lastPlace, open: undefined }, { replace: true });
    }
    finishEditing();
    closeMenu();
    this.#unsay();
    this.#isOpened = false;
    const { schema } = this.app;
    const table = schema.table(place.table) ?? (place.table ? null : schema.tables[0]);
    this.#place = { ...place, view: "browse", table: table?.name ?? place.table,
      order: place.order ?? [], filter: place.filter ?? null };
    this.#source?.stop();
    this.labels.stop();
    this.#source = null;
    this.#table = table;
    this.#changes = { added: 0, changed: 0, removed: 0 };
    put(this.notice);
    if (isNarrow()) this.card.close();
    if (!table) return this.#showMissing(place.table);
    this.app.lastPlace = this.#place;
    this.memory = new ColumnMemory(this.app, table);
    this.body.hidden = false;
    this.foot.hidden = false;
    this.app.side.select("browse", table.name);
    this.grid.isEditable = this.canEdit;
    this.grid.label = `Rows of ${plain(table.name)}`;
    this.filters.show(this.#place, table);
    put(this.inserts, stagedRows(this));
    this.#showHead();
    return this.#open();
  }

  #showMissing(wanted) {
    put(this.head, this.app.heading("Browse"));
    this.filters.element.hidden = true;
    put(this.inserts);
    this.foot.hidden = true;
    this.body.hidden = true;
    const unreadable = this.app.schema.unreadable.find((one) => one.name === wanted);
    if (unreadable) {
      const reason = unreadable.reason.replace("SQLite refused the statement: ", "");
      put(this.notice, errorState({
        message: `SQLite cannot read this ${unreadable.kind}: ${reason}.`,
        remedy: "The file is not damaged. The other tables work." }));
      return;
    }
    put(this.notice, wanted ? emptyState("This table does not exist",
      "The file has no table of this name any more. Choose another table.")
      : emptyState("The file has no tables",
        "A program that creates a table in this file makes it appear here."));
  }

  #open() {
    const source = new RowsSource(this.app.api, this.app.live, {
      schema: this.app.schema.id, table: this.#table, order: this.#place.order,
      filter: this.#place.filter, columns: this.#columns(),
    });
    source.overlay = (row) => this.app.stage.mark(this.#table, row);
    source.addEventListener("change", () => this.#sourceChanged());
    source.addEventListener("fail", (event) => this.#failed(event.detail));
    source.addEventListener("live", (event) => this.#live(event.detail));
    source.addEventListener("window", () => this.#showFoot());
    source.addEventListener("shift", (event) => this.grid.shift(event.detail));
    source.addEventListener("place", (event) => this.grid.jump(event.detail));
    this.#source = source;
    this.grid.source = source;
    this.grid.state = loadingState("Reading rows …");
    source.load().then(() => this.#opened());
  }

  /** All columns of the table, as the user arranged them. */
  allColumns() {
    return this.memory.arranged(Schema.columns(this.#table));
  }

  /** The shown columns. Those of references and of booleans have names for their values. */
  #columns() {
    return this.allColumns().filter((column) => !column.isHidden).map((column) => {
      if (column.reference?.columns.length === 1) {
        return { ...column, nameOf: (value) => this.labels.of(column.reference, value) };
      }
      return !isBoolean(column) ? column
        : { ...column, nameOf: (value) => ["false", "true"][value] };
    });
  }

  /** The user has arranged the columns. */
  columnsChosen() {
    this.#source.columns = this.#columns();
    this.grid.columnsChanged();
    this.#watchNames();
  }

  openColumns() {
    if (this.#source) openBrowseColumns(this);
  }

  /** The values of a column in the visible rows. */
  valuesOf(column) {
    return this.#visibleRows().map((row) => row.values[column.position]);
  }

  #watchNames() {
    const columns = this.#source.columns.filter((column) => column.reference && column.nameOf);
    if (columns.length) this.labels.watch(columns, () => this.#visibleRows());
  }

  #visibleRows() {
    const [first, last] = this.grid.visibleRows;
    const rows = [];
    for (let index = first; index <= last; index += 1) rows.push(this.#source?.row(index));
    return rows.filter(Boolean);
  }

  /** The names of rows come from another column. */
  labelsChanged() {
    this.labels.stop();
    this.grid.namesChanged();
    this.#watchNames();
  }

  #opened() {
    this.#isOpened = true;
    const { row, column, first } = this.#place.kept ?? {};
    if (row > 0 || column > 0 || first > 0) this.grid.jump(first, { row, column });
    if (this.#place.open && !isNarrow() && this.#source.row(0)) {
      this.grid.select(0, 0);
      this.card.open(this.#source.row(0));
    } else if (this.card.isOpen) {
      this.card.follow(this.#source.row(0));
    }
    if (this.#place.focus !== false && !document.activeElement?.closest("input, textarea, .side")) {
      this.grid.view.focus({ preventScroll: true });
    }
  }

  #sourceChanged() {
    const source = this.#source;
    if (!source) return;
    if (source.state === "error") {
      this.grid.state = errorState(source.error, () => this.#open());
      // Another program may have renamed a column of the order or of the filter.
      if (source.error.code === "unknownColumn") {
        this.grid.empty.querySelector(".state").append(button("Remove the order and the filter", {
          click: () => this.go({ order: [], filter: null }) }));
      }
    } else if (source.isEmpty) {
      const isFiltered = this.#place.filter !== null;
      this.grid.state = isFiltered
        ? emptyState("No row matches", "No row of this table meets all conditions.",
          button("Remove the filter", { click: () => this.go({ filter: null }) }))
        : emptyState("No rows yet", "A row appears here as soon as a program writes it.");
    } else if (source.state === "ready") {
      this.grid.state = null;
    }
    source.watchVisible();
    this.#watchNames();
    this.#showFoot();
  }

  #visible() {
    this.#source?.watchVisible();
    if (this.#source) this.#watchNames();
    this.#showFoot();
  }

  #failed(error) {
    // After a change of the schema, the page reads it and shows the rows again.
    if (error.code !== "schemaChanged" && this.#source?.state === "ready") {
      put(this.notice, errorNotice(error, () => put(this.notice)));
    }
  }

  #live(changes) {
    for (const kind of Object.keys(changes)) this.#changes[kind] += changes[kind];
    this.app.announce.changes(changes);
    this.card.follow(this.grid.currentRow, true);
  }

  schemaChanged() {
    this.show(route.read());
  }

  // The frame

  #showHead() {
    const kind = this.#table.kind === "table" ? null
      : h("span", { class: "tag" }, this.#table.kind);
    const [menu, title] = this.app.heading(this.#table.name, true);
    if (kind) title.append(kind);
    put(this.head, menu, trailLinks(this.#place.trail ?? []), title,
      this.canEdit ? button("Add row", { name: "plus", click: () => this.addRow() }) : null,
      this.canEdit ? button("Import", { name: "open", kind: "quiet",
        click: () => openImport(this.app, { table: this.#table.name }) }) : null,
      button("Export", { name: "save", kind: "quiet", title: "e, or Alt+e",
        click: () => this.openExport() }),
      button("Filter", { name: "filter", kind: "quiet", "aria-expanded":
        String(!this.filters.element.hidden), click: (event) => {
        this.filters.toggle();
        event.currentTarget.setAttribute("aria-expanded", String(!this.filters.element.hidden));
      } }),
      button("Columns", { name: "columns", kind: "quiet", title: "c, or Alt+c",
        click: () => this.openColumns() }),
      button("Details", { name: "card", kind: "quiet", "aria-pressed": String(this.card.isOpen),
        click: () => this.card.toggle(this.grid.currentRow) }));
  }

  cardChanged() {
    this.#showHead();
  }

  #showFoot() {
    const source = this.#source;
    if (!source || source.state !== "ready") return put(this.foot, "\u00a0");
    const [first, last] = this.grid.visibleRows;
    const sign = source.arePositionsExact ? "" : "≈ ";
    const total = source.isCounted ? counted(source.count, "row")
      : source.isCountOld ? `≈ ${counted(source.count, "row")}`
        : `more than ${counted(source.count - 1, "row")}`;
    put(this.position, source.count === 0 ? "0 rows"
      : `${sign}${count(first + 1)}–${count(Math.max(first, last) + 1)} of ${total}`
        + (source.isCountExpected ? ", counting …" : ""));
    const { range } = this.grid.selection;
    put(this.selected, range ? [counted(range.rows[1] - range.rows[0] + 1, "row"), " × ",
      counted(range.columns[1] - range.columns[0] + 1, "column"), " selected"] : null);
    put(this.sort, this.#place.order.length ? ["sorted by ",
      this.#place.order.map((one, index) => [index ? ", " : "", name(one.column),
        one.descending ? " ↓" : " ↑"])] : null);
    put(this.age, this.#changeWords(), source.windowError ? ` ${plain(source.windowError.message)}`
      : source.windowState === "slow" && source.windowTime
        ? ` read at ${clock(source.windowTime)}, every 5 s` : null);
    put(this.foot, this.position, this.selected, this.sort, this.age, this.hint);
  }

  #changeWords() {
    const { added, changed, removed } = this.#changes;
    return [["added", "new", "+", added], ["changed", "changed", "~", changed],
      ["removed", "deleted", "−", removed]].map(([kind, word, sign, number]) => (number
      ? h("span", { class: `tag ${kind}` }, `${sign} ${count(number)} ${word}`) : null));
  }

  // Actions

  go(parts, options) {
    route.go({ ...this.#place, open: undefined, kept: undefined, ...parts }, options);
  }

  #orderBy({ column, add }) {
    const old = this.#place.order.find((one) => one.column === column.name);
    const next = old ? (old.descending ? null : { column: column.name, descending: true })
      : { column: column.name };
    const others = add ? this.#place.order.filter((one) => one.column !== column.name) : [];
    this.app.announce.now(next ? `Sorted by ${plain(column.name)}, `
      + (next.descending ? "descending" : "ascending") : "Sorted by the key");
    this.go({ order: next ? [...others, next] : others });
  }

  #follow({ row, column }) {
    if (!row) return;
    const value = row.values[column.position];
    if (column.reference && storageClass(value) !== "null") followReference(this, row, column);
    else this.card.open(row);
  }

  #edit({ row, column, text = null }) {
    if (row && column) editCell(this, row, column, text);
  }

  /**
   * Tells something about the current cell, until the next move. The words lie over the rows, which
   * must not move under the mouse.
   */
  say(words) {
    this.#unsay();
    this.said = h("div", { class: "notice warning said", role: "status" }, icon("warning"),
      h("div", { class: "words" }, words),
      button("Close", { name: "close", kind: "quiet", words: false, click: () => this.#unsay() }));
    this.main.append(this.said);
  }

  #unsay() {
    this.said?.remove();
  }

  filterByCell() {
    const { currentRow: row, currentColumn: column } = this.grid;
    if (row && column) this.filters.addValue(column.name, row.values[column.position]);
  }

  /** What the dialog for copying and exporting needs. */
  #exportPlace() {
    const source = this.#source;
    const { range } = this.grid.selection;
    const total = source.isCounted ? `All ${counted(source.count, "row")}` : "All rows";
    const hasStaged = this.app.stage.changes.some((one) => one.table === this.#table.name);
    return { api: this.app.api, name: this.#table.name,
      note: hasStaged ? "Staged edits are not in it." : "",
      all: { words: this.#place.filter ? `${total} of the filter` : total,
        request: source.exportRequest() },
      selection: range ? {
        words: `The selection: ${counted(range.rows[1] - range.rows[0] + 1, "row")}, `
          + counted(range.columns[1] - range.columns[0] + 1, "column"),
        request: source.exportRequest(range.rows,
          this.grid.columns.slice(range.columns[0], range.columns[1] + 1)),
      } : null };
  }

  openExport() {
    if (this.#source) openExport(this.#exportPlace());
  }

  addRow(like = null) {
    openRowForm(this, like);
  }

  /** Shows the commonest values of a column. */
  showFacets(column) {
    if (this.filters.element.hidden) this.filters.toggle();
    this.filters.showFacets(column);
  }

  stageDeletion(row) {
    if (row && this.canEdit) this.app.stage.remove(this.#table, row);
  }

  /** Shows the form of the filter before its field gets the focus. */
  prepareSearch() {
    if (this.filters.element.hidden) this.filters.toggle();
    this.#showHead();
  }

  askForRow() {
    if (!this.#source || !this.#table) return;
    const most = this.#source.isCountExpected ? Infinity : this.#source.count;
    askForNumber("Jump to a row", "Row number", most, (number) => {
      this.grid.jump(number - 1);
      this.grid.view.focus();
    });
  }

  /** The label of a row for the way to it. */
  labelOf(row) {
    return row.key === null ? "" : row.key.map(cellText).join(", ");
  }
}

customElements.define("studio-browse", StudioBrowse);
