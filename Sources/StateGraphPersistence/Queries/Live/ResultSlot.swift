/// The result of a live query, stored in memory as a list of rows.
protocol ResultSlot: LiveSlot {
  /// Returns the rows of the result as of the newest published commit.
  ///
  /// While a commit is being published, the rows may include this commit before the publication
  /// ends. In this case, the graph repeats the evaluation that reads the rows.
  func rows() throws -> LiveResult
}
