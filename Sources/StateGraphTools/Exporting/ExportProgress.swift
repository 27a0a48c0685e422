/// The progress of a running export, which the progress function receives.
public struct ExportProgress: Sendable, Equatable {
  /// The name of the table that is being written.
  public let table: String
  /// The number of rows that were written so far in all tables, without nested rows.
  public let rows: Int
}
