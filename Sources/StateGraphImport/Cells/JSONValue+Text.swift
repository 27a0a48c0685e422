import StateGraphFormats

extension JSONValue.Content {
  /// The text of a text, number or boolean, by which a mapping finds its value. Nil for others.
  var scalarText: String? {
    switch self {
    case .string(let text): text
    case .integer, .real, .number, .boolean: jsonText
    case .null, .array, .object: nil
    }
  }

  /// The value as JSON text without blanks. The members of objects keep their order,
  /// and numbers keep their text.
  var jsonText: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    // JSON has no infinity. A reader gets it from a number that is too large.
    case .real(let value): value.isInfinite ? (value < 0 ? "-9e999" : "9e999") : String(value)
    case .number(let text): text
    case .string(let text): JSONEscape.quoted(text)
    case .array(let elements):
      "[" + elements.map(\.content.jsonText).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.map { JSONEscape.quoted($0.key) + ":" + $0.value.content.jsonText }
        .joined(separator: ",") + "}"
    }
  }
}
