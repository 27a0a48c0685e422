extension HostileRecord {
  private static func member(_ text: String) -> String { "{\"id\":\"b\",\(text)}" }
  private static func number(_ text: String) -> String { "{\"id\":2,\(text)}" }

  static let all: [HostileRecord] = csvSyntax + csvValues + csvEntities + jsonSyntax + jsonRecords

  private static let csvSyntax: [HostileRecord] = [
    Self("open quote", "users.csv", "b,\"B,", "unterminatedQuote", column: 3),
    Self("text behind a quote", "users.csv", "b,\"B\"x,", "malformedCSV", column: 6),
    Self("short row", "users.csv", "b,B", "raggedRow", column: 4),
    Self("long row", "users.csv", "b,B,,d", "raggedRow", column: 6),
    Self("line of blanks", "users.csv", "   ", "raggedRow", column: 4),
    Self("other separator", "users.csv", "b;B;", "raggedRow", column: 5),
    Self("NUL", "users.csv", [0x62, 0x2C, 0x00, 0x2C], "malformedCSV", column: 3),
    Self("Latin-1", "users.csv", [0x62, 0x2C, 0xE9, 0x2C], "invalidUTF8", column: 3),
    Self("overlong slash", "users.csv", [0x62, 0x2C, 0xC0, 0xAF, 0x2C], "invalidUTF8", column: 3),
    Self(
      "surrogate in UTF-8",
      "users.csv",
      [0xC3, 0xA9, 0x2C, 0xED, 0xA0, 0x80, 0x2C],
      "invalidUTF8",
      column: 3
    ),
    Self("UTF-16 among UTF-8", "users.csv", [0x62, 0x00, 0x2C, 0x00], "malformedCSV", column: 2),
  ]

  private static let csvValues: [HostileRecord] = [
    Self("one above 64 bits", "things.csv", "2,9223372036854775808,,", "wrongType", column: 3),
    Self("one below 64 bits", "things.csv", "2,-9223372036854775809,,", "wrongType", column: 3),
    Self("24 digits", "things.csv", "2,123456789012345678901234,,", "wrongType", column: 3),
    Self("leading zero", "things.csv", "2,007,,", "wrongType", column: 3),
    Self("thousands", "things.csv", "2,\"1,000\",,", "wrongType", column: 3),
    Self("real as an integer", "things.csv", "2,1.0,,", "wrongType", column: 3),
    Self("real as a key", "things.csv", "2.0,,,", "wrongType", column: 1),
    Self("not a number", "things.csv", "2,,NaN,", "wrongType", column: 4),
    Self("infinity", "things.csv", "2,,-Infinity,", "wrongType", column: 4),
    Self("1e999", "things.csv", "2,,1e999,", "wrongType", column: 4),
    Self("decimal comma", "things.csv", "2,,\"1,5\",", "wrongType", column: 4),
    Self("null spelled unasked", "things.csv", "2,NULL,,", "wrongType", column: 3),
  ]

  private static let csvEntities: [HostileRecord] = [
    Self("empty key", "users.csv", ",B,", "missingValue", column: 1),
    Self("key twice", "users.csv", "a,B,", "duplicateIdentifier", column: 1),
    Self("reference to nobody", "things.csv", "2,,,77", "danglingReference", column: 5),
    Self("reference to what is no key", "things.csv", "2,,,x", "wrongType", column: 5),
  ]

  private static let jsonSyntax: [HostileRecord] = [
    Self("member without a value", "users.jsonl", "{\"id\":}", "malformedJSON", column: 7),
    Self("comma at the end", "users.jsonl", "{\"id\":\"b\",}", "malformedJSON", column: 11),
    Self(
      "cut in an object",
      "users.jsonl",
      "{\"id\":\"b\"",
      "malformedJSON",
      column: 1,
      isBehind: true
    ),
    Self("cut in a string", "users.jsonl", "{\"id\":\"b", "malformedJSON", column: 9),
    Self("single quotes", "users.jsonl", "{'id':'b'}", "malformedJSON", column: 2),
    Self("comment", "users.jsonl", "// b", "malformedJSON", column: 1),
    Self("text", "users.jsonl", "hello", "malformedJSON", column: 1),
    Self("lone surrogate", "users.jsonl", "{\"id\":\"\\udead\"}", "malformedJSON", column: 8),
    Self("key twice", "users.jsonl", "{\"id\":\"b\",\"id\":\"c\"}", "duplicateKey", column: 11),
    Self(
      "Latin-1",
      "users.jsonl",
      Array("{\"id\":\"b".utf8) + [0xE9] + Array("\"}".utf8),
      "invalidUTF8",
      column: 9
    ),
    Self(
      "too deep",
      "users.jsonl",
      "{\"id\":" + String(repeating: "[", count: 200) + String(repeating: "]", count: 200) + "}",
      "tooDeep",
      column: 134
    ),
  ]

  private static let jsonRecords: [HostileRecord] = [
    Self("number", "users.jsonl", "5", "wrongType", column: 1),
    Self("null", "users.jsonl", "null", "wrongType", column: 1),
    Self("array", "users.jsonl", "[\"b\"]", "wrongType", column: 1),
    Self("empty object", "users.jsonl", "{}", "missingValue", column: 1),
    Self("null as an id", "users.jsonl", "{\"id\":null}", "missingValue", column: 7),
    Self("boolean as an id", "users.jsonl", "{\"id\":true}", "wrongType", column: 7),
    Self("boolean as a text id", "users.jsonl", "{\"id\":true}", "wrongType", column: 7),
    Self("object as an id", "users.jsonl", "{\"id\":{\"key\":\"b\"}}", "wrongType", column: 7),
    Self("real as an integer id", "things.jsonl", "{\"id\":2.0}", "wrongType", column: 7),
    Self("text as an integer id", "things.jsonl", "{\"id\":\"2\"}", "wrongType", column: 7),
    Self("type that drifts", "things.jsonl", number("\"count\":\"5\""), "wrongType", column: 17),
    Self("1e400", "things.jsonl", number("\"amount\":1e400"), "wrongType", column: 18),
    Self("unknown member", "users.jsonl", member("\"nmae\":\"B\""), "unknownColumn", column: 11),
    Self(
      "nested record without a key",
      "posts.jsonl",
      member("\"author\":{\"name\":\"B\"}"),
      "missingValue",
      column: 20
    ),
    Self(
      "reference to nobody",
      "posts.jsonl",
      member("\"author_id\":\"nobody\""),
      "danglingReference",
      column: 23
    ),
    Self(
      "link to nobody",
      "posts.jsonl",
      member("\"tags\":[\"none\"]"),
      "danglingReference",
      column: 19
    ),
    Self(
      "child that says it belongs elsewhere",
      "posts.jsonl",
      member("\"comments\":[{\"id\":\"c\",\"post_id\":\"q\"}]"),
      "constraint",
      column: 43
    ),
  ]
}
