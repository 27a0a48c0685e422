import StateGraphFormats
package import StateGraphImport
import StateGraphSQLite
import StateGraphTools

/// Writes a part of a database as the files of a fixture.
///
/// All rows show the state of the database after one and the same commit. Before the folder of the
/// files gets its final name, the files are loaded into an empty database, so that an extracted
/// fixture always loads. After an error, no file exists. If the request has masks, the files
/// contain pseudonyms in place of the values.
package struct Extractor {
  private let path: String

  /// Creates an extractor for the database file at `path`, which an extraction never changes.
  package init(path: String) { self.path = path }

  /// Runs an extraction on the calling thread.
  ///
  /// - Parameters:
  ///   - request: The rows and the output folder.
  ///   - progress: A function that is called after every thousand rows of a table with the name of
  ///     the table and the number of its rows that were written. It can stop the extraction.
  /// - Throws: `InspectionError`; `DatabaseError` for an error of SQLite or of the file. If the
  ///   request has masks: ``MaskError``, or `ImportError` if the file of the masks is missing or is
  ///   no JSON.
  package func run(
    _ request: ExtractRequest,
    progress: @escaping (String, Int) -> ImportDecision = { _, _ in .proceed }
  ) throws -> ExtractReport {
    let output = try StagedFolder(for: request.output, replacesExisting: request.replacesExisting)
    let session = try ReadSession(path: path)
    try session.connection.run("PRAGMA temp_store = FILE")
    // The sets of taken rows are temporary tables, to which the connection must write. The database
    // file stays safe, because the connection has opened it only for reading.
    try session.connection.run("PRAGMA query_only = OFF")
    let (report, schema) = try session.read { connection in
      let tables = try SchemaReader(connection).tables()
      let plan = try request.masking.map { try MaskPlan($0, tables: tables) }
      let selection = try RowSelection(request, tables: tables, on: connection)
      try selection.run()
      let schema = try SchemaText(connection, tables: nil)
      guard let plan else {
        let writer = FixtureWriter(tables, on: connection, progress: progress)
        return (try writer.write(to: output) { selection.source(of: $0) }, schema)
      }
      let copy = try MaskedCopy(tables, objects: SchemaReader(connection).objects(), plan: plan)
      try copy.fill(from: connection, source: { selection.source(of: $0) }, progress: progress)
      return (try copy.write(to: output), schema)
    }
    guard !report.tables.isEmpty else {
      throw InspectionError(
        .misuse,
        "no row of \(printable(request.table)) meets the condition, so there is nothing to extract",
        remedy: "Check --where"
      )
    }
    var checked = report
    checked.note = try ExtractCheck(output, schema: schema, report: report).run()
    try output.commit()
    return checked
  }
}
