// The rows of a table for the grid. It holds one run of adjacent rows, extends the run by cursors,
// and replaces it after a jump. It applies the events of its window to the run.

import { RowCount } from "./row-count.js";
import { beginsAs, isWhole, sameValue, whole } from "./values.js";

const PAGE = 200;
const MOST_ROWS = 2400;
const MARGIN = 40;
const WINDOW_MARGIN = 20;
const MARK_MS = 4000;
const WINDOW_PAUSE_MS = 80;
let lastWindow = 0;

export class RowsSource extends EventTarget {
  #api;
  #live;
  #request;
  #rows = [];
  #start = 0;
  #hasBefore = false;
  #hasAfter = false;
  #isStartExact = true;
  #count = new RowCount(() => this.#api.post("count", this.#request), () => this.#changed());
  #loading = null;
  #marks = new Map();
  #window = null;
  #windowID = null;
  #windowTimer = 0;
  #windowTried = -WINDOW_PAUSE_MS;
  #generation = 0;
  #isFirstPage = true;

  /** `columns` are the shown ones in order; `position` is the index in the values of a row. */
  constructor(api, live, { schema, table, order, filter, columns }) {
    super();
    this.#api = api;
    this.#live = live;
    this.table = table;
    this.order = order;
    this.filter = filter;
    this.columns = columns;
    this.#request = { schema, table: table.name };
    if (order.length) this.#request.order = order;
    if (filter && Object.values(filter).some((part) => part?.length)) this.#request.filter = filter;
    this.overlay = null;
    this.state = "loading";
    this.error = null;
  }

  get count() {
    const known = this.#start + this.#rows.length + (this.#hasAfter ? 1 : 0);
    return Math.max(this.#count.known?.value ?? 0, known);
  }

  get isCounted() {
    return this.#count.isExact || (!this.#hasAfter && this.#isStartExact);
  }

  /** Whether the server will still say the number of rows. */
  get isCountExpected() {
    return !this.isCounted && this.#count.isExpected;
  }

  /** Whether the number of rows is one of before the last commit. */
  get isCountOld() {
    return !this.isCounted && this.count === this.#count.known?.value;
  }

  get arePositionsExact() {
    return this.#isStartExact;
  }

  get isEmpty() {
    return this.state !== "loading" && this.#rows.length === 0 && !this.#hasAfter
      && !this.#hasBefore;
  }

  get windowState() {
    return this.#window?.state ?? "live";
  }

  get windowTime() {
    return this.#window?.time ?? null;
  }

  row(index) {
    return this.#rows[index - this.#start];
  }

  mark(row) {
    return this.overlay?.(row) ?? this.#marks.get(row.id);
  }

  indexOf(id) {
    const index = this.#rows.findIndex((row) => row.id === id);
    return index < 0 ? -1 : index + this.#start;
  }

  /** Loads the first page. */
  load() {
    return this.#fetch({}, (answer) => this.#replace(answer, 0));
  }

  stop() {
    this.#generation += 1;
    this.#loading?.abort.abort();
    clearTimeout(this.#windowTimer);
    clearTimeout(this.#sweepTimer);
    this.#count.stop();
    this.#leaveWindow();
  }

  need(first, last) {
    this.#first = first;
    this.#last = last;
    if (this.state === "loading" || last < first) return;
    const end = this.#start + this.#rows.length;
    const isNear = this.#rows.length && first < end + PAGE && last >= this.#start - PAGE;
    if (this.#loading) {
      if (!isNear && !this.#loading.isJump) this.#loading.abort.abort();
      else return;
    }
    if (isNear) {
      if (last + MARGIN >= end && this.#hasAfter) this.#extendAfter(end);
      else if (first - MARGIN < this.#start && this.#hasBefore) this.#extendBefore();
    } else if (this.#hasAfter || this.#hasBefore) {
      this.#jump(first, last);
    }
  }

  #first = 0;
  #last = -1;

  #extendAfter(end) {
    const cursor = this.#cursorOf(this.#rows.at(-1));
    const where = cursor ? { after: cursor } : { at: end };
    this.#fetch(where, (answer, rows) => {
      this.#rows.push(...rows);
      this.#hasAfter = answer.hasAfter;
      this.#trim(true);
    });
  }

  #extendBefore() {
    const cursor = this.#cursorOf(this.#rows[0]);
    const where = cursor ? { before: cursor } : { at: Math.max(0, this.#start - PAGE) };
    const limit = cursor ? PAGE : Math.min(PAGE, this.#start);
    this.#fetch({ ...where, limit }, (answer, rows) => {
      this.#rows.unshift(...rows);
      this.#start -= rows.length;
      this.#hasBefore = answer.hasBefore;
      this.#trim(false);
      this.#settleStart(answer);
    });
  }

  #jump(first, last) {
    const isEnd = last >= this.count - 1 && this.count > PAGE && this.table.key !== null;
    const wanted = Math.max(0, first - WINDOW_MARGIN);
    this.#fetch(isEnd ? { last: true } : { at: wanted }, (answer, rows) => {
      const position = answer.position?.value
        ?? (isEnd ? Math.max(0, this.count - rows.length) : wanted);
      this.#replace(answer, position, first);
    }, true);
  }

