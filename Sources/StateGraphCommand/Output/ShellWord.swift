/// Quotes words of a command line. The user can then copy the line into a POSIX shell.
enum ShellWord {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_+=:,./-".utf8
  )

  /// Returns the word in a form that a POSIX shell reads as one word.
  ///
  /// An empty word gets single quotes. A word with a special character of the shell gets them too.
  static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.utf8.allSatisfy(plain.contains) { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
