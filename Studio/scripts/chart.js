// A chart of a result: a line over time or numbers, a histogram, or bars. Its values also stand in
// the grid of the result. It draws at most 4,000 points.

import { h, put, svg } from "./dom.js";
import { cellText, numberOf } from "./values.js";
import { count, counted, name, nodes, plain, short } from "./text.js";
import { emptyState } from "./states.js";

const MOST_POINTS = 4000;
const MOST_BARS = 40;
const BINS = 30;
const HEIGHT = 320;
const EDGE = { left: 64, right: 16, top: 16, bottom: 40 };

export class ChartPanel {
  #source = null;

  constructor() {
    this.kind = select("Kind of chart", [["line", "Line"], ["bars", "Bars"],
      ["histogram", "Histogram"]], () => this.#draw());
    this.x = select("Horizontal", [], () => this.#draw());
    this.y = select("Vertical", [], () => this.#draw());
    this.figure = h("figure", { class: "chart" });
    this.table = h("div", { class: "chart-table", tabindex: "0", role: "group",
      "aria-label": "Values of the chart" });
    this.element = h("div", { class: "chart-panel" }, h("div", { class: "chart-options" },
      label("Kind", this.kind), label("Horizontal", this.x), label("Vertical", this.y)),
    h("div", { class: "chart-body" }, this.figure, this.table));
  }

  show(source) {
    if (!this.sized) {
      this.sized = new ResizeObserver(() => {
        if (Math.abs(this.width - this.figure.clientWidth + 32) > 8) this.#draw();
      });
      this.sized.observe(this.figure);
    }
    this.#source = source;
    const names = source.columns.map((column) => column.name);
    if (this.names !== names.join("\u0000")) {
      this.names = names.join("\u0000");
      const options = () => names.map((one, index) => h("option", { value: index }, plain(one)));
      put(this.x, options());
      put(this.y, options());
      this.#choose(source);
    }
    this.#draw();
  }

  /** A first choice: the last numeric column against the first other column. */
  #choose(source) {
    const sample = source.rows.slice(0, 50);
    const isNumber = source.columns.map((_, position) => sample.length > 0
      && sample.every((row) => row.values[position] === null
        || numberOf(row.values[position]) !== null));
    const y = Math.max(0, isNumber.lastIndexOf(true));
    const x = source.columns.findIndex((_, position) => position !== y);
    this.y.value = String(y);
    this.x.value = String(Math.max(0, x));
    const first = sample[0]?.values[Math.max(0, x)];
    this.kind.value = x < 0 ? "histogram" : isNumber[x] || isTime(first) ? "line" : "bars";
  }

  #draw() {
    if (!this.#source) return;
    const { points, unit } = this.#points();
    if (points.length === 0) {
      put(this.figure, emptyState("No numbers", "Choose a vertical column that has numbers."));
      put(this.table);
      return;
    }
    this.width = Math.max(280, this.figure.clientWidth - 32);
    put(this.figure, drawing(points, this.kind.value, this.#titles(), this.width),
      h("figcaption", { class: "soft" }, `${counted(points.length, unit)}.`));
    put(this.table, h("table", null, h("thead", null, h("tr", null,
      this.#titles().map((title, index) => h("th", { scope: "col",
      class: index === 1 ? "number" : null }, name(title))))),
    h("tbody", null, points.slice(0, 200).map((point) => h("tr", null,
      h("td", null, nodes(point.label)), h("td", { class: "number" }, tick(point.y)))))));
  }

  #titles() {
    const title = (field) => this.#source.columns[Number(field.value)]?.name ?? "";
    return this.kind.value === "histogram" ? [title(this.y), "rows"]
      : [title(this.x), title(this.y)];
  }

  #points() {
    const { rows } = this.#source;
    const y = Number(this.y.value);
    const x = Number(this.x.value);
    if (this.kind.value === "histogram") {
      return { points: bins(rows.map((row) => numberOf(row.values[y])).filter(isFinite)),
        unit: "bin" };
    }
    const points = [];
    rows.forEach((row, index) => {
      const value = numberOf(row.values[y]);
      if (value === null || !Number.isFinite(value)) return;
      const label = cellText(row.values[x]);
      points.push({ x: position(row.values[x], index), y: value, label });
    });
    if (this.kind.value === "bars") return { points: points.slice(0, MOST_BARS), unit: "bar" };
    points.sort((one, other) => one.x - other.x);
    return { points: thinned(points), unit: "point" };
  }
}

function isFinite(value) {
  return value !== null && Number.isFinite(value);
}

function isTime(value) {
  return typeof value === "string" && /^\d{4}-\d{2}(-\d{2})?/.test(value);
}

function position(value, index) {
  const number = numberOf(value);
  if (number !== null) return number;
  if (isTime(value)) {
    const time = Date.parse(value.replace(" ", "T"));
    if (Number.isFinite(time)) return time;
  }
  return index;
}

