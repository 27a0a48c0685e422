/// The slot of a live query that keeps the rows of its result.
protocol ResultSlot: LiveSlot {
  /// Returns the rows of the newest published commit. While a commit is being published, the rows
  /// may already include it. The evaluation that reads these rows is then repeated.
  func rows() throws -> LiveResult
}
