/// Quotes words of a command line, so that the user can copy the line into a POSIX shell.
enum ShellWord {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_+=:,./-".utf8
  )

  /// Returns the word in a form that a POSIX shell reads as one word.
  ///
  /// The word is put in single quotes if it is empty or contains a character that is special to the
  /// shell.
  static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.utf8.allSatisfy(plain.contains) { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