/** At most 4,000 points: of each group of adjacent points, the lowest and the highest. */
function thinned(points) {
  if (points.length <= MOST_POINTS) return points;
  const step = points.length / (MOST_POINTS / 2);
  const result = [];
  for (let group = 0; group < MOST_POINTS / 2; group += 1) {
    const part = points.slice(Math.floor(group * step), Math.floor((group + 1) * step));
    const low = part.reduce((one, other) => (other.y < one.y ? other : one));
    const high = part.reduce((one, other) => (other.y > one.y ? other : one));
    result.push(...(low.x <= high.x ? [low, high] : [high, low]));
  }
  return result;
}

function bins(values) {
  if (values.length === 0) return [];
  const low = values.reduce((one, other) => Math.min(one, other));
  const high = values.reduce((one, other) => Math.max(one, other));
  const width = (high - low) / BINS || 1;
  const counts = new Array(BINS).fill(0);
  for (const value of values) counts[Math.min(BINS - 1, Math.floor((value - low) / width))] += 1;
  return counts.map((number, index) => ({ x: low + index * width, y: number,
    label: `${tick(low + index * width)} to ${tick(low + (index + 1) * width)}` }));
}

function drawing(points, kind, [xTitle, yTitle], width) {
  const ys = points.map((point) => point.y);
  // Bars begin at zero, so that their lengths can be compared.
  const ends = range(kind === "line" ? ys : [0, ...ys]);
  const ticks = niceTicks(ends[0], ends[1]);
  const [low, high] = [ticks[0], ticks.at(-1)];
  const toY = (value) => HEIGHT - EDGE.bottom - ((value - low) / (high - low || 1))
    * (HEIGHT - EDGE.top - EDGE.bottom);
  const children = ticks.map((value) => [
    svg("line", { class: "chart-grid", x1: EDGE.left, x2: width - EDGE.right, y1: toY(value),
      y2: toY(value) }),
    svg("text", { class: "chart-text", x: EDGE.left - 8, y: toY(value) + 4, "text-anchor": "end" },
      tick(value))]);
  children.push(kind === "line" ? line(points, toY, width) : bars(points, toY, width));
  children.push(svg("text", { class: "chart-text", x: width / 2, y: HEIGHT - 4,
    "text-anchor": "middle" }, plain(short(xTitle, 60))));
  return svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img",
    "aria-label": `${plain(yTitle)} by ${plain(xTitle)}, from ${tick(Math.min(...range(ys)))} to `
      + `${tick(Math.max(...range(ys)))}. The table beside it has the values.` }, children);
}

function range(values) {
  return values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity]);
}

function line(points, toY, full) {
  const [low, high] = range(points.map((point) => point.x));
  const toX = (value) => EDGE.left + ((value - low) / (high - low || 1))
    * (full - EDGE.left - EDGE.right);
  const path = points.map((point, index) => `${index ? "L" : "M"}${toX(point.x).toFixed(1)} `
    + toY(point.y).toFixed(1)).join("");
  const ends = [points[0], points[Math.floor(points.length / 2)], points.at(-1)];
  return [svg("path", { class: "chart-line", d: path }),
    points.length <= 60 ? points.map((point) => svg("circle", { class: "chart-point",
      cx: toX(point.x), cy: toY(point.y), r: 3 }, svg("title", null,
      `${point.label}: ${tick(point.y)}`))) : null,
    ends.slice(0, points.length < 3 ? 1 : 3).map((point, index) => svg("text", {
      class: "chart-text", x: toX(point.x), y: HEIGHT - 22,
      "text-anchor": ["start", "middle", "end"][index] }, short(point.label, 20)))];
}

function bars(points, toY, full) {
  const width = (full - EDGE.left - EDGE.right) / points.length;
  const every = Math.ceil(points.length / Math.max(2, Math.floor(full / 96)));
  return points.map((point, index) => {
    const x = EDGE.left + index * width;
    const [top, bottom] = [Math.min(toY(0), toY(point.y)), Math.max(toY(0), toY(point.y))];
    return [svg("rect", { class: "chart-bar", x: x + width * 0.12, y: top, width: width * 0.76,
      height: Math.max(1, bottom - top), rx: Math.min(2, width / 6) },
    svg("title", null, `${point.label}: ${tick(point.y)}`)),
    index % every === 0 ? svg("text", { class: "chart-text", x: x + width / 2, y: HEIGHT - 22,
      "text-anchor": "middle" }, short(point.label, Math.max(4, Math.floor((width * every) / 8))))
      : null];
  });
}

function niceTicks(low, high) {
  // With a step below the precision of the numbers, adding it changes nothing.
  const precision = Math.max(Math.abs(low), Math.abs(high)) * 1e-12;
  const span = Math.min(Math.max(high - low, precision), Number.MAX_VALUE);
  const raw = span / 5 || 0.2;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= raw);
  const first = Math.floor(low / step);
  const last = Math.min(Math.ceil(high / step), first + 20);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

function tick(value) {
  if (Number.isInteger(value)) return count(value);
  return Math.abs(value) < 0.001 || Math.abs(value) >= 1e9 ? value.toPrecision(3)
    : count(Number(value.toPrecision(6)));
}

function select(title, options, change) {
  return h("select", { class: "field", "aria-label": title, on: { change } },
    options.map(([value, words]) => h("option", { value }, words)));
}

function label(words, field) {
  return h("label", { class: "check" }, h("span", { class: "soft" }, words), field);
}
