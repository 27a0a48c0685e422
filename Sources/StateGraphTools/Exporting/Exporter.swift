import Glibc
import StateGraphFormats
public import StateGraphImport
package import StateGraphSQLite

/// Writes tables to files that the importer reads back as the same rows.
///
/// All tables are of one commit. A row is written as soon as it is read, so memory is bounded
/// whatever the size of a table. Files appear under their names when all of them are complete.
public struct Exporter: Sendable {
  private let path: String

  /// Creates an exporter for the database file at `path`, of which no byte changes.
  public init(path: String) {
    self.path = path
  }

  /// Exports what a request names.
  ///
  /// - Parameters:
  ///   - request: The tables, the format and where to write.
  ///   - progress: Called about once every thousand rows, on the calling thread.
  /// - Throws: ``LookingError``, and `DatabaseError` for what SQLite or the file is to blame for.
  public func run(
    _ request: ExportRequest,
    progress: @escaping (ExportProgress) -> ImportDecision = { _ in .proceed }
  ) throws -> ExportReport {
    guard !request.isNested || request.format.isJSON else {
      throw LookingError(
        .misuse,
        "\(request.format.rawValue) cannot hold records inside records",
        remedy: "Choose json or jsonl, or leave --nested out"
      )
    }
    guard !request.isNested || !request.tables.isEmpty else {
      throw LookingError(
        .misuse,
        "which records are at the top of a nested export has to be said",
        remedy: "Name the tables"
      )
    }
    let session = try ReadSession(path: path)
    // Enough for the upper levels of an index of a large table; its rows come from the system.
    try session.connection.run("PRAGMA cache_size = -16384")
    return try session.read { connection in
      let tables = try SchemaReader(connection).tables()
      let chosen = try Self.choose(request.tables, from: tables, on: connection)
      let targets = try ExportTargets(chosen, request, database: path)
      let run = ExportRun(request, connection, all: tables, progress)
      for (table, target) in zip(chosen, targets.files) { try run.export(table, to: target) }
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
        throw LookingError(
          .unknownTable,
          "\(printable(name)) is a view, which import could not fill",
          remedy: "Run stategraph query with SELECT * FROM it, and --format csv"
        )
      }
      let table = try TableLookup(tables).table(name)
      if !chosen.contains(where: { $0.name.isSameName(as: table.name) }) { chosen.append(table) }
    }
    return chosen
  }
}

/// Finds tables that somebody has typed.
package struct TableLookup {
  private let tables: [TableSchema]

  package init(_ tables: [TableSchema]) { self.tables = tables }

  /// - Throws: `.unknownTable`, with the name that was probably meant.
  package func table(_ name: String) throws(LookingError) -> TableSchema {
    if let table = tables.first(where: { $0.name.isSameName(as: name) }) { return table }
    let names = tables.map(\.name)
    let nearest = FoldedName.nearest(to: name, among: names)
    throw LookingError(
      .unknownTable,
      "the database has no table \(printable(name))",
      remedy: nearest.map { "Did you mean \(printable($0))?" }
        ?? (names.isEmpty
          ? "It has none at all"
          : "Its tables are " + names.prefix(20).map(printable).joined(separator: ", "))
    )
  }
}
