import StateGraphFormats

/// Converts the objects that stand for values in MongoDB's extended JSON, such as
/// `{"$oid": "64b7f0a1c2d3e4f5a6b7c801"}`, as `mongoexport` writes them
/// (https://www.mongodb.com/docs/manual/reference/mongodb-extended-json).
enum ExtendedJSON {
  /// Returns the value for which an object stands. Returns nil if it is another object.
  ///
  /// - `$oid`, `$uuid` and `$symbol` are texts.
  /// - `$date` is an ISO 8601 date in UTC, like a date that a mapping converts.
  /// - `$numberInt`, `$numberLong`, `$numberDouble` and `$numberDecimal` are numbers with their
  ///   text. NaN and the infinities are texts.
  /// - `$binary` is bytes, or a text if it is a UUID. `$undefined` is null.
  @Sendable static func value(_ members: [JSONMember]) -> JSONValue.Content? {
    guard let first = members.first else { return nil }
    if members.count == 2, first.key == "$binary", members[1].key == "$type",
      case .string(let base64) = first.value.content,
      case .string(let type) = members[1].value.content
    {
      return binary(base64, type: type)
    }
    guard members.count == 1 else { return nil }
    switch (first.key, first.value.content) {
    case ("$oid", .string(let text)), ("$uuid", .string(let text)), ("$symbol", .string(let text)):
      return .string(text)
    case ("$numberInt", .string(let text)), ("$numberLong", .string(let text)),
      ("$numberDouble", .string(let text)), ("$numberDecimal", .string(let text)):
      return number(text)
    case ("$date", .string(let text)): return iso8601?.timestamp(text)?.content(.iso8601)
    case ("$date", .integer(let milliseconds)):
      return Timestamp(epoch: milliseconds, unitsPerSecond: 1_000)?.content(.iso8601)
    case ("$undefined", .boolean(true)): return .null
    case ("$binary", .object(let parts)):
      guard parts.count == 2, case .string(let base64)? = parts.content("base64"),
        case .string(let type)? = parts.content("subType")
      else { return nil }
      return binary(base64, type: type)
    default: return nil
    }
  }

  private static let iso8601 = try? DateReader("iso8601")

  private static func number(_ text: String) -> JSONValue.Content? {
    if ["NaN", "Infinity", "-Infinity"].contains(text) { return .string(text) }
    return JSONValue.Content(number: text)
  }

  /// Returns bytes, or the text of a UUID. The subtype 4 marks a UUID, whose bytes have the order
  /// of its text.
  private static func binary(_ base64: String, type: String) -> JSONValue.Content? {
    guard let bytes = RFC4648.bytes(base64: base64) else { return nil }
    guard type == "04" || type == "4", bytes.count == 16 else { return .init(bytes: bytes) }
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
    return .string(groups.joined(separator: "-"))
  }
}

extension [JSONMember] {
  fileprivate func content(_ name: String) -> JSONValue.Content? {
    first { $0.key == name }?.value.content
  }
}
