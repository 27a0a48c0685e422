import StateGraphFormats

/// A JSON value that a command prints. Its members keep their order.
///
/// The command does not use Foundation's JSON encoder, because Foundation would multiply the size
/// of the executable.
indirect enum JSONOutput {
  case string(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  case array([JSONOutput])
  case object([(String, JSONOutput)])
  case null

  static func integer(_ value: Int) -> JSONOutput { .integer(Int64(value)) }
  static func strings(_ values: [String]) -> JSONOutput { .array(values.map { .string($0) }) }

  /// Returns the JSON text of the value, with each level indented by two more spaces.
  ///
  /// - Parameter indent: The number of spaces before the closing bracket of this value. Its members
  ///   have two more.
  func text(indent: Int = 0) -> String {
    let inner = String(repeating: " ", count: indent + 2)
    let outer = String(repeating: " ", count: indent)
    switch self {
    case .null: return "null"
    case .boolean(let value): return value ? "true" : "false"
    case .integer(let value): return String(value)
    case .real(let value): return value.isFinite ? String(value) : "null"
    case .string(let value): return JSONEscape.quoted(value)
    case .array(let elements):
      guard !elements.isEmpty else { return "[]" }
      let lines = elements.map { inner + $0.text(indent: indent + 2) }
      return "[\n" + lines.joined(separator: ",\n") + "\n" + outer + "]"
    case .object(let members):
      guard !members.isEmpty else { return "{}" }
      let lines = members.map {
        inner + JSONEscape.quoted($0.0) + ": " + $0.1.text(indent: indent + 2)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n" + outer + "}"
    }
  }
}
