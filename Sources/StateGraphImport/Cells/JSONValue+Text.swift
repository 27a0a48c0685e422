import StateGraphFormats

extension JSONValue.Content {
  /// The value as JSON text without blanks. The members of objects keep their order,
  /// and numbers keep their text.
  var jsonText: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .real(let value): String(value)
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
