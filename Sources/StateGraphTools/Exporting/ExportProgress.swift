/// The progress of an export.
public struct ExportProgress: Sendable, Equatable {
  /// The table that the export writes now.
  public let table: String
  /// The number of rows of all tables so far.
  public let rows: Int
}
