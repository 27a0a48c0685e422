// Values as the protocol writes them: null, an integer, a string, or an object with one of
// $integer, $real, $text, $blob and $textBytes.

import { h } from "./dom.js";
import { momentText } from "./dates.js";
import { nodes, plain, short, size } from "./text.js";

const SHOWN_CHARACTERS = 240;

export function storageClass(value) {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number") return "integer";
  if (typeof value === "string") return "text";
  if ("$integer" in value) return "integer";
  if ("$real" in value) return "real";
  if ("$blob" in value) return "blob";
  return "text";
}

export function isNumeric(value) {
  const kind = storageClass(value);
  return kind === "integer" || kind === "real";
}

/** An object for values by the names of columns, which can be any names, such as "constructor". */
export function byName(members = {}) {
  return Object.assign(Object.create(null), members);
}

/** Whether the value is complete, so that a key or a condition can contain it. */
export function isWhole(value) {
  if (value === null || typeof value !== "object") return true;
  if ("$text" in value) return false;
  const encoded = value.$blob ?? value.$textBytes;
  return encoded === undefined || value.bytes === undefined || byteCount(encoded) === value.bytes;
}

/** A complete value in the form that requests have. */
export function whole(value) {
  if (value === null || typeof value !== "object") return value;
  if ("$blob" in value) return { $blob: value.$blob };
  if ("$textBytes" in value) return { $textBytes: value.$textBytes };
  return value;
}

