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
    _ progress: @escaping (String, Int) -> ImportDecision = { _, _ in .proceed }
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
        try writer.write(names.indices.map { FixtureValue(statement, $0) })
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
