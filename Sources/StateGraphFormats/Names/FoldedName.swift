/// Compares the names of tables, columns and JSON members.
///
/// The comparison ignores the case of ASCII letters, as SQLite does.
package enum FoldedName {
  /// Returns the name in lower case. Converts only the 26 ASCII letters, as SQLite does.
  package static func fold(_ name: String) -> String {
    guard name.utf8.contains(where: { (65...90).contains($0) }) else { return name }
    return String(decoding: name.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }

  /// Returns the bytes of the name in lower case, for use as a dictionary key.
  ///
  /// Two different names can be equal as `String` but not in SQLite. The key is therefore an
  /// array of bytes.
  package static func key(_ name: String) -> [UInt8] { Array(fold(name).utf8) }

  /// Converts a name to snake case. For example, `publishedYear` becomes `published_year`.
  ///
  /// Converts only ASCII letters. Inserts no underscore between two capital letters.
  package static func snakeCase(_ name: String) -> String {
    var bytes: [UInt8] = []
    var previousIsLower = false
    for byte in name.utf8 {
      let isUpper = (65...90).contains(byte)
      if isUpper, previousIsLower { bytes.append(UInt8(ascii: "_")) }
      bytes.append(isUpper ? byte + 32 : byte)
      previousIsLower = (97...122).contains(byte) || (48...57).contains(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the candidate that is most similar to `name`, or nil if no candidate is similar
  /// enough.
  ///
  /// Error messages suggest this candidate to a user who misspelt a name.
  package static func nearest(to name: String, among candidates: [String]) -> String? {
    // The edit distance takes time in proportion to the product of the two lengths. A long name
    // therefore gets no suggestion.
    guard name.utf8.count <= 64 else { return nil }
    let folded = Array(fold(name).utf8)
    let limit = max(1, folded.count / 3)
    let measured = candidates.filter { $0.utf8.count <= 64 }
      .map { (name: $0, distance: distance(folded, to: Array(fold($0).utf8))) }
    guard let best = measured.min(by: { $0.distance < $1.distance }), best.distance <= limit
    else { return nil }
    return best.name
  }

  /// Returns the edit distance of two names ("optimal string alignment").
  ///
  /// The distance is the smallest number of edits that turn one name into the other. An edit adds,
  /// removes or replaces a letter, or swaps two neighbouring letters.
  private static func distance(_ left: [UInt8], to right: [UInt8]) -> Int {
    var (beforeLast, last) = ([Int](), Array(0...right.count))
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var steps = min(last[j] + (left[i] == right[j] ? 0 : 1), row[j] + 1, last[j + 1] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          steps = min(steps, beforeLast[j - 1] + 1)
        }
        row.append(steps)
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
