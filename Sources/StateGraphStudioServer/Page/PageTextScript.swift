// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/scripts/text.js instead.

let pageTextScript = StudioAsset(
  path: "/scripts/text.js",
  content: #"""
// Shows values and names of a file. A control character or a character that changes the direction
// of text becomes a visible sign, and each text has an isolated direction.

import { h } from "./dom.js";

// Control characters, format characters except the joiner of emoji, separators of lines,
// unpaired surrogates, characters for private use and tags.
const HIDDEN = new RegExp(
  "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\u115F\\u1160\\u3164\\uFFA0]", "u");
const ALL_HIDDEN = new RegExp(HIDDEN.source, "gu");
const PICTURE = /\p{Extended_Pictographic}|[\u{1F3FB}-\u{1F3FF}\uFE0F]/u;

// Fonts of every system have these signs, but few have the signs of U+2400 to U+2426.
const NAMED = { 0: "NUL", 8: "BS", 9: "\u21e5", 10: "\u21b5", 13: "CR", 27: "ESC", 127: "DEL" };

/** The sign for a character that nobody could see. */
export function signOf(character) {
  const code = character.codePointAt(0);
  if (NAMED[code]) return NAMED[code];
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

function isEmojiJoiner(text, index) {
  if (text[index] !== "\u200d") return false;
  const after = text.codePointAt(index + 1);
  return after !== undefined && PICTURE.test(String.fromCodePoint(after))
    && PICTURE.test(text.slice(Math.max(0, index - 2), index));
}

/** Splits a text into plain strings and signs: `{ text }` or `{ sign }`. */
export function pieces(text) {
  if (!HIDDEN.test(text)) return text === "" ? [] : [{ text }];
  const result = [];
  let start = 0;
  for (const match of text.matchAll(ALL_HIDDEN)) {
    if (isEmojiJoiner(text, match.index)) continue;
    if (match.index > start) result.push({ text: text.slice(start, match.index) });
    result.push({ sign: signOf(match[0]), character: match[0] });
    start = match.index + match[0].length;
  }
  if (start < text.length) result.push({ text: text.slice(start) });
  return result;
}

/** A text as one plain string, with signs. For labels, titles and announcements. */
export function plain(text) {
  return pieces(String(text)).map((piece) => piece.text ?? piece.sign).join("");
}

/** Nodes for a text. With `lines`, a line feed also starts a new line. */
export function nodes(text, { lines = false } = {}) {
  return pieces(String(text)).flatMap((piece) => {
    if (piece.text !== undefined) return [document.createTextNode(piece.text)];
    const sign = h("span", { class: "sign" }, piece.sign);
    return lines && piece.character === "\n" ? [sign, h("br")] : [sign];
  });
}

/** A name of the file, such as the name of a table or a column. */
export function name(text, attributes = null) {
  return h("bdi", attributes, nodes(text));
}

const INTEGER = new Intl.NumberFormat("en");

/** A count for people: 1,234,567. */
export function count(number) {
  return INTEGER.format(number);
}

/** A count with its noun: "1 row", "2 rows". */
export function counted(number, noun, plural = `${noun}s`) {
  return `${count(number)} ${number === 1 || number === 1n ? noun : plural}`;
}

/** A number of bytes for people: "12 kB". */
export function size(bytes) {
  const units = ["bytes", "kB", "MB", "GB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return unit === 0 ? counted(bytes, "byte")
    : `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}

const CLOCK = new Intl.DateTimeFormat("en", {
  hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23",
});

/** The time of day of a moment: "14:05:09". */
export function clock(moment) {
  return CLOCK.format(moment);
}

/** Shortens a text to a number of characters, without half a surrogate pair. */
export function short(text, limit) {
  const characters = Array.from(text.slice(0, limit * 2));
  return characters.length > limit || text.length > limit * 2
    ? `${characters.slice(0, limit - 1).join("")}…` : text;
}

"""#
)
