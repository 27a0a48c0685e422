import StateGraphSQLite

extension QueryRenderer {
  /// Compares text in a way that no pattern in it can change.
  func text(_ value: SQL, _ match: QueryExpression.TextMatch) -> SQL {
    switch match {
    case .like(let pattern):
      return #"\#(value) LIKE \#(pattern.escaped) ESCAPE '\'"#
    case .infix(let text):
      return "instr(\(value), \(text)) > 0"
    case .suffix(let text):
      let bytes = Array(text.utf8)
      guard !bytes.isEmpty else { return "\(value) IS NOT NULL" }
      return "substr(CAST(\(value) AS BLOB), \(-bytes.count)) = \(bytes)"
    case .prefix(let text):
      // A range, which an index can be asked for. Bytes of UTF-8 are in the order of the scalars.
      guard let end = text.endOfPrefix else { return "\(value) COLLATE BINARY >= \(text)" }
      return "(\(value) COLLATE BINARY >= \(text) AND \(value) COLLATE BINARY < \(end))"
    }
  }
}

extension String {
  /// The first text behind all that begin with this one; nil where there is none.
  var endOfPrefix: String? {
    var scalars = Array(unicodeScalars)
    while let last = scalars.popLast() {
      // Behind the last scalar there is nothing; behind U+D7FF come the surrogates, which are none.
      guard last.value < 0x10ffff else { continue }
      let next = last.value == 0xd7ff ? 0xe000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      scalars.append(scalar)
      return String(String.UnicodeScalarView(scalars))
    }
    return nil
  }
}
