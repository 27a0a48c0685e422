/// The result of a live query, stored in memory as a list of rows.
protocol ResultSlot: LiveSlot {
  /// Returns the rows of the result as of the newest published commit.
  ///
  /// While a commit is being published, the rows may include this commit before the publication
  /// ends. In this case, the graph repeats the evaluation that reads the rows.
  ///
  /// - Parameter limit: How many rows the call may load from the file, or change in memory. If it
  ///   could be more, the call returns nil. With `Int.max`, it never returns nil.
  func rows(readingAtMost limit: Int) throws -> LiveResult?
}

extension ResultSlot {
  /// Returns the rows, however many must be read.
  func rows() throws -> LiveResult { try rows(readingAtMost: .max) ?? .read([]) }
}
