// The steps of one traced commit as lists: write, rows, nodes, reads, observers.

import { h, svg } from "./dom.js";
import { count, counted, name } from "./text.js";
import { duration, nodeLink, nodeWords, place, rowCounts } from "./nodes.js";

// How many steps of a section are drawn.
const FALL_LIMIT = 400;
const REASONS = {
  first: "nothing was kept in memory",
  refill: "more rows left the window than were kept behind its end",
  related: "rows of another table changed",
  lost: "a row was gone again",
  unfollowed: "only SQL can answer it",
  inconsistent: "the kept rows did not fit, which is a fault of the library",
};
const WORK_TITLES = {
  evaluation: ["ran", "", "the closure of a node ran"],
  read: ["SELECT", "changed", "a node read the file"],
  call: ["called", "added", "an observer was called"],
};

/** Returns the sections of a trace. */
export function falls(trace) {
  const names = new Map();
  for (const one of [...trace.marks, ...trace.work]) {
    if (!names.has(one.node)) names.set(one.node, nodeWords(one));
  }
  const scale = Math.max(trace.end, 1);
  return [
    section("Write", null, writeSteps(trace).map((step) => fall(step, scale))),
    section("Rows", counted(trace.tables.length, "table"), trace.tables.map(rows),
      "The commit changed no row that the app uses."),
    section("Marked nodes", counted(trace.marks.length, "node"), groups(trace.marks).map(markLine),
      "No node depends on these rows."),
    section("Woken", wakeWords(trace), work(trace.work).map((one) => fall(step(one, names), scale)),
      "No observer was called. Marked nodes run when something reads them."),
    trace.omitted > 0 ? h("p", { class: "soft" },
      `${count(trace.omitted)} more nodes and steps are not in the trace.`) : null,
  ];
}

function wakeWords(trace) {
  const number = (kind) => trace.work.filter((one) => one.kind === kind).length;
  return [counted(number("evaluation"), "run"), counted(number("read"), "SELECT"),
    counted(number("call"), "call")].join(", ");
}

function section(title, detail, items, empty = "") {
  const shown = items.slice(0, FALL_LIMIT);
  return h("section", { class: "fall-section" },
    h("h3", null, title, detail ? h("span", { class: "soft" }, ` ${detail}`) : null),
    shown.length ? h("ol", { class: "falls" }, shown) : h("p", { class: "soft" }, empty),
    items.length > FALL_LIMIT ? h("p", { class: "soft" },
      `${count(items.length - FALL_LIMIT)} more are not shown.`) : null);
}

function writeSteps(trace) {
  if (trace.isForeign) {
    return [{ kind: "", title: "another process", label: "its changes were read",
      start: 0, end: trace.publicationEnd }];
  }
  return [
    { kind: "", title: "body", label: place(trace) ?? "an assignment, or another change outside of"
      + " a write", start: 0, end: trace.bodyEnd },
    { kind: "", title: "COMMIT", label: "the file has the rows", start: trace.bodyEnd,
      end: trace.commitEnd },
    { kind: "", title: "publication", label: "nodes are marked",
      start: trace.commitEnd, end: trace.publicationEnd },
  ];
}

function rows(table) {
  return h("li", { class: "fall plain-fall" },
    h("span", { class: "fall-what" }, name(table.table), rowCounts(table)),
    table.columns.length ? h("span", { class: "fall-why" },
      table.columns.map((column, index) => [index ? ", " : "", name(column)])) : null);
}

/** Marks with the same name and place, in the order of the first ones. */
function groups(marks) {
  const found = new Map();
  for (const one of marks) {
    const key = `${one.name}\n${one.file ?? ""}\n${one.line ?? ""}`;
    const group = found.get(key);
    if (group) group.count += 1;
    else found.set(key, { ...one, count: 1 });
  }
  return [...found.values()];
}

function markLine(one) {
  return h("li", { class: "fall plain-fall" },
    h("span", { class: "fall-what" }, nodeLink(one),
      one.count > 1 ? h("span", { class: "tag" }, `× ${count(one.count)}`) : null), place(one));
}

/** The work in the order of its beginnings, with the depth of its nesting. */
function work(items) {
  const sorted = items.map((one, index) => ({ ...one, index }))
    .sort((one, other) => one.start - other.start || other.end - one.end
      || other.index - one.index);
  const open = [];
  for (const one of sorted) {
    while (open.length && open.at(-1).end < one.end) open.pop();
    one.depth = Math.min(open.length, 6);
    open.push(one);
  }
  return sorted;
}

function step(one, names) {
  const [title, kind] = WORK_TITLES[one.kind];
  return { title, kind, start: one.start, end: one.end, depth: one.depth,
    label: [one.name || one.kind !== "call" ? nodeLink(one) : null,
      one.name || one.kind === "call" ? place(one) : null],
    why: why(one, names) };
}

function why(one, names) {
  if (one.kind === "read") return REASONS[one.reason] ?? name(one.reason);
  if (one.kind === "call") return null;
  const own = nodeWords(one);
  const known = [...new Set(one.causes.map((node) => names.get(node) ?? "a node")
    .map((text) => (text === own ? "its rows" : text)))];
  const causes = known.length ? ["because of ", known.slice(0, 4).map((text, index) => [
    index ? ", " : "", name(text)]), known.length > 4 ? ` and ${known.length - 4} more` : ""]
    : "for the first time";
  return [causes, one.changed ? null : "; the result stayed the same"];
}

function fall({ title, kind, label, why: reason = null, start, end, depth = 0 }, scale) {
  const time = duration(end - start);
  return h("li", { class: "fall", data: { depth } },
    h("span", { class: "fall-what" }, h("span", { class: `tag ${kind}` }, title), label),
    reason ? h("span", { class: "fall-why" }, reason) : null,
    bar(start / scale, end / scale),
    h("span", { class: "fall-time" }, time));
}

/** The time of a step as a line. The number beside it says the same. */
function bar(start, end) {
  const x = Math.min(992, start * 1000);
  return svg("svg", { class: "fall-bar", viewBox: "0 0 1000 8", preserveAspectRatio: "none",
    "aria-hidden": "true" },
  svg("rect", { class: "fall-track", x: 0, y: 3, width: 1000, height: 2 }),
  svg("rect", { class: "fall-span", x, y: 0, width: Math.max(8, Math.min(1, end) * 1000 - x),
    height: 8 }));
}
