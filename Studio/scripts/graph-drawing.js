// Draws the nodes around one node as SVG: what it reads on the left, what depends on it on the
// right.

import { svg } from "./dom.js";
import { count, plain, short } from "./text.js";
import { nodeWords, placeWords } from "./nodes.js";

const BOX = { width: 208, height: 48 };
const GAP = { x: 48, y: 16 };
const LEAST_SCALE = 0.85;
const DRAWING_MARGIN = 8;

/** The places of the boxes: one column for each level, in which neighbours are near each other. */
export function layout(graph) {
  const columns = new Map();
  const places = new Map();
  for (const node of graph.nodes) {
    if (!columns.has(node.level)) columns.set(node.level, []);
    columns.get(node.level).push(node);
  }
  const neighbours = new Map(graph.nodes.map((node) => [node.node, []]));
  for (const [from, to] of graph.edges) {
    neighbours.get(from)?.push(to);
    neighbours.get(to)?.push(from);
  }
  const levels = [...columns.keys()].sort((one, other) => one - other);
  const height = Math.max(...[...columns.values()].map((column) => column.length))
    * (BOX.height + GAP.y) - GAP.y;
  // From the centre outwards, each node stands at the mean of its placed neighbours.
  for (const level of [...levels].sort((one, other) => Math.abs(one) - Math.abs(other))) {
    const column = columns.get(level);
    const wish = (node) => {
      const known = neighbours.get(node.node).map((one) => places.get(one)?.y)
        .filter((y) => y !== undefined);
      return known.length ? known.reduce((sum, y) => sum + y, 0) / known.length : 0;
    };
    const wishes = new Map(column.map((node) => [node.node, wish(node)]));
    column.sort((one, other) => wishes.get(one.node) - wishes.get(other.node));
    const top = (height - column.length * (BOX.height + GAP.y) + GAP.y) / 2;
    column.forEach((node, index) => places.set(node.node, {
      x: DRAWING_MARGIN + levels.indexOf(level) * (BOX.width + GAP.x),
      y: DRAWING_MARGIN + top + index * (BOX.height + GAP.y),
    }));
  }
  return { places, width: levels.length * (BOX.width + GAP.x) - GAP.x + 2 * DRAWING_MARGIN,
    height: height + 2 * DRAWING_MARGIN };
}

/**
 * Returns the drawing. `woken` are the numbers of the nodes that the last commit woke, and `room`
 * is the width of the view, to which a drawing is made smaller as long as it stays readable.
 */
export function drawGraph(graph, { woken, room, choose }) {
  const { places, width, height } = layout(graph);
  const scale = Math.max(LEAST_SCALE, Math.min(1, room / width));
  return svg("svg", { class: "diagram graph-drawing", role: "group",
    "aria-label": "Nodes: what they read is on the left, what depends on them on the right",
    viewBox: `0 0 ${width} ${height}`, width: width * scale, height: height * scale },
  graph.edges.map(([from, to]) => drawEdge(places.get(from), places.get(to),
    woken.has(from) && woken.has(to))),
  graph.nodes.map((node) => drawNode(node, places.get(node.node), woken.has(node.node), choose)));
}

function drawEdge(from, to, isWoken) {
  if (!from || !to) return null;
  const start = { x: from.x + BOX.width, y: from.y + BOX.height / 2 };
  const end = { x: to.x, y: to.y + BOX.height / 2 };
  const middle = start.x < end.x ? (start.x + end.x) / 2 : start.x + GAP.x / 2;
  return svg("g", { class: `line${isWoken ? " chosen" : ""}` },
    svg("path", { d: `M${start.x} ${start.y}C${middle} ${start.y} ${middle} ${end.y} `
      + `${end.x} ${end.y}` }),
    svg("path", { d: `M${end.x - 6} ${end.y - 4}L${end.x} ${end.y}L${end.x - 6} ${end.y + 4}` }));
}

function drawNode(node, { x, y }, isWoken, choose) {
  const activate = () => choose(node);
  const words = nodeWords(node);
  const shown = node.name ? words : shortPlace(node) || words;
  const details = [node.kind, node.count > 1 ? `${count(node.count)} nodes` : null,
    isWoken ? "woken by the last commit" : null].filter((one) => one !== null);
  const below = node.name && node.file ? shortPlace(node)
    : `${node.kind}${isWoken ? ", woken" : ""}`;
  return svg("g", {
    class: `box node-${node.kind}${isWoken ? " woken" : ""}${node.level === 0 ? " chosen" : ""}`,
    tabindex: "0", role: "button", "data-node": node.node,
    "aria-label": `${words}, ${details.join(", ")}`, transform: `translate(${x} ${y})`,
    on: { click: activate, keydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      activate();
    } },
  },
  svg("title", null, [words, placeWords(node), ...details].filter((one) => one).join("\n")),
  node.count > 1 ? svg("rect", { class: "box-frame", x: 4, y: 4, width: BOX.width,
    height: BOX.height, rx: 6 }) : null,
  svg("rect", { class: "box-frame", width: BOX.width, height: BOX.height,
    rx: node.kind === "computed" ? BOX.height / 2 : 6 }),
  svg("circle", { class: "node-sign", cx: 18, cy: 18, r: 4 }),
  svg("text", { class: "box-title", x: 30, y: 22 },
    short(shown, node.count > 1 ? 14 : 23)),
  node.count > 1 ? svg("text", { class: "box-type", x: BOX.width - 12, y: 22,
    "text-anchor": "end" }, `× ${count(node.count)}`) : null,
  svg("text", { class: "box-type", x: 30, y: 39 }, short(below, 27)));
}

/** The place of a node without its module: "File.swift:12". */
function shortPlace(node) {
  return plain(placeWords(node).split("/").at(-1));
}
