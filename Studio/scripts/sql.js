// The view for SQL: the editor, the result as a grid, its plan and a chart.

import { button, h, icon, newID, put } from "./dom.js";
import { ArraySource } from "./array-source.js";
import { ChartPanel } from "./chart.js";
import { SQLEditor } from "./sql-editor.js";
import { SQLMemory } from "./sql-memory.js";
import { arrangedSQL } from "./arranged-sql.js";
import { counted, plain } from "./text.js";
import { emptyState, errorState, loadingState } from "./states.js";
import { parameters, quoted } from "./sql-words.js";
import { planTree } from "./plan.js";
import { byName, typedValue } from "./values.js";
import { copySelection, openExport } from "./export.js";
import { effectWords } from "./edits.js";
import { openMenu } from "./menu.js";
import { readingChoices } from "./columns-dialog.js";
import { route } from "./route.js";
import "./grid.js";

const SQL_STORED = "studio-sql";
const ENDS = {
  complete: "", rowLimit: " The result is longer: these are the first 100,000 rows.",
  byteLimit: " The result is larger than 64 MiB: these are its first rows.",
  deadline: " The query ran for 60 s and was stopped.", cancelled: " The query was stopped.",
};
let lastLive = 0;

class StudioSQL extends HTMLElement {
  #running = null;
  #source = null;
  #tab = "rows";
  #liveID = `query-${lastLive += 1}`;
  #values = byName();
  /** The order of the result and the text that its rows contain. */
  #arrangement = { order: null, text: "" };

