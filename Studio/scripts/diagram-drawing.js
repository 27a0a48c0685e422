// Draws the diagram of the schema as SVG.

import { svg } from "./dom.js";
import { plain, short } from "./text.js";

/** Returns the drawing. `options` say what is chosen, near, folded and found. */
export function drawDiagram(diagram, schema, options) {
  const header = diagram.headerHeight ?? 32;
  const row = diagram.rowHeight ?? 24;
  const places = diagram.boxes.map((box) => boxPlace(box, schema.table(box.table), header, row));
  const isShown = (table) => options.near === null || options.near.has(table.name);
  const isDim = (table) => !options.matches(table);
  return svg("svg", {
    class: "diagram", role: "group", "aria-label": "Diagram of the tables",
    viewBox: `0 0 ${diagram.width} ${diagram.height}`,
    width: diagram.width * options.zoom, height: diagram.height * options.zoom,
  },
  diagram.lines.map((line) => {
    const [child, parent] = [places[line.child], places[line.parent]];
    if (!child.table || !parent.table || !isShown(child.table)
      || !isShown(parent.table)) return null;
    const isChosen = options.selected === child.table.name
      || options.selected === parent.table.name;
    return drawLine(line, child, parent, options.isFolded, isChosen,
      isDim(child.table) && isDim(parent.table));
  }),
  places.filter(({ table }) => table && isShown(table)).map((one) => drawBox(one, options,
    isDim(one.table))));
}

function boxPlace(box, table, header, row) {
  return { ...box, table, header, row,
    columnY: (column) => box.y + header + row * (column + 0.5) };
}

function drawBox(box, options, isDim) {
  const { table } = box;
  const isChosen = options.selected === table.name;
  const keys = new Set([...(table.key ?? []), ...table.references.flatMap((one) => one.columns)]);
  const columns = table.columns.map((column, index) => ({ column, index }))
    .filter(({ column }) => !options.isFolded || keys.has(column.name));
  const height = options.isFolded ? box.header + columns.length * box.row : box.height;
  const room = Math.floor((box.width - 32) / 7);
  const activate = () => options.choose(table.name);
  return svg("g", {
    class: `box${isChosen ? " chosen" : ""}${isDim ? " dim" : ""}`, tabindex: "0", role: "button",
    "aria-pressed": String(isChosen), "data-table": table.name,
    "aria-label": `${plain(table.name)}, ${table.columns.length} columns`,
    transform: `translate(${box.x} ${box.y})`,
    on: { click: activate, keydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      activate();
    } },
  },
  svg("title", null, plain(table.name)),
  svg("rect", { class: "box-frame", width: box.width, height: Math.max(height, box.header),
    rx: 6 }),
  svg("path", { class: "box-head", d: `M0 ${box.header}V6a6 6 0 0 1 6-6h${box.width - 12}`
    + `a6 6 0 0 1 6 6v${box.header - 6}z` }),
  svg("text", { class: "box-title", x: 12, y: box.header / 2 + 5 }, plain(short(table.name, room))),
  columns.map(({ column }, position) => {
    const y = box.header + box.row * (position + 0.5) + 4;
    const type = short(column.type, 10);
    const space = Math.max(4, room - Array.from(type).length - 2);
    return [svg("text", {
      class: `box-column${table.key?.includes(column.name) ? " key" : ""}`, x: 12, y,
    }, plain(short(column.name, space))),
    svg("text", { class: "box-type", x: box.width - 12, y, "text-anchor": "end" }, plain(type))];
  }));
}

function drawLine(line, child, parent, isFolded, isChosen, isDim) {
  const y = (box, column) => (isFolded ? box.y + box.header / 2 : box.columnY(column));
  const ends = [
    { x: parent.x + parent.width, y: y(parent, line.parentColumn), side: 1 },
    { x: child.x, y: y(child, line.childColumn), side: -1 },
  ];
  if (child.x < parent.x + parent.width) {
    ends[1] = { x: child.x + child.width, y: ends[1].y, side: 1 };
  }
  const path = [`M${ends[0].x} ${ends[0].y}`];
  let last = { x: ends[0].x, y: ends[0].y };
  for (const [x, height] of line.bends) {
    path.push(curve(last, { x, y: height }));
    last = { x, y: height };
  }
  path.push(ends[1].side < 0 ? curve(last, ends[1])
    : `C${Math.max(last.x, ends[1].x) + 40} ${last.y} ${Math.max(last.x, ends[1].x) + 40} `
      + `${ends[1].y} ${ends[1].x} ${ends[1].y}`);
  return svg("g", { class: `line${isChosen ? " chosen" : ""}${isDim ? " dim" : ""}` },
    svg("path", { d: path.join(""), "stroke-dasharray": line.isOptional ? "4 4" : null }),
    svg("circle", { cx: ends[0].x, cy: ends[0].y, r: 3 }),
    line.isUnique ? null : svg("path", { d: foot(ends[1]) }));
}

function curve(from, to) {
  const middle = (from.x + to.x) / 2;
  return `C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`;
}

/** The foot of a line at the side that has many rows. */
function foot({ x, y, side }) {
  return `M${x} ${y - 5}L${x + 8 * side} ${y}L${x} ${y + 5}`;
}
