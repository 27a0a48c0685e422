/// The progress of a running export. The progress function receives this value.
public struct ExportProgress: Sendable, Equatable {
  /// The name of the table that is being written.
  public let table: String
  /// The number of rows written so far, in all tables together. Nested rows do not count.
  public let rows: Int
}