export function sameValue(one, other) {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** The number for a chart, or null. */
export function numberOf(value) {
  if (typeof value === "number") return value;
  if (value === null || typeof value !== "object") return null;
  const text = value.$integer ?? value.$real;
  return text === undefined ? null : Number(text);
}

function byteCount(encoded) {
  const padding = encoded.endsWith("==") ? 2 : encoded.endsWith("=") ? 1 : 0;
  return (encoded.length / 4) * 3 - padding;
}

export function bytesOf(encoded) {
  return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
}

function hexadecimal(encoded, limit) {
  return Array.from(bytesOf(encoded).slice(0, limit),
    (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of a text that is no valid UTF-8, or that contains NUL, as a string with signs. */
function textOfBytes(encoded) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytesOf(encoded));
}

/** Whether the value begins as the shown part of a value. */
export function beginsAs(value, shown) {
  if ("$text" in shown) return typeof value === "string" && value.startsWith(shown.$text);
  const [tag] = Object.keys(shown);
  return value?.[tag]?.startsWith(shown[tag].replace(/.?=*$/, "")) === true;
}

/** A complete value as the clipboard gets it: without signs, and never shortened. */
export function copyText(value) {
  if (typeof value === "string") return value;
  if (value !== null && typeof value === "object") {
    if ("$blob" in value) return `x'${hexadecimal(value.$blob)}'`;
    if ("$textBytes" in value) return textOfBytes(value.$textBytes);
  }
  return cellText(value);
}

/** The value as one line of plain text, such as for an announcement. */
export function cellText(value) {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "string") return plain(value);
  if (typeof value === "number") return String(value);
  if ("$text" in value) return `${plain(value.$text)}…`;
  if ("$blob" in value) return blobText(value);
  if ("$textBytes" in value) return plain(textOfBytes(value.$textBytes));
  return value.$integer ?? value.$real;
}

function blobText(value) {
  const bytes = value.bytes ?? byteCount(value.$blob);
  return bytes === 0 ? "x''" : `x'${hexadecimal(value.$blob, bytes > 8 ? 4 : 8)}`
    + `${bytes > 8 ? "…" : ""}'`;
}

/** The text of a cell of a column: with the name or the moment for which the value stands. */
export function columnText(value, column) {
  const meaning = meaningOf(value, column);
  return meaning === undefined ? cellText(value) : `${meaning} ${cellText(value)}`;
}

/** The name or the moment for which a value stands in a column. Undefined if there is none. */
function meaningOf(value, column) {
  if (value === null || value === undefined) return undefined;
  return column.nameOf?.(value) ?? (column.epoch ? momentText(column.epoch, value) ?? undefined
    : undefined);
}

/** The nodes of a cell. A click on a value of a reference follows it. */
export function cellNodes(value, column = {}) {
  const content = contentNodes(value);
  const meaning = meaningOf(value, column);
  const shown = meaning === undefined ? content
    : [isolated(short(meaning, SHOWN_CHARACTERS)), " ", h("span", { class: "value-raw" }, content)];
  if (!column.reference || value === null || value === undefined) return shown;
  return [h("span", { class: "value-reference" }, shown)];
}

function contentNodes(value) {
  if (value === null || value === undefined) return [h("span", { class: "value-null" }, "NULL")];
  if (typeof value === "number") return [String(value)];
  if (typeof value === "string") return [isolated(short(value, SHOWN_CHARACTERS))];
  if ("$text" in value) {
    return [isolated(short(value.$text, SHOWN_CHARACTERS)), more(value.bytes)];
  }
  if ("$blob" in value) {
    const bytes = value.bytes ?? byteCount(value.$blob);
    return [h("span", { class: "value-blob" }, blobText(value)), bytes > 8 ? more(bytes) : null]
      .filter(Boolean);
  }
  if ("$textBytes" in value) {
    return [isolated(textOfBytes(value.$textBytes)),
      h("span", { class: "value-more" }, "\u00a0broken text")];
  }
  return [value.$integer ?? value.$real];
}

function isolated(text) {
  return text === "" ? h("span", { class: "value-more" }, "empty")
    : h("bdi", null, nodes(text));
}

function more(bytes) {
  return h("span", { class: "value-more" }, `\u00a0${size(bytes)}`);
}

/** The value for a card: on several lines, without a limit. */
export function fullNodes(value) {
  if (typeof value === "string" && value !== "") {
    return [h("bdi", null, nodes(value, { lines: true }))];
  }
  if (value !== null && typeof value === "object" && "$text" in value) {
    return [h("bdi", null, nodes(value.$text, { lines: true })), more(value.bytes)];
  }
  return contentNodes(value);
}

/**
 * The value that a user typed, by the affinity of its column. A column without affinity keeps the
 * storage class of the value before.
 */
export function typedValue(text, affinity, before = null) {
  if (affinity === "blob" && isNumeric(before)) {
    return typedValue(text, storageClass(before) === "real" ? "real" : "numeric");
  }
  if (affinity === "integer" || affinity === "numeric" || affinity === "real") {
    const trimmed = text.trim();
    if (affinity !== "real" && /^[+-]?[0-9]{1,19}$/.test(trimmed)) return integer(trimmed) ?? text;
    if (/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?$/i.test(trimmed)) {
      return { $real: realText(trimmed) };
    }
  }
  return text;
}

function integer(text) {
  const exact = BigInt(text);
  if (exact > 9223372036854775807n || exact < -9223372036854775808n) return null;
  const number = Number(exact);
  return Number.isSafeInteger(number) ? number : { $integer: exact.toString() };
}

function realText(text) {
  const number = Number(text);
  return Number.isInteger(number) && Math.abs(number) < 1e15 ? number.toFixed(1) : String(number);
}

/** The text with which an editor of the value starts, or null where the page cannot edit it. */
export function editableText(value) {
  if (value === null) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  return value.$integer ?? value.$real ?? null;
}

/** The type of an image by its first bytes: only formats that cannot contain scripts. */
export function imageType(value) {
  if (value === null || typeof value !== "object" || !("$blob" in value)) return null;
  const bytes = bytesOf(value.$blob);
  const start = String.fromCharCode(...bytes.slice(0, 12));
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "image/gif";
  if (start.startsWith("RIFF") && start.slice(8) === "WEBP") return "image/webp";
  return null;
}
