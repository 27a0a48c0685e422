import StateGraphFormats
import StateGraphImport
package import StateGraphSQLite

/// A value for a named parameter of a query, as a user writes it on a command line: `name=value`.
package struct QueryParameter: Sendable, Equatable {
  package let name: String
  package let value: SQLiteValue

  package init(name: String, value: SQLiteValue) {
    (self.name, self.value) = (name, value)
  }

  /// Parses `name=value`, or returns nil if there is no name or no equals sign.
  ///
  /// A number becomes INTEGER or REAL if no digit is lost. A value in single quotes becomes text
  /// without the quotes. `NULL` becomes NULL, and every other value becomes text.
  package init?(_ text: String) {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    name = String(text[..<equals].drop { ":@$?".contains($0) })
    guard !name.isEmpty else { return nil }
    value = QueryParameter.value(String(text[text.index(after: equals)...]))
  }

  private static func value(_ text: String) -> SQLiteValue {
    if text == "NULL" { return .null }
    if text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "'"),
      text.utf8.last == UInt8(ascii: "'")
    {
      return .text(String(text.dropFirst().dropLast()).replacing("''", with: "'"))
    }
    var text = text
    return text.withUTF8 { bytes -> SQLiteValue? in
      let bytes = UnsafeRawBufferPointer(bytes)
      if let integer = try? NumberText.integer(bytes) { return .integer(integer) }
      return (try? NumberText.real(bytes)).map { .real($0) }
    } ?? .text(text)
  }
}

extension Statement {
  /// Binds one of the given values to each parameter of the statement.
  ///
  /// - Throws: ``InspectionError`` with the code `.misuse` if a parameter has no value, or if a
  ///   value has no parameter.
  func bind(_ parameters: [QueryParameter]) throws {
    var unused = parameters
    for index in 0..<parameterCount {
      let number = index + 1
      let name = parameterName(number).map { String($0.dropFirst()) } ?? String(number)
      guard let found = parameters.last(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
        throw InspectionError(
          .misuse,
          "the parameter \(printable(name)) of the query has no value",
          remedy: "Pass --parameter \(name)=VALUE"
        )
      }
      unused.removeAll { $0.name.utf8.elementsEqual(name.utf8) }
      try bind(found.value, at: number)
    }
    guard let first = unused.first else { return }
    throw InspectionError(
      .misuse,
      "the query has no parameter \(printable(first.name))",
      remedy: "Write it as :\(first.name) in the SQL, or leave it out"
    )
  }
}
