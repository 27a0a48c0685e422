/// Where an export writes its output.
public enum ExportDestination: Sendable, Equatable {
  /// The standard output of the process. Allowed only for an export of one table.
  case standardOutput
  /// A file at this path. Allowed only for an export of one table.
  case file(String)
  /// A folder, with one file for each table. Each file is named after its table. The folder is
  /// created if it is missing.
  case folder(String)
}
