// The plan of a query as a tree. It names full scans and temporary B-trees.

import { h, icon } from "./dom.js";
import { nodes } from "./text.js";

const NOTES = {
  scan: ["full scan", "SQLite reads the whole table. An index on the condition could help."],
  temporary: ["temporary B-tree",
    "SQLite sorts the rows first. An index in this order could help."],
};

export function planTree(steps) {
  const children = new Map();
  for (const node of steps) {
    if (!children.has(node.parent)) children.set(node.parent, []);
    children.get(node.parent).push(node);
  }
  const warnings = steps.filter((node) => node.note);
  return [
    h("p", { class: "plan-summary" }, warnings.length === 0
      ? [icon("check"), "Each step uses an index or a key."]
      : [icon("warning"), `${warnings.length} of ${steps.length} steps can be slow for large `
        + "tables."]),
    level(children, 0),
  ];
}

function level(children, parent) {
  const own = children.get(parent) ?? [];
  if (own.length === 0) return null;
  return h("ul", { class: "plan-level" }, own.map((node) => {
    const note = NOTES[node.note];
    return h("li", null, h("div", { class: "plan-node" }, h("code", null,
      h("bdi", null, nodes(node.text))),
    note ? h("span", { class: "tag changed", title: note[1] }, icon("warning"), note[0]) : null),
    note ? h("p", { class: "soft" }, note[1]) : null, level(children, node.id));
  }));
}
