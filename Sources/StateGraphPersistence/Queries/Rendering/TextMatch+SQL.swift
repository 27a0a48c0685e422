import StateGraphSQLite

extension QueryExpression.TextMatch {
  /// Returns the SQL of the comparison of `value` with this text.
  ///
  /// Only a LIKE pattern can contain wildcards. All other comparisons compare bytes.
  func sql(_ value: SQL) -> SQL {
    switch self {
    case .like(let pattern):
      return #"\#(value) LIKE \#(pattern.escaped.string) ESCAPE '\'"#
    case .infix(let text):
      return "instr(\(value), \(text.string)) > 0"
    case .suffix(let text):
      let bytes = Array(text.string.utf8)
      guard !bytes.isEmpty else { return "\(value) IS NOT NULL" }
      return "substr(CAST(\(value) AS BLOB), \(-bytes.count)) = \(bytes)"
    case .prefix(let prefix):
      let text = prefix.string
      // Compares with a range of texts, for which SQLite can use an index. This is correct because
      // UTF-8 bytes sort in the same order as Unicode scalars.
      guard let end = text.endOfPrefix else { return "\(value) COLLATE BINARY >= \(text)" }
      return "(\(value) COLLATE BINARY >= \(text) AND \(value) COLLATE BINARY < \(end))"
    }
  }
}

extension String {
  /// The least text that is greater than every text with this prefix.
  ///
  /// For example, `ac` for the prefix `ab`. It is nil if there is no such text.
  var endOfPrefix: String? {
    var scalars = Array(unicodeScalars)
    while let last = scalars.popLast() {
      // The greatest scalar has no successor. The successor of U+D7FF is U+E000, because surrogates
      // are not scalars.
      guard last.value < 0x10ffff else { continue }
      let next = last.value == 0xd7ff ? 0xe000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      scalars.append(scalar)
      return String(String.UnicodeScalarView(scalars))
    }
    return nil
  }
}
