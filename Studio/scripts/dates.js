// Moments that a file stores as numbers. The user chooses the epoch and the unit of a column, or
// they follow from the name of the column and the size of its numbers.

import { numberOf } from "./values.js";

const NAME = new RegExp("(^|_)(at|on|date|day|time|ts|ms|when|timestamp|datetime|created|updated|"
  + "modified|deleted|visited|expires?|expiry|seen|since|until|birthday|born|start|end|mtime|ctime)"
  + "($|_)|(date|time|timestamp|stamp)(s|ms|us|utc)?$|[a-z](At|On|Date|Time)$", "i");
const FIRST = Date.UTC(1990, 0, 1);
const LAST = Date.UTC(2100, 0, 1);
const DAY = 86_400_000;

// A number stands for `number * scale + start` milliseconds since 1970. The numbers of the first
// epochs differ so much in size that no two of them fit to the same values.
const EPOCHS = [
  ["s1970", "seconds since 1970", 1000],
  ["ms1970", "milliseconds since 1970", 1],
  ["us1970", "microseconds since 1970", 1e-3],
  ["us1601", "microseconds since 1601 (Chromium)", 1e-3, Date.UTC(1601, 0, 1)],
  ["us1", "microseconds since year 1 (darktable)", 1e-3, -62_135_596_800_000],
  ["ticks1601", "100 ns since 1601 (Windows)", 1e-4, Date.UTC(1601, 0, 1)],
  ["ticks1", "100 ns since year 1 (.NET)", 1e-4, -62_135_596_800_000],
  ["ns1970", "nanoseconds since 1970", 1e-6],
  ["julian", "Julian days", DAY, -2_440_587.5 * DAY],
  // Each of these could also be another number, so only the user or a name chooses them.
  ["s2001", "seconds since 2001 (Core Data)", 1000, Date.UTC(2001, 0, 1)],
  ["ns2001", "nanoseconds since 2001 (Apple)", 1e-6, Date.UTC(2001, 0, 1)],
  ["excel", "days since 1899-12-30 (Excel)", DAY, -25_569 * DAY],
  ["d1970", "days since 1970", DAY],
].map(([id, words, scale, start = 0]) => ({ id, words, scale, start }));
const CERTAIN = EPOCHS.slice(0, 9);
const CORE_DATA = EPOCHS.find((epoch) => epoch.id === "s2001");

function fits(epoch, numbers) {
  return numbers.every((number) => number * epoch.scale + epoch.start >= FIRST
    && number * epoch.scale + epoch.start < LAST);
}

/** The numbers of a column. 0 often stands for no moment. Empty if a value is no number. */
function numbersOf(values) {
  const numbers = values.filter((value) => value !== null && value !== undefined).map(numberOf);
  return numbers.includes(null) ? [] : numbers.filter((number) => number !== 0);
}

/** The epoch of a column, which `readAs` names if the user chose it. Null without moments. */
export function epochOf(column, values) {
  if (column.readAs) return EPOCHS.find((epoch) => epoch.id === column.readAs) ?? null;
  const isCoreData = /^Z[A-Z0-9_]*(DATE|TIME|STAMP)/.test(column.name);
  const numbers = numbersOf(values);
  if (numbers.length === 0 || (!NAME.test(column.name) && !isCoreData)) return null;
  return (isCoreData ? [CORE_DATA, ...CERTAIN] : CERTAIN).find((one) => fits(one, numbers)) ?? null;
}

/**
 * How the numbers of a column can be read: { id, words, isLikely }, the likely ones first. Empty
 * for other columns.
 */
export function readings(values) {
  const numbers = numbersOf(values);
  const [first] = numbers;
  if (first === undefined) return [];
  return EPOCHS.map((epoch) => ({ id: epoch.id, isLikely: fits(epoch, numbers)
    && numbers.every((number) => isLikely(epoch, number)),
    words: `${epoch.words}: ${textOf(epoch, first)?.slice(0, 10) ?? "no date"}` }))
    .sort((one, other) => other.isLikely - one.isLikely);
}

/** A moment at the start of an epoch, or far in the future, is probably another number. */
function isLikely({ scale, start }, number) {
  return number * scale > 400 * DAY && number * scale + start < Date.UTC(2045, 0, 1);
}

function textOf({ scale, start }, number) {
  const date = new Date(number * scale + start);
  if (Number.isNaN(date.getTime())) return null;
  const text = date.toISOString().replace("T", " ");
  return text.endsWith(".000Z") ? text.slice(0, -5) : text.slice(0, -1);
}

/** The moment in UTC: "2026-01-31 12:00:00". Null for a value that is none. */
export function momentText(epoch, value) {
  const number = numberOf(value);
  return number === null || number === 0 ? null : textOf(epoch, number);
}

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?))?Z?$/;

/** The number for a moment that the user typed, as a text. Null for other texts. */
export function numberOfMoment(epoch, text) {
  const parts = text.trim().match(MOMENT);
  const moment = parts ? Date.parse(`${parts[1]}T${parts[2] ?? "00:00"}Z`) : NaN;
  if (Number.isNaN(moment)) return null;
  // Milliseconds are integers, so the division by a decimal scale would only add an error.
  const inverse = Math.round(1 / epoch.scale);
  return String(inverse >= 1 ? BigInt(moment - epoch.start) * BigInt(inverse)
    : (moment - epoch.start) / epoch.scale);
}
