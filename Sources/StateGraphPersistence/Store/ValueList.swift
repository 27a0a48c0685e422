import StateGraphSQLite

/// The values of an SQL `IN` condition. Lists of similar length get the same SQL text.
///
/// SQLite can then use a compiled statement again. A short list becomes parameters, and repeats its
/// last value until their number is a power of two. In a list of more than 64 values, integers and
/// texts become one parameter with a JSON array.
struct ValueList {
  private static let parameterLimit = 16_384

  private(set) var hasNull = false
  private(set) var parameters: [SQLiteValue] = []
  /// The values that are bound together as one JSON array.
  private(set) var json: [SQLiteValue] = []

  init(_ values: [SQLiteValue]) {
    let isLong = values.count > 64
    for value in values {
      switch value {
      case .null: hasNull = true
      case .integer where isLong: json.append(value)
      // SQLite ends a JSON string at a NUL, so text with a NUL is bound as a parameter.
      case .text(let text) where isLong && !text.utf8.contains(0): json.append(value)
      default: parameters.append(value)
      }
    }
  }

  /// Whether the list needs more parameters than allowed. `sql(_:)` then throws an error.
  var isTooLong: Bool { parameters.count > ValueList.parameterLimit }

  /// Returns an SQL condition that is true if `value` is one of the values.
  ///
  /// - Throws: `.tooBig` if the list needs too many parameters.
  func sql(_ value: SQL) throws(DatabaseError) -> SQL {
    guard !isTooLong else {
      throw DatabaseError(
        .tooBig,
        "An in(_:) has more than \(ValueList.parameterLimit) values that are no integers or texts.",
        remedy: "Search in several parts."
      )
    }
    var pieces: [SQL] = []
    if let last = parameters.last {
      var padded = parameters
      while padded.count & (padded.count - 1) != 0 { padded.append(last) }
      pieces.append("\(value) IN (\(padded.map { "\($0)" }, separator: ","))")
    }
    if !json.isEmpty {
      pieces.append("\(value) IN (SELECT value FROM json_each(\(JSONArray(json).text)))")
    }
    if hasNull { pieces.append("\(value) IS NULL") }
    guard pieces.count != 1 else { return pieces[0] }
    return pieces.isEmpty ? "0" : "(\(pieces, separator: " OR "))"
  }
}

/// The text of a JSON array of integers and texts.
private struct JSONArray {
  private(set) var text = "["

  init(_ values: [SQLiteValue]) {
    text.reserveCapacity(values.count * 12)
    for (index, value) in values.enumerated() {
      if index > 0 { text += "," }
      switch value {
      case .integer(let integer): text += String(integer)
      case .text(let string): append(string)
      default: text += "null"
      }
    }
    text += "]"
  }

  private mutating func append(_ string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        text.unicodeScalars.append("\\")
        text.unicodeScalars.append(scalar)
      case ..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
