/// The outcome of an export.
public struct ExportReport: Sendable, Equatable {
  /// The exported tables, in the order of writing.
  public internal(set) var tables: [ExportedTable] = []
  /// Remarks about the files, such as a type that the format does not keep.
  public internal(set) var notes: [String] = []
}

/// The outcome of the export of one table.
public struct ExportedTable: Sendable, Equatable {
  /// The name of the table.
  public let table: String
  /// The path of the file, or nil for standard output.
  public let path: String?
  /// The number of rows, without the rows nested in them.
  public let rows: Int
  /// The number of bytes written.
  public let bytes: Int64
}
