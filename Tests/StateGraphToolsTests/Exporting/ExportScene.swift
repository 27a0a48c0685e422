import Foundation
import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport

/// A database to export from, and another with the same tables to import into.
final class ExportScene {
  let directory: TemporaryDirectory
  let schema: String
  var database: String { directory.file("source.sqlite") }

  init(_ schema: String, rows: String = "") throws {
    directory = try TemporaryDirectory()
    self.schema = schema
    try makeDatabase(database)
    try change { try $0.runScript(rows) { _ in } }
  }

  func change(_ body: (Connection) throws -> Void) throws {
    let location = try DatabaseLocation(path: database)
    let connection = try WriterConnection.open(location)
    try connection.run("PRAGMA foreign_keys = OFF")
    try body(connection)
  }

  /// Exports one table and returns the text of the file.
  func export(
    _ table: String,
    _ format: ExportFormat = .csv,
    _ change: (inout ExportRequest) -> Void = { _ in }
  ) throws -> String {
    let path = directory.file("\(table)-\(UUID().uuidString).\(format.rawValue)")
    var request = ExportRequest(tables: [table], to: .file(path))
    request.format = format
    change(&request)
    _ = try Exporter(path: database).run(request)
    return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  /// The error of an export, which must have left no file.
  func failure(
    _ table: String,
    _ format: ExportFormat,
    _ change: (inout ExportRequest) -> Void = { _ in }
  ) throws -> InspectionError {
    let before = try names()
    do {
      let text = try export(table, format, change)
      throw TestFailure("the export did not fail: \(text)")
    } catch let error as InspectionError {
      guard try names() == before else { throw TestFailure("a failed export left a file") }
      return error
    }
  }

  /// Exports the tables, imports the files into an empty database, and returns both databases.
  func roundTrip(
    _ tables: [String],
    _ format: ExportFormat,
    isNested: Bool = false,
    blobs: BlobEncoding = .reject,
    anyType: Bool = false
  ) throws -> (before: [String], after: [String]) {
    let folder = directory.file("out-\(UUID().uuidString)")
    var request = ExportRequest(tables: tables, to: .folder(folder))
    request.format = format
    request.isNested = isNested
    request.blobs = blobs
    let report = try Exporter(path: database).run(request)
    let target = folder + "/target.sqlite"
    try makeDatabase(target)
    let inputs = report.tables.compactMap { table in table.path.map { ImportInput(path: $0) } }
    var importing = ImportRequest(inputs: inputs)
    importing.readsBase64 = blobs == .base64
    importing.acceptsAnyType = anyType
    _ = try Importer(path: target).run(importing)
    return (try exactDump(database), try exactDump(target))
  }

  /// The names of the files beside the database.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  private func makeDatabase(_ path: String) throws {
    let connection = try WriterConnection.open(try DatabaseLocation(path: path))
    try connection.runScript(schema) { _ in }
  }

  /// Every value of every row as an SQL literal of SQLite, with its storage class.
  private func exactDump(_ path: String) throws -> [String] {
    let connection = try Connection.open(try DatabaseLocation(path: path), mode: .reader)
    var lines: [String] = []
    for table in try SchemaReader(connection).tables() {
      let cells = table.columns.map { column -> SQL in
        let name: SQL = "\(column: column.name)"
        return "typeof(\(name)) || ' ' || hex(\(name)) || ' ' || quote(\(name))"
      }
      let rows = try connection.rows(
        "SELECT \(cells, separator: " || ' | ' || ") FROM \(table: table.name)"
      )
      lines += rows.map { "\(table.name): \($0.values)" }.sorted()
    }
    return lines
  }
}
