/// The progress of an export.
public struct ExportProgress: Sendable, Equatable {
  /// The table that is being written.
  public let table: String
  /// The number of rows written so far, of all tables together.
  public let rows: Int
}
