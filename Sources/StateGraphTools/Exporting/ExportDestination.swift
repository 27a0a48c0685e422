/// The target to which an export writes: standard output, one file, or a folder.
public enum ExportDestination: Sendable, Equatable {
  /// The standard output of the process. The export must contain exactly one table.
  case standardOutput
  /// A file at this path. The export must contain exactly one table.
  case file(String)
  /// A folder that gets one file for each table. Each file is named after its table.
  ///
  /// The export creates the folder if it is missing. The parent folder must exist.
  case folder(String)
}
