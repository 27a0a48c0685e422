/// The target to which an export writes: standard output, one file, or a folder.
public enum ExportDestination: Sendable, Equatable {
  /// The standard output of the process. Possible only for an export of exactly one table.
  case standardOutput
  /// A file at this path. Possible only for an export of exactly one table.
  case file(String)
  /// A folder that gets one file for each table.
  ///
  /// Each file is named after its table. The folder is created if it is missing, but its parent
  /// folder is not.
  case folder(String)
}
