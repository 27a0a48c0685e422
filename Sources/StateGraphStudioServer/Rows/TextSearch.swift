import StateGraphSQLite

/// A text that values contain, in any case of its letters. SQLite compares texts up to a NUL.
struct TextSearch {
  let text: String
  /// Whether the values begin with the text.
  var isAtStart = false

  /// SQLite refuses longer patterns with an error.
  private static let longestPattern = 10_000

  /// Whether a number can contain the text, as SQLite writes it.
  var isPartOfNumber: Bool { text.utf8.allSatisfy("0123456789+-.eEiInNfF".utf8.contains) }

  /// LIKE ignores the case of the letters of ASCII only. For other letters, a pattern of GLOB has
  /// classes of both cases.
  func condition(_ column: SQL) -> SQL {
    let isASCII = text.utf8.allSatisfy { $0 < 128 }
    let parts = text.unicodeScalars.map(isASCII ? TextSearch.literal : TextSearch.anyCase).joined()
    let open = isASCII ? "%" : "*"
    let pattern = (isAtStart ? "" : open) + parts + open
    guard pattern.utf8.count <= TextSearch.longestPattern, !text.utf8.contains(0) else {
      let place: SQL = "instr(lower(\(column)), lower(\(text)))"
      return isAtStart ? "\(place) = 1" : "\(place) > 0"
    }
    return isASCII ? "\(column) LIKE \(pattern) ESCAPE '\\'" : "\(column) GLOB \(pattern)"
  }

  private static func literal(_ scalar: Unicode.Scalar) -> String {
    ("%_\\".unicodeScalars.contains(scalar) ? "\\" : "") + String(scalar)
  }

  private static func anyCase(_ scalar: Unicode.Scalar) -> String {
    let own = String(scalar)
    if "*?[".unicodeScalars.contains(scalar) { return "[\(own)]" }
    let properties = scalar.properties
    let cases = Set([own, properties.lowercaseMapping, properties.uppercaseMapping])
      .filter { $0.unicodeScalars.count == 1 }
    return cases.count == 1 ? own : "[\(cases.sorted().joined())]"
  }
}
