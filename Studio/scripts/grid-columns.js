// The widths and positions of a grid's columns. A table can have thousands of columns, so the grid
// draws only the visible ones.

import { columnText, isNumeric } from "./values.js";
import { epochOf } from "./dates.js";

const SIGN = 24;
const NARROWEST = 64;
const WIDEST = 320;
const SAMPLED_ROWS = 60;

export class GridColumns {
  #lefts = [];
  #widths = [];
  #chosen = new Map();

  /** Columns in the order of display. The first one is fixed. */
  constructor(columns = []) {
    this.columns = columns;
    for (const { name, width } of columns) if (width) this.#chosen.set(name, width);
    this.#widths = columns.map((column) => column.width ?? measure(column, []));
    this.#place();
  }

  get count() {
    return this.columns.length;
  }

  get totalWidth() {
    return SIGN + this.#widths.reduce((sum, width) => sum + width, 0);
  }

  left(index) {
    return this.#lefts[index];
  }

  width(index) {
    return this.#widths[index];
  }

  /** Chooses widths by the first rows. The widths that the user chose stay. */
  fit(rows, available) {
    const sample = rows.slice(0, SAMPLED_ROWS);
    this.columns = this.columns.map((column) => {
      const values = sample.map((row) => row.values[column.position]);
      return { ...column, isNumber: hasNumbers(column, values), epoch: epochOf(column, values),
        decimals: Math.max(0, ...values.map((value) => decimalsOf(value))) };
    });
    this.#widths = this.columns.map((column, index) => this.#chosen.get(column.name)
      ?? measure(column, sample.map((row) => columnText(row.values[column.position], column)),
        index === 0));
    if (this.#widths.length > 1) this.#widths[0] = Math.min(this.#widths[0], available / 2);
    this.#place();
  }

  resize(index, width) {
    this.#widths[index] = Math.max(NARROWEST, Math.min(1200, width));
    this.#chosen.set(this.columns[index].name, this.#widths[index]);
    this.#place();
  }

  /** The columns between two horizontal positions, without the fixed one. */
  visible(from, to) {
    const result = [];
    for (let index = this.#firstAfter(from); index < this.count; index += 1) {
      if (this.#lefts[index] > to) break;
      result.push(index);
    }
    return result;
  }

  #firstAfter(position) {
    let low = 1;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#lefts[middle] + this.#widths[middle] < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #place() {
    let left = SIGN;
    this.#lefts = this.#widths.map((width) => {
      const own = left;
      left += width;
      return own;
    });
  }
}

/** How many digits a real number has after its point. */
export function decimalsOf(value) {
  return value?.$real?.match(/^-?\d+\.(\d+)$/)?.[1].length ?? 0;
}

/** Whether the values of a column are numbers, so that its name stands at the right. */
function hasNumbers(column, values) {
  const known = values.filter((value) => value !== null);
  return known.length ? known.every(isNumeric) : column.isNumber;
}

function measure(column, texts, isFirst = false) {
  const title = textWidth(column.name, 600) + 40 + (column.isKey ? 16 : 0);
  const type = textWidth(column.type ?? "") + 26;
  const longest = texts.reduce((most, text) => Math.max(most, textWidth(text)), 0) + 28;
  return Math.ceil(Math.max(NARROWEST, Math.min(isFirst ? 240 : WIDEST,
    Math.max(Math.min(title, 220), Math.min(type, 160), longest))));
}

let context = null;

function textWidth(text, weight = 400) {
  context ??= document.createElement("canvas").getContext("2d");
  context.font = `${weight} 13px ${getComputedStyle(document.body).fontFamily}`;
  // The page shows all digits with the same width, which a canvas does not.
  return context.measureText(text.slice(0, 80).replace(/[0-9]/g, "0")).width + 2;
}
