import Glibc
import StateGraphFormats
public import StateGraphImport
import StateGraphSQLite

/// Writes tables to files from which the importer can restore the same rows.
///
/// All rows come from the same commit. Memory use is small, even for large tables. The files get
/// their final names when all of them are complete.
public struct Exporter: Sendable {
  private let path: String

  /// Creates an exporter for the database file at `path`. An export never changes this file.
  public init(path: String) {
    self.path = path
  }

  /// Runs an export on the calling thread. Returns when all files are complete.
  ///
  /// - Parameters:
  ///   - request: The tables, the format and the destination.
  ///   - progress: Is called after every thousand rows, on the calling thread. If it returns
  ///     `.stop`, the export ends with an error and creates no file.
  /// - Returns: The exported tables with their numbers of rows and bytes, and remarks for the user.
  /// - Throws: ``InspectionError`` if the request cannot be fulfilled; `DatabaseError` for an error
  ///   of SQLite or of the database file.
  public func run(
    _ request: ExportRequest,
    progress: @escaping (ExportProgress) -> ImportDecision = { _ in .proceed }
  ) throws -> ExportReport {
    guard !request.isNested || request.format.isJSON else {
      throw InspectionError(
        .misuse,
        "\(request.format.rawValue) cannot contain nested records",
        remedy: "Choose json or jsonl, or leave --nested out"
      )
    }
    guard !request.isNested || !request.tables.isEmpty else {
      throw InspectionError(
        .misuse,
        "a nested export needs the tables of its outermost records",
        remedy: "Name the tables"
      )
    }
    let session = try ReadSession(path: path)
    // A cache of 16 MiB has room for the upper levels of a large index. The operating system caches
    // the pages with the rows.
    try session.connection.run("PRAGMA cache_size = -16384")
    return try session.read { connection in
      let tables = try SchemaReader(connection).tables()
      let chosen = try Self.choose(request.tables, from: tables, on: connection)
      let targets = try ExportTargets(chosen, request: request, database: path)
      let run = ExportRun(request, on: connection, all: tables, progress: progress)
      for (table, target) in zip(chosen, targets.files) { try run.export(table, to: target) }
      try run.countLeftOut()
      try targets.commit()
      return run.report
    }
  }

  private static func choose(
    _ names: [String],
    from tables: [TableSchema],
    on connection: Connection
  ) throws -> [TableSchema] {
    guard !names.isEmpty else { return tables }
    let objects = try SchemaReader(connection).objects()
    var chosen: [TableSchema] = []
    for name in names {
      if objects.contains(where: { $0.kind == "view" && $0.name.isSameName(as: name) }) {
        throw InspectionError(
          .unknownTable,
          "\(printable(name)) is a view, which import cannot fill",
          remedy: "Run stategraph query with SELECT * FROM it, and --format csv"
        )
      }
      let table = try TableLookup(tables).table(name)
      if !chosen.contains(where: { $0.name.isSameName(as: table.name) }) { chosen.append(table) }
    }
    return chosen
  }
}
