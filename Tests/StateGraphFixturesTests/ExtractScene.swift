import Foundation
import StateGraphFixtures
import StateGraphSQLite
import StateGraphTools
import TestSupport

/// A database with rows, and a folder for the fixture that is extracted from it.
struct ExtractScene {
  let directory: TemporaryDirectory
  let schema: String
  var database: String { directory.file("source.sqlite") }
  var output: String { directory.path + "/fixture" }

  /// - Parameters:
  ///   - schema: The statements that create the tables.
  ///   - rows: The statements that insert the rows. Foreign keys are off.
  init(_ schema: String, rows: String = "") throws {
    directory = try TemporaryDirectory()
    self.schema = schema
    try run(schema)
    if !rows.isEmpty { try run(rows) }
  }

  /// Fills the tables with random rows. Returns the connection that has written them.
  func filled(
    rowCount: Int,
    random: SeededRandom,
    texts: [String] = SchemaFiller.texts
  ) throws -> WriterConnection {
    let connection = try WriterConnection.open(try DatabaseLocation(path: database))
    let tables = try SchemaReader(connection).tables()
    var filler = SchemaFiller(tables, rowCount: rowCount, random: random, texts: texts)
    try connection.beginWrite()
    try filler.fill(connection)
    try connection.commitWrite()
    return connection
  }

  func run(_ script: String) throws {
    let connection = try WriterConnection.open(try DatabaseLocation(path: database))
    try connection.run("PRAGMA foreign_keys = OFF")
    try connection.beginWrite()
    try connection.runScript(script) { _ in }
    try connection.commitWrite()
  }

  /// Extracts rows and returns the text of each file.
  @discardableResult
  func extract(
    _ table: String,
    where condition: String? = nil,
    limit: Int? = nil,
    with children: [ExtractRequest.Children] = [],
    replacing: Bool = true
  ) throws -> [String: String] {
    var request = ExtractRequest(table: table, output: output)
    request.condition = condition
    request.limit = limit
    request.children = children
    request.replacesExisting = replacing
    _ = try Extractor(path: database).run(request)
    return try files()
  }

  /// The error of an extraction that must fail, or nil.
  func failure(
    _ table: String,
    where condition: String? = nil,
    with children: [ExtractRequest.Children] = [],
    replacing: Bool = true
  ) throws -> InspectionError? {
    do {
      try extract(table, where: condition, with: children, replacing: replacing)
      return nil
    } catch let error as InspectionError {
      return error
    }
  }

  /// The files of the fixture, in Latin 1, so that every byte counts.
  func files() throws -> [String: String] {
    guard FileManager.default.fileExists(atPath: output) else { return [:] }
    var files: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: output) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: output + "/" + name))
      files[name] = String(decoding: bytes, as: UTF8.self)
    }
    return files
  }

  /// The names in the directory of the scene.
  func entries() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { !$0.hasPrefix("source.sqlite") }.sorted()
  }

  /// A scene with the same tables, into which the fixture of this scene is loaded.
  func loaded() throws -> ExtractScene {
    let copy = try ExtractScene(schema)
    let folder = try FixtureFolder(path: output, shownAs: "fixture")
    _ = try FixtureLoader(folder, into: copy.database).load()
    return copy
  }

  func rows(_ sql: SQL) throws -> [[SQLiteValue]] {
    let connection = try Connection.open(try DatabaseLocation(path: database), mode: .reader)
    return try connection.rows(sql).map(\.values)
  }
}