  #replace(answer, position, wanted = 0) {
    this.#leaveWindow();
    this.#rows = answer.rows.map(newRow);
    this.#keepCursors(this.#rows, answer);
    this.#start = answer.hasBefore ? Math.max(position, 1) : 0;
    this.#isStartExact = !answer.hasBefore || answer.position?.isExact === true;
    this.#hasBefore = answer.hasBefore;
    this.#hasAfter = answer.hasAfter;
    if (!this.#hasAfter && this.#count.isExact && answer.hasBefore) {
      this.#start = Math.max(1, this.#count.known.value - this.#rows.length);
    }
    // The server chose the nearest position that it knows. The visible rows are then beside it.
    const end = this.#start + this.#rows.length;
    if (wanted < this.#start || wanted >= end) {
      this.dispatchEvent(new CustomEvent("place", { detail: this.#start }));
    }
  }

  #settleStart(answer) {
    const right = answer.hasBefore
      ? (answer.position?.isExact ? answer.position.value : Math.max(1, this.#start)) : 0;
    if (!answer.hasBefore || answer.position?.isExact) this.#isStartExact = true;
    if (right !== this.#start) {
      const offset = right - this.#start;
      this.#start = right;
      if (this.#window) {
        this.#window.from += offset;
        this.#window.to += offset;
        this.#window.first += offset;
      }
      this.dispatchEvent(new CustomEvent("shift", { detail: offset }));
    }
  }

  /** Forgets rows at the end that is far from the screen. */
  #trim(fromStart) {
    if (this.#rows.length <= MOST_ROWS) return;
    if (fromStart) {
      let number = this.#rows.length - MOST_ROWS;
      while (number > 0 && !this.#cursorOf(this.#rows[number])) number -= 1;
      this.#rows.splice(0, number);
      this.#start += number;
      if (number > 0) this.#hasBefore = true;
    } else {
      let length = MOST_ROWS;
      while (length < this.#rows.length && !this.#cursorOf(this.#rows[length - 1])) length += 1;
      if (length < this.#rows.length) this.#hasAfter = true;
      this.#rows.length = length;
    }
  }

  #keepCursors(rows, answer) {
    if (!rows.length) return;
    if (answer.start) rows[0].cursor = answer.start;
    if (answer.end) rows.at(-1).cursor = answer.end;
  }

  #cursorOf(row) {
    if (row.cursor) return row.cursor;
    if (row.key === null) return null;
    // The order of a table with rowids ends with the rowid, also if its key is another column.
    const { ties } = this.table;
    const tie = row.tie ?? row.key;
    const values = [];
    for (const { column } of this.order) {
      const place = ties.indexOf(column);
      const value = place >= 0 ? tie[place]
        : row.values[this.table.columns.findIndex((one) => one.name === column)];
      if (value === undefined || !isWhole(value)) return null;
      values.push(whole(value));
    }
    ties.forEach((column, index) => {
      if (!this.order.some((one) => one.column === column)) values.push(tie[index]);
    });
    return values;
  }

  /** A jump ends a request that only extends the run. */
  async #fetch(where, use, isJump = false) {
    const generation = this.#generation;
    const token = { abort: new AbortController(), isJump };
    this.#loading = token;
    try {
      const answer = await this.#api.post("rows", { limit: PAGE, ...this.#request, ...where },
        { signal: token.abort.signal });
      if (generation !== this.#generation || token.abort.signal.aborted) return;
      const rows = answer.rows.map(newRow);
      this.#keepCursors(rows, answer);
      if (answer.count) this.#count.known = answer.count;
      this.state = "ready";
      this.error = null;
      use(answer, rows);
    } catch (error) {
      if (generation !== this.#generation || error.name === "AbortError") return;
      this.error = error;
      this.state = this.#rows.length ? "ready" : "error";
      this.dispatchEvent(new CustomEvent("fail", { detail: error }));
    } finally {
      if (this.#loading === token) this.#loading = null;
    }
    this.#changed();
  }

  #changed() {
    if (this.state === "ready" && !this.isCounted) this.#count.expect();
    this.dispatchEvent(new Event("change"));
  }

  /** The complete value of a cell, of which the row may have only the start. */
  async wholeValue(row, column, index) {
    const shown = row.values[column.position];
    if (isWhole(shown)) return shown;
    const place = row.key === null ? { at: index } : { filter: { conditions: this.table.key.map(
      (name, part) => ({ column: name, operator: "is", value: whole(row.key[part]) })) } };
    const answer = await this.#api.post("rows", { ...this.#request, ...place, limit: 1,
      whole: true, columns: [column.name] });
    const [value] = answer.rows[0]?.values ?? [];
    if (value === undefined || (row.key === null && !beginsAs(value, shown))) {
      throw new Error("Another program has changed this row. Nothing was copied.");
    }
    return value;
  }

  /** The members of a request that exports all rows, or those of a range of indexes. */
  exportRequest(rows = null, columns = this.table.columns) {
    const request = { ...this.#request, columns: columns.map((column) => column.name) };
    if (!rows) return request;
    const count = rows[1] - rows[0] + 1;
    const first = this.row(rows[0]);
    // The position of a row can be an estimate, so a row that is known is named by its values.
    const from = first && rows[0] > 0 ? this.#cursorOf(first) : null;
    return { ...request, count, ...(from ? { from } : { skip: rows[0] }) };
  }

  // The window

  /**
   * Subscribes to the visible rows and some rows around them, but not at each step of scrolling.
   */
  watchVisible() {
    if (this.#windowTimer) return;
    const pause = this.#windowTried + WINDOW_PAUSE_MS - performance.now();
    if (pause <= 0) return this.#watchVisible();
    this.#windowTimer = setTimeout(() => {
      this.#windowTimer = 0;
      this.#watchVisible();
    }, pause);
  }

  #leaveWindow() {
    if (this.#windowID !== null) this.#live.unwatch(this.#windowID);
    this.#windowID = null;
    this.#window = null;
  }

  #watchVisible() {
    this.#windowTried = performance.now();
    if (this.state !== "ready" || this.#last < this.#first) return;
    const end = this.#start + this.#rows.length;
    const to = Math.min(end, this.#last + 1 + WINDOW_MARGIN);
    if (this.#window && this.#window.first <= this.#first && this.#window.to >= Math.min(end,
      this.#last + 1) && this.#window.generation === this.#start) return;
    // After a jump, the run does not have the visible rows yet.
    if (this.#rows.length && (this.#first >= end || to <= this.#start)) return;
    const [from, place] = this.#windowStart(to);
    const view = { ...this.#request, ...place, limit: Math.max(1, Math.min(200, to - from)) };
    if (!this.#hasAfter && to === end) view.limit = Math.min(200, view.limit + WINDOW_MARGIN);
    if (to <= from && this.#rows.length) return;
    this.#leaveWindow();
    // `first` is the first visible row for which this window stands. After a jump, it can precede
    // the first row of the window until the run has the rows before it.
    const window = { from, to, limit: view.limit, generation: this.#start, rows: [],
      first: Math.min(from, this.#first) };
    this.#window = window;
    this.#windowID = `rows-${lastWindow += 1}`;
    this.#live.watch(this.#windowID, { rows: view }, (event) => {
      if (window === this.#window) this.#received(event);
    });
  }

  /**
   * Where a window begins: the index of its first row, and the place for the server. The window
   * begins after a row that the page has, because the server may only estimate which row is at a
   * position. The window would then show other rows than those of the run.
   */
  #windowStart(to) {
    const wanted = Math.max(this.#start, this.#first - WINDOW_MARGIN);
    if (wanted === 0) return [0, {}];
    for (let index = wanted - 1; index >= this.#start; index -= 1) {
      const cursor = this.#cursorOf(this.row(index));
      if (cursor) return [index + 1, { after: cursor }];
    }
    if (!this.#hasBefore) return [wanted, { at: wanted }];
    // The first rows of the run get their window as soon as the run has the rows before them.
    for (let index = wanted; index < to - 1; index += 1) {
      const cursor = this.#cursorOf(this.row(index));
      if (cursor) return [index + 1, { after: cursor }];
    }
    return [wanted, { at: wanted }];
  }

  #received(event) {
    this.#window.state = event.state;
    this.#window.time = new Date();
    // The run may have forgotten the rows before the window, and another window follows then.
    if (this.#window.from < this.#start) return;
    if (event.state === "error" || !event.rows) {
      this.windowError = event.error ?? null;
      this.dispatchEvent(new Event("window"));
      return;
    }
    this.windowError = null;
    const old = this.#window.rows;
    this.#window.rows = event.rows.map((row) => (row.from === undefined ? newRow(row)
      : changedRow(old[row.from], row.cells)));
    this.#merge(this.#window.rows, event.page);
    this.dispatchEvent(new Event("window"));
  }

  /** Puts the rows of the window in the place of the same rows of the run. */
  #merge(rows, page) {
    const { from, to, limit } = this.#window;
    const before = this.#rows.slice(0, from - this.#start);
    const old = this.#rows.slice(from - this.#start, to - this.#start);
    let after = this.#rows.slice(to - this.#start);
    const isKeyless = this.table.key === null;
    const changes = isKeyless ? { added: 0, changed: 0, removed: 0 }
      : this.#compare(old, rows, after, limit);
    const kept = new Set(rows.map((row) => row.id));
    const isFull = rows.length >= limit;
    const pushed = isFull && !isKeyless ? old.filter((row) => !kept.has(row.id)
      && !this.#marks.get(row.id)?.isRemoved) : [];
    if (!isKeyless) after = after.filter((row) => !kept.has(row.id));
    if (!isFull && page && page.hasAfter === false) {
      after = [];
      this.#hasAfter = false;
    }
    this.#rows = [...before, ...rows, ...pushed, ...after];
    this.#window.to = from + rows.length;
    const grown = changes.added - changes.removed;
    const { known } = this.#count;
    if (page?.count) this.#count.known = page.count;
    else if (known && grown) this.#count.known = { ...known, value: known.value + grown };
    if (changes.added + changes.changed + changes.removed) {
      this.dispatchEvent(new CustomEvent("live", { detail: changes }));
    }
    this.#changed();
  }

  #compare(old, rows, after, limit) {
    const known = new Map([...old, ...after].map((row) => [row.id, row]));
    const present = new Set(rows.map((row) => row.id));
    const changes = { added: 0, changed: 0, removed: 0 };
    const until = performance.now() + MARK_MS;
    rows.forEach((row, index) => {
      const before = known.get(row.id);
      if (!before) {
        // A row at the end of the window can be an old row that a deletion moved into it.
        if (index >= old.length && (this.#hasAfter || rows.length < old.length)) return;
        changes.added += 1;
        this.#marks.set(row.id, { kind: "added", until });
        return;
      }
      if (before.cursor && !row.cursor) {
        row.cursor = this.order.length || row.tie ? undefined : before.cursor;
      }
      const columns = new Map();
      row.values.forEach((value, position) => {
        if (!sameValue(value, before.values[position])) columns.set(position, {});
      });
      if (columns.size) {
        changes.changed += 1;
        this.#marks.set(row.id, { kind: "changed", columns, until });
      }
    });
    const isFull = rows.length >= limit;
    const pushedOut = isFull ? changes.added : 0;
    const missing = old.filter((row) => !present.has(row.id));
    const deleted = missing.slice(0, Math.max(0, missing.length - pushedOut));
    changes.removed = deleted.length;
    for (const row of deleted) this.#marks.set(row.id, { kind: "removed", isRemoved: true, until });
    this.#sweepLater();
    return changes;
  }

  #sweepTimer = 0;

  #sweepLater() {
    if (this.#sweepTimer) return;
    this.#sweepTimer = setTimeout(() => {
      this.#sweepTimer = 0;
      const now = performance.now();
      for (const [id, mark] of this.#marks) if (mark.until <= now) this.#marks.delete(id);
      if (this.#marks.size) this.#sweepLater();
      this.#changed();
    }, MARK_MS);
  }

  /** The server knows the number of rows now. */
  counted(count) {
    if (this.#request.filter) return;
    this.#count.known = count;
    this.#changed();
  }
}

export function newRow(row) {
  return { key: row.key, tie: row.tie, values: row.values, id: row.key === null ? null
    : JSON.stringify(row.key) };
}

function changedRow(row, cells) {
  if (!cells) return row;
  const values = row.values.slice();
  for (const [position, value] of Object.entries(cells)) values[Number(position)] = value;
  return { ...row, values };
}
