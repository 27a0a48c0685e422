/// A word of a command line, as a POSIX shell reads it.
enum ShellWord {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_+=:,./-".utf8
  )

  /// The word as it is where no character means anything to a shell, and else in single quotes.
  static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.utf8.allSatisfy(plain.contains) { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
