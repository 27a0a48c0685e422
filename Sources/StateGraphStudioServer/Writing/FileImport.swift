import Glibc
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import StateGraphTools

/// A file of records that the user gave to the page, and the table that gets them.
///
/// A table that does not exist is inferred from the records.
struct FileImport: Sendable {
  private let table: String
  private let name: String
  private let bytes: [UInt8]
  /// Whether nothing is written.
  private let isPreview: Bool

  init(body: [UInt8]) throws(StudioError) {
    var object = try RequestObject(body: body)
    table = try object.text("table")
    name = try object.text("name")
    guard let bytes = RFC4648.bytes(base64: try object.text("data")) else { throw .invalidRequest }
    self.bytes = bytes
    isPreview = try object.boolean("preview")
    try object.requireEnd()
  }

  /// Imports the records, or tries it.
  ///
  /// - Throws: ``StudioError`` for what the importer refuses, and the errors of the database.
  func run(path: String, acceptsAnyApplication: Bool) throws -> StudioAnswer {
    let location = try DatabaseLocation(path: path)
    guard try location.hasContent() else {
      throw InspectionError(.databaseMissing, "there is no database")
    }
    let folder = try TemporaryFolder()
    try write(to: folder.databasePath)
    do throws(ImportError) {
      return try importing(from: folder.databasePath, into: location, acceptsAnyApplication)
    } catch {
      if let cause = error.cause as? DatabaseError, error.code == .database { throw cause }
      let place = error.place.map { "Line \($0.line), column \($0.column): " } ?? ""
      throw StudioError(
        422,
        "importRefused",
        place + error.message + ".",
        remedy: error.remedy.isEmpty ? "" : error.remedy + "."
      )
    }
  }

  private func importing(
    from file: String,
    into location: DatabaseLocation,
    _ acceptsAnyApplication: Bool
  ) throws(ImportError) -> StudioAnswer {
    var input = ImportInput(path: file)
    input.table = table
    input.format = ImportFormat(path: name)
    var request = ImportRequest(inputs: [input])
    request.acceptsAnyApplication = acceptsAnyApplication
    request.isDryRun = isPreview
    guard case .file(let path) = location else { throw ImportError(.databaseMissing, "no file") }
    let inferred = try hasTable(location) ? nil : SchemaInference(inputs: [input]).run()
    if let inferred {
      if isPreview { return FileImport.answer(inferred) }
      try create(inferred, in: location)
    }
    do {
      return FileImport.answer(try Importer(path: path).run(request))
    } catch {
      // Without its records, nobody wants the table.
      if let inferred { try? drop(inferred, in: location) }
      throw error
    }
  }

  private func hasTable(_ location: DatabaseLocation) throws(ImportError) -> Bool {
    try FileImport.writing(location, mode: .dryRun) { connection throws(DatabaseError) in
      try SchemaReader(connection).tables().contains { $0.name.isSameName(as: table) }
    }
  }

  private func create(
    _ inferred: InferredSchema,
    in location: DatabaseLocation
  ) throws(ImportError) {
    try FileImport.writing(location, mode: .existing) { connection throws(DatabaseError) in
      try connection.beginWrite()
      try connection.runScript(inferred.sql) { _ in }
      try connection.commitWrite()
    }
  }

  private func drop(_ inferred: InferredSchema, in location: DatabaseLocation) throws(ImportError) {
    try FileImport.writing(location, mode: .existing) { connection throws(DatabaseError) in
      for table in inferred.tables.reversed() {
        try connection.run("DROP TABLE \(table: table.name)")
      }
    }
  }

  private static func writing<Result>(
    _ location: DatabaseLocation,
    mode: WriterConnection.Mode,
    body: (WriterConnection) throws(DatabaseError) -> Result
  ) throws(ImportError) -> Result {
    do throws(DatabaseError) {
      return try body(try WriterConnection.open(location, mode: mode))
    } catch {
      throw ImportError(.database, error.message, cause: error)
    }
  }

  private func write(to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FileImport.cannotStore }
    defer { Glibc.close(file) }
    guard bytes.withUnsafeBytes({ FileBytes.write($0, to: file) }) == nil else {
      throw FileImport.cannotStore
    }
  }

  private static let cannotStore = StudioError(
    503,
    "diskFull",
    "The server cannot store the file for the import.",
    remedy: "Free space in the temporary folder, and try again."
  )

  private static func answer(_ inferred: InferredSchema) -> StudioAnswer {
    StudioAnswer(
      JSONBuilder.answer { writer in
        writer.member("sql", text: inferred.sql)
        writer.key("tables")
        writer.array(of: inferred.tables) { writer, table in
          FileImport.write(table.name, counts: [("inserted", table.records)], to: &writer)
        }
      }
    )
  }

  private static func answer(_ report: ImportReport) -> StudioAnswer {
    StudioAnswer(
      JSONBuilder.answer { writer in
        writer.key("sql")
        writer.null()
        writer.key("tables")
        writer.array(of: report.tables) { writer, table in
          let counts = [
            ("inserted", table.inserted), ("updated", table.updated),
            ("unchanged", table.unchanged),
          ]
          FileImport.write(table.table, counts: counts, to: &writer)
        }
      }
    )
  }

  private static func write(
    _ table: String,
    counts: [(String, Int)],
    to writer: inout JSONBuilder
  ) {
    writer.object { writer in
      writer.member("table", text: table)
      for (name, count) in counts { writer.member(name, integer: count) }
    }
  }
}
