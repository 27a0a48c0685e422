import StateGraphSQLite

/// Compares SQL statements by their words instead of their characters.
enum SQLText {
  /// Returns whether two SQL statements consist of the same words. White space, comments, the case
  /// of words and the quotes around names make no difference.
  static func isSame(_ one: String, _ other: String) -> Bool {
    let (ours, theirs) = (Array(SQLTokenizer(one)), Array(SQLTokenizer(other)))
    return ours.count == theirs.count && zip(ours, theirs).allSatisfy { $0.isSame(as: $1) }
  }
}
