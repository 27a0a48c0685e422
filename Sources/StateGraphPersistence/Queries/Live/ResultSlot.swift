/// A live query that keeps its rows.
protocol ResultSlot: LiveSlot {
  /// The rows of the newest published commit. During the publication of a commit they may already
  /// be that commit's rows; the evaluation that asks is then repeated.
  func rows() throws -> LiveResult
}
