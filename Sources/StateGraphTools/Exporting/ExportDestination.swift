/// The target of an export.
public enum ExportDestination: Sendable, Equatable {
  /// Standard output of the process, for one table.
  case standardOutput
  /// A file at this path, for one table.
  case file(String)
  /// A folder with a file for each table, named after the table. A missing folder is created.
  case folder(String)
}
