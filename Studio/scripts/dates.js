// Moments that a file stores as numbers: the epoch and the unit follow from the name of the column
// and the size of its numbers.

import { numberOf } from "./values.js";

const NAME = new RegExp("(^|_)(at|on|date|day|time|ts|ms|when|timestamp|datetime|created|updated|"
  + "modified|deleted|visited|expires?|expiry|seen|since|until|birthday|born|start|end|mtime|ctime)"
  + "($|_)|(date|time|timestamp|stamp)(s|ms|us|utc)?$|[a-z](At|On|Date|Time)$", "i");
const FIRST = Date.UTC(1990, 0, 1);
const LAST = Date.UTC(2100, 0, 1);

// What each kind of number is in milliseconds since 1970.
const EPOCHS = [
  ["seconds since 1970", (number) => number * 1000],
  ["milliseconds since 1970", (number) => number],
  ["microseconds since 1970", (number) => number / 1000],
  ["nanoseconds since 1970", (number) => number / 1_000_000],
  ["microseconds since 1601", (number) => number / 1000 - 11_644_473_600_000],
  ["Julian days", (number) => (number - 2_440_587.5) * 86_400_000],
];
// Core Data counts from 2001. Its columns begin with a Z.
const CORE_DATA = ["seconds since 2001", (number) => number * 1000 + 978_307_200_000];

/** The epoch of a column: its words, and the moment of a number. Null if it has no moments. */
export function epochOf(column, values) {
  const known = values.filter((value) => value !== null);
  const isCoreData = /^Z[A-Z0-9_]*(DATE|TIME|STAMP)/.test(column.name);
  if (known.length === 0 || (!NAME.test(column.name) && !isCoreData)) return null;
  const numbers = known.map(numberOf);
  if (numbers.includes(null)) return null;
  // 0 often stands for no moment.
  const real = numbers.filter((number) => number !== 0);
  if (real.length === 0) return null;
  const found = (isCoreData ? [CORE_DATA, ...EPOCHS] : EPOCHS).find(([, toMoment]) => real.every(
    (number) => toMoment(number) >= FIRST && toMoment(number) < LAST));
  return found ? { words: found[0], toMoment: found[1] } : null;
}

/** The moment in UTC: "2026-01-31 12:00:00". Null for a value that is none. */
export function momentText(epoch, value) {
  const number = numberOf(value);
  if (number === null || number === 0) return null;
  const date = new Date(epoch.toMoment(number));
  if (Number.isNaN(date.getTime())) return null;
  const text = date.toISOString().replace("T", " ");
  return text.endsWith(".000Z") ? text.slice(0, -5) : text.slice(0, -1);
}
