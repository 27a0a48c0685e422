// A grid of rows and columns that draws only what is visible. It follows the grid pattern of ARIA:
// the grid has the focus, and `aria-activedescendant` names the current cell.
//
// Its source has: `columns`, `count`, `isCounted`, `row(index)`, `need(first, last)`, `mark(row)`,
// and it sends `change` events. `isCountExpected` is true for rows that are still being counted.
// The grid sends: `follow`, `refer`, `order`, `move`, `edit`, `open`, `visible`, `tell`, `copy`,
// `menu`, `resized`.

import { h, icon, newID, put, putChanged } from "./dom.js";
import { name, plain } from "./text.js";
import { cellNodes, isNumeric } from "./values.js";
import { decimalsOf, GridColumns } from "./grid-columns.js";
import { GridMouse } from "./grid-mouse.js";
import { copyCell, moveCursor } from "./grid-keys.js";
import { GridSelection } from "./grid-selection.js";
import { ScrollPosition } from "./scroll.js";

export const ROW_HEIGHT = 32;
const HEAD_HEIGHT = 44;
const SETTLE_MS = 160;
const SIGNS = { added: "+", changed: "~", removed: "−" };
const SPOKEN = { added: "new row", changed: "changed row", removed: "deleted row" };

class StudioGrid extends HTMLElement {
  #source = null;
  #columns = new GridColumns();
  #position = new ScrollPosition(ROW_HEIGHT);
  #rows = new Map();
  #frame = 0;
  #settling = 0;
  #isFitted = false;
  #hasNames = false;
  #listener = () => this.refresh();
  // The rows are drawn before the browser paints the new size. The page would otherwise show an
  // empty grid for a frame, for example when a banner appears over it.
  #sized = new ResizeObserver(() => {
    this.#resized();
    this.#draw();
  });
  #announced = [-1, -1];
  // A move to a row that the source does not know yet: the index of the row, and the function that
  // moves. Null if there is none.
  #awaited = null;

  /** Whether a typed letter edits the current cell, and a double click on a reference edits it. */
  isEditable = false;

  cursor = { row: 0, column: 0 };

  constructor() {
    super();
    this.idPrefix = newID("grid");
    this.layer = h("div", { class: "grid-rows", role: "rowgroup" });
    this.head = h("div", { class: "grid-head", role: "rowgroup" });
    this.clip = h("div", { class: "grid-layer", role: "presentation" }, this.layer);
    this.content = h("div", { class: "grid-content", role: "presentation" }, this.head, this.clip);
    this.empty = h("div", { class: "grid-empty" });
    this.view = h("div", { class: "grid", role: "grid", tabindex: "0", "aria-label": "Rows",
      "aria-multiselectable": "true" }, this.content);
    this.selection = new GridSelection(this);
    this.mouse = new GridMouse(this);
    this.view.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.view.addEventListener("keydown", (event) => moveCursor(this, event));
    this.view.addEventListener("focus", () => this.#draw());
  }

  connectedCallback() {
    if (!this.view.isConnected) this.append(this.view, this.empty);
    this.#sized.observe(this);
  }

  disconnectedCallback() {
    this.#sized.disconnect();
    this.#source?.removeEventListener("change", this.#listener);
  }

  set label(text) {
    this.view.setAttribute("aria-label", text);
  }

  get source() {
    return this.#source;
  }

  set source(source) {
    this.#source?.removeEventListener("change", this.#listener);
    this.#source = source;
    source.addEventListener("change", this.#listener);
    this.#columns = new GridColumns(source.columns);
    this.#isFitted = false;
    this.#hasNames = false;
    this.#awaited = null;
    this.mouse.forget();
    this.cursor = { row: 0, column: 0 };
    this.selection.clear();
    this.#forgetRows();
    this.#drawHead();
    this.#position.move(0);
    this.view.scrollTo(0, 0);
    this.#resized();
    this.refresh();
  }

  get columns() {
    return this.#columns.columns;
  }

  get visibleRows() {
    return [this.#position.first, this.#position.last];
  }

  get pageSize() {
    return Math.max(1, Math.floor((this.view.clientHeight - HEAD_HEIGHT) / ROW_HEIGHT) - 1);
  }

  /** Shows a state, such as "no rows", over the rows. */
  set state(nodes) {
    put(this.empty, nodes ?? []);
  }

  /** Draws the grid again at the next frame. */
  refresh() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#moveToAwaited();
      this.#draw();
    });
  }

  /** The source has other columns, or the same ones in another order. */
  columnsChanged() {
    this.#columns = new GridColumns(this.#source.columns);
    this.#isFitted = false;
    this.cursor.column = Math.max(0, Math.min(this.cursor.column, this.#columns.count - 1));
    this.selection.clear();
    this.#forgetRows();
    this.#drawHead();
    this.refresh();
  }

  /** The names of the rows to which rows refer have changed. The columns get room for them once. */
  namesChanged() {
    if (!this.#hasNames) this.#isFitted = false;
    this.#hasNames = true;
    this.#drawAgain();
    this.refresh();
  }

  /** All rows are drawn again, but the cells that stay the same stay in the page. */
  #drawAgain() {
    for (const element of this.#rows.values()) element.drawn = null;
  }

  /** The indexes of all rows moved by `offset`, because their real position became known. */
  shift(offset) {
    this.cursor.row = Math.max(0, this.cursor.row + offset);
    this.selection.shift(offset);
    const shifted = new Map();
    for (const [index, element] of this.#rows) shifted.set(index + offset, element);
    this.#rows = shifted;
    this.#measure();
    this.view.scrollTop = this.#position.move(this.#position.top + offset * ROW_HEIGHT);
    this.refresh();
  }

  /** Moves the rows so that the row is at the upper edge, and `row` is the current one. */
  jump(index, { row = index, column = this.cursor.column } = {}) {
    this.#awaitRow(Math.max(index, row), () => this.jump(index, { row, column }));
    this.cursor = { row: Math.max(0, Math.min(row, this.#source.count - 1)),
      column: Math.max(0, Math.min(column, this.#columns.count - 1)) };
    this.#measure();
    this.view.scrollTop = this.#position.move(index * ROW_HEIGHT);
    this.refresh();
  }

  /**
   * Makes a cell the current one, and scrolls to it. Row -1 is the header, and Infinity is the last
   * row. Until the source has counted its rows, an unknown row stands for the last known one. With
   * `extend`, all cells from the one before are selected.
   */
  select(row, column, { extend = false } = {}) {
    const count = this.#source?.count ?? 0;
    this.#awaitRow(row, () => this.select(row, column, { extend }));
    const before = this.cursor;
    // The source can have more rows than at the last frame.
    this.#measure();
    this.cursor = {
      row: Math.max(-1, Math.min(row, count - 1)),
      column: Math.max(0, Math.min(column, this.#columns.count - 1)),
    };
    if (this.cursor.row >= 0) {
      const top = this.#position.reveal(this.cursor.row);
      if (top !== null) this.view.scrollTop = this.#position.move(top);
    }
    this.#revealColumn(this.cursor.column);
    this.selection.moved(before, extend && this.cursor.row >= 0);
    this.#draw();
    this.#send("move");
  }

  /** Moves again as soon as the source knows the row, unless the user moves before. */
  #awaitRow(row, move) {
    const isUnknown = this.#source?.isCountExpected && row >= this.#source.count;
    this.#awaited = isUnknown ? { row, move } : null;
  }

  #moveToAwaited() {
    const awaited = this.#awaited;
    if (!awaited || (awaited.row >= this.#source.count && this.#source.isCountExpected)) return;
    awaited.move();
  }

  get currentRow() {
    return this.cursor.row < 0 ? undefined : this.#source?.row(this.cursor.row);
  }

  get currentColumn() {
    return this.columns[this.cursor.column];
  }

  /** Where the current cell is, in the coordinates of this element. For the editor of a cell. */
  currentPlace() {
    const element = document.getElementById(this.#cellID(this.cursor.row, this.cursor.column));
    if (!element) return null;
    const own = this.getBoundingClientRect();
    const cell = element.getBoundingClientRect();
    return { left: cell.left - own.left, top: cell.top - own.top, width: cell.width };
  }

  act(action, more = {}) {
    this.#send(action, { row: this.currentRow, column: this.currentColumn, ...more });
  }

  copy() {
    if (this.selection.size) this.act("copy");
    else copyCell(this);
  }

  #send(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }

  #resized() {
    this.#forgetRows();
    this.head.signature = null;
    this.#measure();
    this.view.scrollTop = this.#position.settle();
  }

  #measure() {
    const rows = this.#source?.count ?? 0;
    const height = Math.max(0, this.view.clientHeight - HEAD_HEIGHT);
    this.#position.resize(rows, height);
    const total = this.#position.elementHeight + HEAD_HEIGHT;
    this.content.style.height = `${Math.max(total, HEAD_HEIGHT)}px`;
    this.content.style.width = `${this.#columns.totalWidth}px`;
    this.clip.style.height = `${Math.min(height, this.#position.contentHeight)}px`;
  }

  #scrolled() {
    const isMovedByUser = Math.abs(this.view.scrollTop - this.#position.native) >= 1;
    if (isMovedByUser) this.#awaited = null;
    if (this.#position.scrolled(this.view.scrollTop)) {
      // The request for the rows of a jump starts before the next frame.
      this.#source?.need(this.#position.first, this.#position.last);
    }
    this.refresh();
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      // Where the user has moved the scroll bar meanwhile, its event follows.
      const isMoved = Math.abs(this.view.scrollTop - this.#position.native) >= 1;
      if (isMoved) return;
      if (this.#position.isCompressed) this.view.scrollTop = this.#position.settle();
      this.#send("settled");
    }, SETTLE_MS);
  }

  #revealColumn(index) {
    if (index === 0) return;
    const left = this.#columns.left(index);
    const fixed = this.#columns.left(1);
    if (left < this.view.scrollLeft + fixed) {
      this.view.scrollLeft = left - fixed;
    } else if (left + this.#columns.width(index) > this.view.scrollLeft + this.view.clientWidth) {
      this.view.scrollLeft = left + this.#columns.width(index) - this.view.clientWidth;
    }
  }

  get #rowWidth() {
    return Math.max(this.#columns.totalWidth, this.view.clientWidth);
  }

  #forgetRows() {
    this.#rows.clear();
    this.layer.replaceChildren();
    // The current cell is drawn again at the next frame.
    this.view.removeAttribute("aria-activedescendant");
  }

  #cellID(row, column) {
    return `${this.idPrefix}-${row}-${column}`;
  }

  #shownColumns() {
    const left = this.view.scrollLeft;
    const shown = this.#columns.visible(left, left + this.view.clientWidth);
    return this.#columns.count ? [0, ...shown] : [];
  }

  #draw() {
    if (!this.#source) return;
    if (!this.#isFitted && this.#source.row(this.#position.first)) {
      const sample = [];
      for (let index = this.#position.first; index < this.#position.first + 60; index += 1) {
        const row = this.#source.row(index);
        if (row) sample.push(row);
      }
      this.#columns.fit(sample, this.view.clientWidth);
      this.#isFitted = true;
      this.#drawAgain();
    }
    this.#measure();
    const { first, last } = this.#position;
    const columns = this.#shownColumns();
    this.#source.need(first, last);
    this.#drawHead(columns);
    this.#drawRows(first, last, columns);
    this.view.setAttribute("aria-rowcount", this.#source.isCounted
      ? String(this.#source.count + 1) : "-1");
    this.view.setAttribute("aria-colcount", String(this.#columns.count + 1));
    const active = this.#cellID(this.cursor.row, this.cursor.column);
    if (document.getElementById(active)) this.view.setAttribute("aria-activedescendant", active);
    else this.view.removeAttribute("aria-activedescendant");
    if (this.#announced[0] !== first || this.#announced[1] !== last) {
      this.#announced = [first, last];
      this.#send("visible", { first, last });
    }
  }

  #drawRows(first, last, columns) {
    const free = [];
    for (const [index, element] of this.#rows) {
      if (index < first || index > last) {
        free.push(element);
        this.#rows.delete(index);
      }
    }
    const signature = columns.join();
    for (let index = first; index <= last; index += 1) {
      let element = this.#rows.get(index);
      if (!element) {
        element = free.pop() ?? h("div", { class: "grid-row", role: "row" });
        if (!element.isConnected) this.layer.append(element);
        this.#rows.set(index, element);
        element.drawn = null;
      }
      this.#drawRow(element, index, columns, signature);
      element.style.transform = `translateY(${index * ROW_HEIGHT - this.#position.top}px)`;
    }
    for (const element of free) element.remove();
  }

  #drawRow(element, index, columns, signature) {
    const row = this.#source.row(index);
    const mark = row ? this.#source.mark(row) : undefined;
    const isCurrent = index === this.cursor.row;
    const selected = this.selection.columnsOf(index);
    const drawn = element.drawn;
    if (drawn && drawn.row === row && drawn.index === index && drawn.signature === signature
      && drawn.mark === mark && drawn.isCurrent === isCurrent && drawn.selected === selected
      && (!isCurrent || drawn.column === this.cursor.column)) return;
    element.drawn = { row, index, signature, mark, isCurrent, selected,
      column: this.cursor.column };
    element.row = index;
    element.className = `grid-row${isCurrent ? " current" : ""}${mark ? ` row-${mark.kind}` : ""}`;
    element.style.width = `${this.#rowWidth}px`;
    element.setAttribute("aria-rowindex", String(index + 2));
    const sign = h("div", {
      class: "grid-cell fixed sign-column", role: "rowheader", "aria-colindex": "1",
      "aria-label": mark ? SPOKEN[mark.kind] ?? mark.label : `row ${index + 1}`,
    }, mark ? SIGNS[mark.kind] ?? mark.sign : null);
    putChanged(element, [sign, ...columns.map((column) => this.#cell(row, index, column, mark))]);
  }

  #cell(row, index, column, mark) {
    const definition = this.columns[column];
    const value = row?.values[definition.position];
    const isCursor = index === this.cursor.row && column === this.cursor.column;
    const isSelected = this.selection.has(index, column);
    const change = mark?.columns?.get(definition.position);
    const element = h("div", {
      class: ["grid-cell", column === 0 ? "fixed key-column" : "",
        row && (value === null ? definition.isNumber : isNumeric(value)) ? "number" : "",
        isCursor ? "cursor" : "", isSelected ? "selected" : "",
        change ? change.kind ?? "cell-changed" : ""].filter(Boolean).join(" "),
      role: "gridcell", id: this.#cellID(index, column), "aria-colindex": String(column + 2),
      "aria-selected": isCursor || isSelected ? "true" : null,
      title: change?.title ? plain(change.title) : null,
    });
    element.column = column;
    element.style.width = `${this.#columns.width(column)}px`;
    // The points of numbers stand below each other. A text in their place would be copied.
    const missing = isNumeric(value) && !definition.epoch && definition.decimals <= 6
      ? definition.decimals - decimalsOf(value) : 0;
    if (missing > 0) element.style.paddingRight = `calc(12px + ${missing}ch)`;
    if (column !== 0) element.style.left = `${this.#columns.left(column)}px`;
    if (!row) {
      element.append(h("div", { class: "grid-pending" }), h("span", { class: "only-spoken" },
        "loading"));
    } else {
      element.append(...cellNodes(change && "value" in change ? change.value : value, definition));
    }
    return element;
  }

  #drawHead(columns = this.#shownColumns()) {
    const orders = this.#source?.order ?? [];
    const signature = JSON.stringify([columns, orders, this.cursor.row === -1 && this.cursor.column,
      columns.map((column) => [this.#columns.width(column), this.columns[column].isNumber])]);
    if (this.head.signature === signature && this.head.columns === this.#columns) return;
    this.head.signature = signature;
    this.head.columns = this.#columns;
    const corner = h("div", {
      class: "grid-cell fixed sign-column", role: "columnheader", "aria-colindex": "1",
    }, h("span", { class: "only-spoken" }, "change"));
    const row = h("div", { class: "grid-row", role: "row", "aria-rowindex": "1" }, corner,
      columns.map((column) => this.#headCell(column, orders)));
    row.style.width = `${this.#rowWidth}px`;
    put(this.head, row);
  }

  #headCell(column, orders) {
    const definition = this.columns[column];
    const order = orders.find((one) => one.column === definition.name
      && (one.position ?? definition.position) === definition.position);
    const isCursor = this.cursor.row === -1 && this.cursor.column === column;
    const element = h("div", {
      class: `grid-cell${column === 0 ? " fixed key-column" : ""}`
        + `${definition.type ? "" : " untyped"}`
        + `${definition.isNumber ? " number" : ""}${isCursor ? " cursor" : ""}`,
      role: "columnheader", id: this.#cellID(-1, column), "aria-colindex": String(column + 2),
      "aria-sort": order ? (order.descending ? "descending" : "ascending") : null,
      title: plain([definition.name, definition.type, definition.epoch
        ? `(${definition.epoch.words}, shown in UTC)` : ""].filter(Boolean).join(" ")),
    }, h("div", { class: "grid-title" }, definition.isKey ? icon("key") : null,
      name(definition.name), order ? orderIcon(order) : null),
    definition.type ? h("div", { class: "grid-type" }, name(definition.type)) : null,
    h("div", { class: "grid-grip", "aria-hidden": "true" }));
    element.column = column;
    element.style.width = `${this.#columns.width(column)}px`;
    if (column !== 0) element.style.left = `${this.#columns.left(column)}px`;
    return element;
  }

  resizeColumn(column, width) {
    this.#columns.resize(column, width);
    this.#forgetRows();
    this.refresh();
    this.#send("resized", { column: this.columns[column], width: this.#columns.width(column) });
  }

  columnWidth(column) {
    return this.#columns.width(column);
  }
}

function orderIcon(order) {
  const element = icon(order.descending ? "down" : "up");
  element.classList.add("order");
  return element;
}

customElements.define("studio-grid", StudioGrid);
