/// Returns a name from an input or a schema in a form that is safe for messages.
///
/// The result is in quotes and on one line. It contains at most 64 characters of the name.
/// Characters that could control a terminal become escapes.
package func printable(_ name: String) -> String {
  let limit = 64
  var text = "\""
  for scalar in name.unicodeScalars.prefix(limit) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
      .unassigned:
      text += "\\u{" + String(scalar.value, radix: 16) + "}"
    default:
      text.unicodeScalars.append(scalar)
    }
  }
  if name.unicodeScalars.count > limit { text += "…" }
  return text + "\""
}

/// Quotes the words of a command line, so that the user can copy it into a POSIX shell.
package enum ShellWord {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_+=:,./-".utf8
  )

  /// Returns the word in a form that a POSIX shell reads as one word.
  ///
  /// A word that is empty or contains a special character of the shell is put in single quotes.
  package static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.utf8.allSatisfy(plain.contains) { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}

/// A number with its noun, for messages: `1 row` and `2 rows`.
package struct Quantity: CustomStringConvertible {
  private let count: Int64
  private let singular: String

  /// Creates a quantity.
  ///
  /// - Parameters:
  ///   - count: The number.
  ///   - singular: The singular of a noun whose plural ends in `s`.
  package init(_ count: some BinaryInteger, of singular: String) {
    (self.count, self.singular) = (Int64(count), singular)
  }

  package var description: String { "\(count) \(singular)\(count == 1 ? "" : "s")" }
}
