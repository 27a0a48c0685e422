// Names, places and times of the graph of an app.

import { h } from "./dom.js";
import { count, name, nodes, plain } from "./text.js";
import { route } from "./route.js";

/** The name of a node as plain text. A node without a name is called by its place. */
export function nodeWords(node) {
  if (node.name) return plain(node.name);
  return node.file ? plain(placeWords(node)) : "a node of the library";
}

/** "Module/File.swift:12", or an empty text. */
export function placeWords(one) {
  return one.file ? `${one.file}:${one.line}` : "";
}

/** The place of a node, a write or an observer. */
export function place(one) {
  return one.file ? h("span", { class: "place mono" }, nodes(placeWords(one))) : null;
}

/** The name of a node, which leads to the nodes around it. */
export function nodeLink(node) {
  const words = node.name || placeWords(node) || "a node of the library";
  return h("a", { class: "node-link", href: route.address({ view: "graph", node: node.node }) },
    name(words));
}

/** A time in nanoseconds for people: "12.3 µs". */
export function duration(nanoseconds) {
  if (nanoseconds < 1000) return `${Math.max(0, nanoseconds)} ns`;
  for (const [unit, size] of [["µs", 1e3], ["ms", 1e6]]) {
    const value = nanoseconds / size;
    if (value < 1000) return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`;
  }
  return `${(nanoseconds / 1e9).toFixed(2)} s`;
}

/** The time of day with milliseconds. */
export function moment(text) {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? plain(text) : time.toLocaleTimeString("en",
    { hourCycle: "h23", hour: "2-digit", minute: "2-digit", second: "2-digit",
      fractionalSecondDigits: 3 });
}

const NODE_KINDS = [["inserted", "added", "+"], ["updated", "changed", "~"],
  ["deleted", "removed", "−"]];

/** Signs for the numbers of changed rows of a table. */
export function rowCounts(table) {
  if (table.isReset) return [h("span", { class: "tag changed" }, "too many rows to count")];
  return NODE_KINDS.filter(([member]) => table[member] > 0).map(([member, kind, sign]) => h("span",
    { class: `tag ${kind}` }, h("span", { "aria-hidden": "true" }, sign), count(table[member]),
    h("span", { class: "only-spoken" }, ` ${member}`)));
}
