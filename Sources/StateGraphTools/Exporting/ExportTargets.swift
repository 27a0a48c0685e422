import Glibc
import StateGraphFormats
import StateGraphSQLite

/// The outputs of an export: one file for each table, or standard output for a single table.
final class ExportTargets {
  /// One element for each exported table, in the same order: the file or stream that receives its
  /// rows.
  let files: [Target]

  enum Target {
    case standardOutput(ByteOutput)
    case file(OutputFile)

    var output: ByteOutput {
      switch self {
      case .standardOutput(let output): output
      case .file(let file): file.output
      }
    }

    var path: String? {
      switch self {
      case .standardOutput: nil
      case .file(let file): file.path
      }
    }
  }

  /// Opens an output for each table.
  ///
  /// - Throws: An ``InspectionError`` with the code `.cannotCreate` if a file cannot be created, or
  ///   `.misuse` if the target is one file or standard output and the export does not have exactly
  ///   one table.
  init(
    _ tables: [TableSchema],
    request: ExportRequest,
    database: String
  ) throws(InspectionError) {
    switch request.destination {
    case .folder(let folder):
      try Self.makeFolder(folder)
      var files: [Target] = []
      for table in tables {
        let name = try Self.fileName(of: table.name)
        let path = "\(folder)/\(name).\(request.format.rawValue)"
        files.append(.file(try Self.file(path, request: request, database: database)))
      }
      self.files = files
    case .file(let path):
      try Self.requireOne(tables)
      files = [.file(try Self.file(path, request: request, database: database))]
    case .standardOutput:
      try Self.requireOne(tables)
      files = [
        .standardOutput(ByteOutput(descriptor: STDOUT_FILENO, name: "standard output"))
      ]
    }
  }

  func commit() throws(InspectionError) {
    for target in files {
      switch target {
      case .standardOutput(let output): try output.flush()
      case .file(let file): try file.commit()
      }
    }
  }

  private static func requireOne(_ tables: [TableSchema]) throws(InspectionError) {
    guard tables.count != 1 else { return }
    throw InspectionError(
      .misuse,
      tables.isEmpty
        ? "the database has no tables"
        : "one file cannot contain \(tables.count) tables",
      remedy: tables.isEmpty
        ? "" : "Name one table, or pass --output FOLDER/ to write a file for each table"
    )
  }

  private static func file(
    _ path: String,
    request: ExportRequest,
    database: String
  ) throws(InspectionError) -> OutputFile {
    var (source, target) = (stat(), stat())
    if stat(database, &source) == 0, stat(path, &target) == 0, source.st_ino == target.st_ino,
      source.st_dev == target.st_dev
    {
      throw InspectionError(
        .cannotCreate,
        "\(path) is the database file itself",
        remedy: "Choose another name"
      )
    }
    return try OutputFile(path: path, replacesExisting: request.replacesExisting)
  }

  private static func makeFolder(_ path: String) throws(InspectionError) {
    guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw InspectionError(
      .cannotCreate,
      "the folder \(path) cannot be created: \(systemMessage(errno))",
      remedy: "Create its parent folder first"
    )
  }

  /// Returns the file name for a table, without the extension.
  ///
  /// - Throws: An ``InspectionError`` with the code `.cannotCreate` if the name is empty or too
  ///   long.
  private static func fileName(of table: String) throws(InspectionError) -> String {
    let name = TableFileName.encoded(table)
    guard !name.utf8.isEmpty, name.utf8.count <= 200 else {
      throw InspectionError(
        .cannotCreate,
        "the table \(printable(table)) cannot be the name of a file",
        remedy: "Export it alone, with --output FILE"
      )
    }
    return name
  }
}
