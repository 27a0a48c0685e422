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
