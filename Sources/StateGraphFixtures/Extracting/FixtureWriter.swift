import StateGraphImport
import StateGraphSQLite
import StateGraphTools

/// Writes the selected rows of all tables to the files of a fixture. Each table gets files of its
/// own, which a ``FixtureTableWriter`` writes.
final class FixtureWriter {
  private let tables: [TableSchema]
  private let labels: LabelSchema
  private let connection: Connection
  private let progress: (String, Int) -> ImportDecision

  init(
    _ tables: [TableSchema],
    on connection: Connection,
    progress: @escaping (String, Int) -> ImportDecision = { _, _ in .proceed }
  ) {
    self.tables = tables
    self.connection = connection
    self.progress = progress
    labels = LabelSchema(tables)
  }

  /// Writes the selected rows of each table, in the order of their keys.
  ///
  /// - Parameters:
  ///   - folder: The folder for the files.
  ///   - source: Gets the index of a table, and returns the FROM clause that selects its rows. The
  ///     clause must name the table `t`.
  func write(
    to folder: StagedFolder,
    source: (Int) -> SQL
  ) throws -> ExtractReport {
    var report = ExtractReport()
    for (number, table) in tables.enumerated() {
      let writer = FixtureTableWriter(table, labels: labels, to: folder)
      let names = writer.names.map { "t.\(column: $0)" as SQL }
      let order = table.rowOrder("t")
      let statement = try connection.prepare(
        """
        SELECT \(names, separator: ", ") FROM \(source(number))
        \(order.text.isEmpty ? "" : "ORDER BY \(order)" as SQL)
        """
      )
      defer { statement.reset() }
      while try statement.step() {
        try writer.write(names.indices.map { FixtureValue(statement, column: $0) })
        guard writer.rowCount.isMultiple(of: 1_000) else { continue }
        if progress(table.name, writer.rowCount) == .stop {
          throw InspectionError(.interrupted, "interrupted; nothing was written")
        }
      }
      if let written = try writer.finish() { report.tables.append(written) }
    }
    return report
  }
}

/// Chooses the name of the fixture files into which an extraction writes the rows of a table.
enum FixtureFileName {
  /// Whether a file can have the name of a table, so that the importer finds the table by it.
  ///
  /// The importer reads the name of a file up to its first full stop, so the name of the table may
  /// not contain one. The name may have at most 200 bytes, because file systems limit names.
  static func isName(_ table: String) -> Bool {
    !table.isEmpty && table.utf8.count <= 200
      && !table.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") || $0 < 0x20 }
  }

  /// Returns the name of a table's files without their extension.
  ///
  /// If no file can have the name of the table, the result contains a digest of that name. The rows
  /// are then written as SQL statements, which name the table themselves.
  static func stem(_ table: String) -> String {
    isName(table) ? table : "table-" + SHA256.hexadecimal(of: table.utf8).prefix(12)
  }
}
