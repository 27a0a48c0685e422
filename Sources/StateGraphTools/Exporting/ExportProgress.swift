/// How far a running export is. ``Exporter/run(_:progress:)`` passes it to its progress function.
public struct ExportProgress: Sendable, Equatable {
  /// The name of the table that the export is writing.
  public let table: String
  /// The number of rows that the export has written up to now, in all tables together. Nested rows
  /// do not count.
  public let rows: Int
}