  connectedCallback() {
    this.className = "view";
    if (this.editor) return this.#toggleLive();
    this.memory = new SQLMemory(this.app);
    this.editor = new SQLEditor({ schema: () => this.app.schema, run: () => this.run(),
      change: () => this.#typed() });
    this.editor.value = sessionStorage.getItem(SQL_STORED) ?? this.#example();
    this.runButton = button("Run", { name: "play", kind: "primary", title: "Ctrl+Enter",
      click: () => (this.#running ? this.stop() : this.run()) });
    this.planButton = button("Plan", { name: "plan", click: () => this.#readPlan() });
    this.liveBox = h("input", { type: "checkbox", on: { change: () => this.#toggleLive() } });
    this.words = h("span", { class: "soft sql-words", role: "status" });
    this.fields = h("div", { class: "sql-parameters" });
    this.grid = document.createElement("studio-grid");
    this.grid.label = "Result";
    this.grid.addEventListener("tell", (event) => put(this.words, event.detail.words));
    this.grid.addEventListener("copy", () => copySelection(this.#exportPlace(),
      ({ words }) => put(this.words, words)));
    this.grid.addEventListener("order", (event) => this.#orderBy(event.detail.column));
    this.grid.addEventListener("menu", (event) => this.#openMenu(event.detail));
    this.grid.source = new ArraySource([]);
    this.chart = new ChartPanel();
    this.planPanel = h("div", { class: "plan", tabindex: "0", role: "group",
      "aria-label": "Plan" });
    this.panels = { rows: h("div", { class: "panel" }, this.grid),
      chart: h("div", { class: "panel" }, this.chart.element),
      plan: h("div", { class: "panel" }, this.planPanel) };
    this.tabs = this.#makeTabs();
    this.append(h("header", { class: "bar" }, this.app.heading("SQL"), this.#options()),
      h("div", { class: "sql-top" }, this.editor.element, this.fields,
        h("div", { class: "sql-actions" }, this.runButton, this.planButton, this.words)),
      this.tabs, ...Object.values(this.panels));
    this.#select("rows");
    this.#typed();
    this.grid.state = emptyState("No result yet", "Ctrl+Enter runs the statement.");
    return undefined;
  }

  /** A place has the statement, and runs it again if it ran there before. */
  show({ sql, kept }) {
    if (sql === undefined || sql === this.#shownSQL) return;
    this.#shownSQL = sql;
    this.#use(sql);
    if (kept.hasRun) this.run();
  }

  #shownSQL;

  #use(sql) {
    this.editor.value = sql;
    this.#typed();
    this.editor.field.focus();
  }

  disconnectedCallback() {
    this.stop();
    this.app.live.unwatch(this.#liveID);
  }

  #example() {
    const table = this.app.schema.tables[0];
    return table ? `SELECT *\nFROM ${quoted(table.name)}\nLIMIT 100` : "SELECT 1";
  }

  #options() {
    return [button("Queries", { name: "timeline", kind: "quiet", title: "Saved queries, and those "
      + "that ran last", click: () => this.memory.open(this.editor.value,
      (sql) => this.#use(sql)) }),
    h("a", { class: "button quiet", href: "#/sql", target: "_blank" }, icon("plus"),
      h("span", { class: "label" }, "New tab")),
    h("label", { class: "check" }, this.liveBox, "Live")];
  }

  #makeTabs() {
    const titles = { rows: ["Result", "table"], chart: ["Chart", "chart"], plan: ["Plan", "plan"] };
    this.buttons = {};
    for (const [tab, [title, picture]] of Object.entries(titles)) {
      const panel = newID("panel");
      const id = newID("tab");
      Object.assign(this.panels[tab], { id: panel });
      this.panels[tab].setAttribute("role", "tabpanel");
      this.panels[tab].setAttribute("aria-labelledby", id);
      this.buttons[tab] = h("button", { type: "button", role: "tab", id, "aria-controls": panel,
        on: { click: () => this.#select(tab) } }, icon(picture), title);
    }
    const list = h("div", { class: "segments", role: "tablist", "aria-label": "Result" },
      Object.values(this.buttons));
    list.addEventListener("keydown", (event) => {
      const all = Object.keys(this.buttons);
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = all[(all.indexOf(this.#tab) + step + all.length) % all.length];
      this.#select(next);
      this.buttons[next].focus();
    });
    this.exportButton = button("Export", { name: "save", kind: "quiet", disabled: true,
      title: "e", click: () => this.openExport() });
    this.find = h("input", { class: "field", type: "search", "aria-label": "Find in the result",
      placeholder: "Find in the result", autocomplete: "off", spellcheck: "false", disabled: true,
      on: { change: () => this.#arrange({ text: this.find.value }) } });
    return h("div", { class: "tab-bar" }, list, this.find, this.exportButton);
  }

  #orderBy(column) {
    const { order } = this.#arrangement;
    const isOld = order?.position === column.position;
    this.#arrange({ order: isOld && order.descending ? null
      : { position: column.position, descending: isOld } });
  }

  /** Runs the statement of the result again, in another order or for some of its rows. */
  #arrange(change) {
    if (!this.#source) return;
    const { base, names } = this.#source;
    this.#arrangement = { ...this.#arrangement, ...change };
    const { order, text } = this.#arrangement;
    const isPlain = order === null && text === "";
    this.run({ base, names, statement: isPlain ? base
      : { ...base, sql: arrangedSQL(base.sql, names, this.#arrangement) } });
  }

  #openMenu({ x, y }) {
    const { grid } = this;
    const column = grid.currentColumn;
    if (!column) return;
    const values = this.#source.rows.slice(0, 200).map((row) => row.values[column.position]);
    const readings = readingChoices(column, values).filter(({ isLikely }) => isLikely !== false);
    const sort = (descending) => this.#arrange({
      order: { position: column.position, descending } });
    openMenu({ x, y, origin: grid.view, label: `Column ${plain(column.name)}`, items: [
      { words: "Copy", key: "Ctrl C", act: () => grid.copy() },
      { words: "Copy or export rows …", key: "e", act: () => this.openExport() }, null,
      { words: "Sort ascending", act: () => sort(false) },
      { words: "Sort descending", act: () => sort(true) },
      ...(readings.length ? [null] : []), ...readings.map(({ id, words }) => ({
        words: `Read as ${words}`, isChecked: id === column.readAs, act: () => {
          this.#source.columns = this.#source.columns.map((one) => (
            one.position === column.position ? { ...one, readAs: id } : one));
          grid.columnsChanged();
        } }))] });
  }

  /** The server runs the statement of the result again. */
  #exportPlace() {
    const { range } = this.grid.selection;
    const { statement, columns } = this.#source;
    const words = (first, last, noun) => counted(last - first + 1, noun);
    return { api: this.app.api, name: "result", note: "",
      all: { words: "All rows", request: statement },
      selection: range ? {
        words: `The selection: ${words(...range.rows, "row")}, `
          + words(...range.columns, "column"),
        request: { ...statement, skip: range.rows[0], count: range.rows[1] - range.rows[0] + 1,
          columnIndexes: columns.slice(range.columns[0], range.columns[1] + 1)
            .map((column) => column.position) },
      } : null };
  }

  openExport() {
    if (this.#source?.statement) openExport(this.#exportPlace());
  }

  #select(tab) {
    this.#tab = tab;
    for (const [name, panel] of Object.entries(this.panels)) {
      panel.hidden = name !== tab;
      this.buttons[name].setAttribute("aria-selected", String(name === tab));
      this.buttons[name].tabIndex = name === tab ? 0 : -1;
    }
    if (tab === "chart" && this.#source) this.chart.show(this.#source);
    if (tab === "plan" && this.planPanel.childElementCount === 0) this.#readPlan();
  }

  #typed() {
    sessionStorage.setItem(SQL_STORED, this.editor.value);
    const names = parameters(this.editor.value);
    if (this.shownNames === names.join()) return;
    this.shownNames = names.join();
    put(this.fields, names.map((one) => h("label", null, h("code", null, `:${one}`),
      h("input", { class: "field", type: "text", value: this.#values[one] ?? null, on: {
        input: (event) => {
          this.#values[one] = event.target.value;
        } } }))));
  }

  #parameters() {
    const names = parameters(this.editor.value);
    return names.length === 0 ? {} : { parameters: Object.fromEntries(names.map((one) => [one,
      typedValue(this.#values[one] ?? "", "numeric")])) };
  }

  #statement() {
    return { sql: this.editor.value, ...this.#parameters() };
  }

  /** Runs the statement of the editor, or the arranged one of a result. */
  async run(arranged = null) {
    this.stop();
    const id = `q${crypto.randomUUID()}`;
    const run = { id, abort: new AbortController(), statement: this.#statement(), ...arranged };
    this.#running = run;
    if (!arranged) this.#remember(run.statement.sql);
    this.editor.showError(null);
    this.planPanel.replaceChildren();
    this.#setRunning(true);
    this.grid.state = loadingState("Running …");
    let source = null;
    try {
      await this.app.api.query({ id, ...run.statement }, (line) => {
        if (run !== this.#running) return;
        if (line.columns) source = this.#showColumns(line.columns, run);
        else if (line.rows) source.append(line.rows);
        else if (line.error?.code === "writes" && this.app.api.session.capabilities.write) {
          this.#previewWrite(run.statement);
        } else if (line.error) this.#fail(line.error);
        else if (line.done) this.#finish(line.done, source);
      }, { signal: run.abort.signal });
    } catch (error) {
      if (run === this.#running && error.name !== "AbortError") this.#fail(error);
    }
    if (run === this.#running) {
      this.#running = null;
      this.#setRunning(false);
      this.#toggleLive();
    }
  }

  stop() {
    if (!this.#running) return;
    this.app.api.cancel(this.#running.id);
  }

  #setRunning(isRunning) {
    put(this.runButton, icon(isRunning ? "stop" : "play"), isRunning ? "Stop" : "Run");
    if (isRunning) put(this.words, "Running …");
  }

  /** A new statement has its own address and no arrangement. */
  #remember(sql) {
    this.#arrangement = { order: null, text: "" };
    this.find.value = "";
    this.memory.ran(sql);
    this.#shownSQL = sql;
    route.go({ view: "sql", sql }, { replace: route.read().sql === sql });
    route.keep({ hasRun: true });
  }

  /** The statement gives the complete value of a cell again. */
  #showColumns(names, { statement, base = statement }) {
    const source = new ArraySource(ArraySource.columns(names));
    const { order } = this.#arrangement;
    source.readWhole = (row, column) => this.#readCell(statement, row, column);
    Object.assign(source, { statement, base, names,
      order: order ? [{ ...order, column: names[order.position] }] : [] });
    this.#source = source;
    this.exportButton.disabled = false;
    this.find.disabled = false;
    this.grid.source = source;
    this.grid.state = null;
    if (this.#tab === "plan") this.#select("rows");
    return source;
  }

  async #readCell(statement, row, column) {
    let found;
    await this.app.api.query({ id: `q${crypto.randomUUID()}`, ...statement,
      cell: { row, column } }, (line) => {
      if (line.error) throw new Error(line.error.message);
      if (line.value !== undefined) found = line.value;
    });
    return found;
  }

  #finish(done, source) {
    put(this.words, `${counted(done.rows, "row")} in ${done.milliseconds.toFixed(1)} ms.`,
      ENDS[done.ended] ?? "");
    if (source && source.count === 0) {
      this.grid.state = emptyState("No rows", "The statement ran. Its result is empty.");
    }
    if (this.#tab === "chart" && source) this.chart.show(source);
  }

  /** Shows what a statement that writes would change. Only the user lets it write. */
  async #previewWrite(statement) {
    const { api, schema } = this.app;
    const request = { schema: schema.id, ...statement };
    this.#showState(loadingState("Trying the statement, without keeping its changes …"));
    put(this.words, "");
    try {
      const effect = await api.post("preview", request);
      const undo = effect.changesSchema ? "It changes the tables themselves, and cannot be undone. "
        + "If the file has migrations, write it as one."
        : effect.isUndoable ? "It can be undone after you apply it."
          : "It cannot be undone. Make a copy of the file with `stategraph backup` first.";
      this.#showState(h("div", { class: "state", role: "status" }, icon("edits"),
        h("h2", null, "The statement writes: ", effect.changesSchema ? "the schema changes. " : "",
          effectWords(effect.effects)),
        h("p", null, "Nothing is written yet. ", undo),
        h("div", { class: "state-end" }, button("Apply", { kind: "primary",
          click: () => this.#applyWrite({ ...request, expected: effect.changedRows }) }),
        button("Cancel", { click: () => this.#showState(emptyState("Nothing was written",
          "Ctrl+Enter runs the statement.")) }))));
      this.grid.empty.querySelector(".button").focus();
    } catch (error) {
      this.#fail(error);
    }
  }

  async #applyWrite(request) {
    this.#showState(loadingState("Applying the statement …"));
    try {
      const answer = await this.app.api.post("changes", request);
      this.app.stage.note(answer);
      this.#showState(h("div", { class: "state", role: "status" }, icon("check"),
        h("h2", null, "Applied: ", effectWords(answer.effects)), answer.batch === null ? null
          : h("p", null, h("a", { href: "#/edits" }, "Undo it in Edits"))));
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Shows a state in the place of rows. */
  #showState(nodes) {
    this.#source = null;
    this.exportButton.disabled = true;
    this.find.disabled = true;
    this.grid.source = new ArraySource([]);
    this.grid.state = nodes;
    if (this.#tab !== "rows") this.#select("rows");
  }

  #fail(error) {
    this.editor.showError(error.offset ?? null);
    const place = this.editor.errorPlace;
    put(this.words, place ? `Error in line ${place.line}, column ${place.column}` : "Error");
    this.#showState(errorState({ message: plain(error.message), remedy: error.remedy }));
    if (place) {
      this.grid.empty.querySelector(".state")?.append(button("Go to the error", {
        click: () => this.editor.goToError() }));
    }
  }

  async #readPlan() {
    try {
      const { nodes } = await this.app.api.post("plan", { sql: this.editor.value });
      put(this.planPanel, planTree(nodes));
      if (this.#tab !== "plan") this.#select("plan");
    } catch (error) {
      this.#fail(error);
    }
  }

  #toggleLive() {
    this.app.live.unwatch(this.#liveID);
    if (!this.liveBox.checked || !this.#source) return;
    this.app.live.watch(this.#liveID, { query: this.#source.statement },
      (event) => this.#received(event));
  }

  #received(event) {
    if (event.state === "error" || !event.rows) {
      put(this.words, plain(event.error?.message ?? "The query failed."));
      return;
    }
    if (event.columns && event.columns.join("\u0000") !== this.#source?.columns
      .map((column) => column.name).join("\u0000")) {
      this.#showColumns(event.columns, this.#source ?? { statement: this.#statement() });
    }
    // The first event of a window has all rows. They are not new to the user.
    if (event.columns) {
      const source = new ArraySource(this.#source.columns);
      const { readWhole, statement, base, names, order } = this.#source;
      Object.assign(source, { readWhole, statement, base, names, order });
      source.append(event.rows.map((row) => row.values));
      this.#source = source;
      this.grid.source = source;
    } else {
      this.#source.apply(event.rows);
      this.app.announce.now("The result changed.");
    }
    put(this.words, `${counted(this.#source.count, "row")}, live`,
      event.state === "slow" ? ", read every 5 s" : "",
      this.#source.count >= 200 ? " (the first 200)" : "");
    if (this.#tab === "chart") this.chart.show(this.#source);
  }

  schemaChanged() {
    this.#typed();
  }
}

customElements.define("studio-sql", StudioSQL);

