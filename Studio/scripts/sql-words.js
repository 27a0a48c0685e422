// The words and signs of SQL, for the highlighted copy and for completion.

const KEYWORDS = ("ABORT ACTION ADD AFTER ALL ALTER ALWAYS ANALYZE AND AS ASC ATTACH AUTOINCREMENT "
  + "BEFORE BEGIN BETWEEN BY CASCADE CASE CAST CHECK COLLATE COLUMN COMMIT CONFLICT CONSTRAINT "
  + "CREATE CROSS CURRENT CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DATABASE DEFAULT DEFERRED "
  + "DELETE DESC DETACH DISTINCT DO DROP EACH ELSE END ESCAPE EXCEPT EXCLUDE EXISTS EXPLAIN FAIL "
  + "FILTER FIRST FOLLOWING FOR FOREIGN FROM FULL GENERATED GLOB GROUP GROUPS HAVING IF IGNORE "
  + "IMMEDIATE IN INDEX INDEXED INNER INSERT INSTEAD INTERSECT INTO IS ISNULL JOIN KEY LAST LEFT "
  + "LIKE LIMIT MATCH MATERIALIZED NATURAL NO NOT NOTHING NOTNULL NULL NULLS OF OFFSET ON OR ORDER "
  + "OTHERS OUTER OVER PARTITION PLAN PRAGMA PRECEDING PRIMARY QUERY RAISE RANGE RECURSIVE "
  + "REFERENCES REGEXP REINDEX RELEASE RENAME REPLACE RESTRICT RETURNING RIGHT ROLLBACK ROW ROWS "
  + "SAVEPOINT SELECT SET TABLE TEMP TEMPORARY THEN TIES TO TRANSACTION TRIGGER UNBOUNDED UNION "
  + "UNIQUE UPDATE USING VACUUM VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH WITHOUT").split(" ");
const FUNCTIONS = ("abs avg coalesce count date datetime group_concat hex ifnull iif instr "
  + "json_each json_extract length lower ltrim max min nullif printf quote random replace round "
  + "row_number "
  + "rtrim strftime substr sum total trim typeof unicode upper").split(" ");

const KNOWN = new Set(KEYWORDS);
const SQL_TOKEN = new RegExp([
  "(?<comment>--[^\\n]*|/\\*[\\s\\S]*?(?:\\*/|$))",
  "(?<string>x?'(?:[^']|'')*(?:'|$))",
  "(?<name>\"(?:[^\"]|\"\")*(?:\"|$)|`[^`]*(?:`|$)|\\[[^\\]]*(?:\\]|$))",
  "(?<number>\\b(?:0x[0-9a-f]+|[0-9]+(?:\\.[0-9]*)?(?:e[+-]?[0-9]+)?)\\b)",
  "(?<parameter>[:@$][a-z_][a-z0-9_]*|\\?[0-9]*)",
  "(?<word>[a-z_\\u0080-\\uffff][a-z0-9_\\u0080-\\uffff$]*)",
].join("|"), "gi");

/** The tokens of an SQL text in their order: `{ kind, start, end, text }`. */
export function tokens(sql) {
  return Array.from(sql.matchAll(SQL_TOKEN), (match) => {
    const kind = Object.keys(match.groups).find((name) => match.groups[name] !== undefined);
    return { kind: kind === "word" && KNOWN.has(match[0].toUpperCase()) ? "keyword" : kind,
      start: match.index, end: match.index + match[0].length, text: match[0] };
  });
}

export function quoted(identifier) {
  return /^[a-z_][a-z0-9_]*$/i.test(identifier) && !KNOWN.has(identifier.toUpperCase())
    ? identifier : `"${identifier.replaceAll("\"", "\"\"")}"`;
}

/**
 * The condition that a column contains a text, in any case of its letters. SQLite's lower() knows
 * only those of ASCII. For others, a pattern has classes of both cases.
 */
export function contains(column, text) {
  const literal = (value) => `'${value.replaceAll("'", "''")}'`;
  if (!/[^\0-\x7f]/.test(text)) return `instr(lower(${column}), lower(${literal(text)})) > 0`;
  const parts = Array.from(text, (letter) => {
    const cases = Array.from(new Set([letter, letter.toLowerCase(), letter.toUpperCase()]))
      .filter((one) => Array.from(one).length === 1);
    return "*?[".includes(letter) || cases.length > 1 ? `[${cases.join("")}]` : letter;
  });
  return `${column} GLOB ${literal(`*${parts.join("")}*`)}`;
}

/** The names of the parameters of a statement, without their signs. */
export function parameters(sql) {
  const names = tokens(sql).filter((token) => token.kind === "parameter" && token.text.length > 1
    && token.text[0] !== "?").map((token) => token.text.slice(1));
  return Array.from(new Set(names));
}

/** Completions for the word before the position: `{ text, detail }`, the best first. */
export function completions(sql, position, schema) {
  const before = sql.slice(0, position);
  const word = before.match(/[a-z_\u0080-\uffff][a-z0-9_\u0080-\uffff$]*$/i)?.[0] ?? "";
  const owner = before.slice(0,
    before.length - word.length).match(/([a-z_][a-z0-9_]*|"[^"]+")\.$/i);
  const used = columnsInUse(sql, schema);
  const candidates = owner ? columnsOf(owner[1].replaceAll("\"", ""), sql, schema)
    : [...used, ...schema.tables.map((table) => ({ text: table.name,
      detail: table.kind, isName: true })), ...KEYWORDS.map((text) => ({ text, detail: "" })),
    ...FUNCTIONS.map((text) => ({ text: `${text}(`, detail: "function" })),
    // Before FROM, any table can follow.
    ...(used.length ? [] : schema.tables.flatMap(columnsOfTable))];
  const wanted = word.toLowerCase();
  const seen = new Set();
  const found = candidates.filter((one) => {
    const text = one.text.toLowerCase();
    if (!text.startsWith(wanted) || text === wanted || seen.has(text)) return false;
    seen.add(text);
    return true;
  });
  return { word, found: found.slice(0, 12) };
}

function columnsOf(owner, sql, schema) {
  // A name in quotes can contain any sign.
  const literal = owner.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const alias = new RegExp(
    `([a-z_][a-z0-9_]*|"[^"]+")\\s+(?:as\\s+)?"?${literal}(?![a-z0-9_])`, "gi");
  // The word before a use of the alias, such as SELECT, is no table.
  const names = [owner, ...Array.from(sql.matchAll(alias),
    (match) => match[1].replaceAll("\"", ""))];
  return columnsOfTable(names.map((name) => schema.table(name)).find((table) => table !== null));
}

function columnsInUse(sql, schema) {
  const words = new Set(tokens(sql).filter((token) => token.kind === "word"
    || token.kind === "name").map((token) => token.text.replaceAll("\"", "").toLowerCase()));
  return schema.tables.filter((table) => words.has(table.name.toLowerCase()))
    .flatMap(columnsOfTable);
}

function columnsOfTable(table) {
  return (table?.columns ?? []).map((column) => ({ text: column.name, detail: table.name,
    isName: true }));
}
