/// Where an export writes the rows: standard output, one file, or a folder.
public enum ExportDestination: Sendable, Equatable {
  /// The standard output of the process. The export must contain exactly one table.
  case standardOutput
  /// A file at this path. The export must contain exactly one table.
  case file(String)
  /// A folder at this path, in which each table gets a file that is named after the table. The
  /// export creates the folder if it is missing. The parent folder must exist.
  case folder(String)
}
