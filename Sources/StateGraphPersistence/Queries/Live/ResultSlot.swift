/// The result of a live query, stored in memory as a list of rows.
protocol ResultSlot: LiveSlot {
  /// Returns the rows of the result as of the newest published commit.
  ///
  /// While a commit is being published, the rows may already include it. The graph then repeats the
  /// evaluation that reads the rows.
  func rows() throws -> LiveResult
}
