import Foundation
import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport

/// Input files, the schema inferred from them, and a database with that schema.
struct InferenceScene {
  let directory: TemporaryDirectory
  let paths: [String]
  let schema: InferredSchema

  /// - Parameters:
  ///   - isFolder: Whether the inference reads the folder of the files, of which the last one is in
  ///     a subfolder.
  ///   - encode: Returns the bytes of a file's text.
  init(
    _ files: [(name: String, text: String)],
    nulls: [String] = [],
    quotedEmpty: FieldRules.EmptyField? = nil,
    keys: MissingKeyPolicy = .content,
    inFolder isFolder: Bool = false,
    _ change: (inout ImportInput) -> Void = { _ in },
    encode: (String) -> [UInt8] = { Array($0.utf8) }
  ) throws {
    directory = try TemporaryDirectory()
    var paths: [String] = []
    for file in files { paths.append(try directory.write(encode(file.text), to: file.name)) }
    if isFolder, let last = paths.last, let name = files.last?.name {
      let inner = directory.file("inner")
      try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
      try FileManager.default.moveItem(atPath: last, toPath: inner + "/" + name)
      paths = [directory.path]
    }
    self.paths = paths
    var inference = SchemaInference(
      inputs: paths.map { path in
        var input = ImportInput(path: path)
        change(&input)
        return input
      }
    )
    inference.nullSpellings = nulls
    inference.fields.quotedEmptyField = quotedEmpty
    inference.missingKeys = keys
    schema = try inference.run()
  }

  /// Imports the same files into an empty database of the inferred schema.
  func imported(nulls: [String] = []) throws -> ImportScene {
    let scene = try ImportScene(schema.sql)
    try scene.run(paths) { $0.nullSpellings = nulls }
    return scene
  }

  /// The declared types of a table, as SQLite reads the SQL.
  func types(_ table: String) throws -> [String] {
    try read(table).columns.map { $0.declaredType + ($0.isNotNull ? "" : "?") }
  }

  func read(_ table: String) throws -> TableSchema {
    let connection = try WriterConnection.open(.memory)
    try connection.runScript(schema.sql) { _ in }
    guard let found = try SchemaReader(connection).table(table) else {
      throw TestFailure("no table \(table) in \(schema.sql)")
    }
    return found
  }

  /// `author_id>authors(id)` for each foreign key, in the order of their names.
  func references(_ table: String) throws -> [String] {
    try read(table).foreignKeys.map { key in
      let target = "\(key.referencedTable)(\(key.referencedColumns.joined(separator: ",")))"
      return "\(key.columns.joined(separator: ","))>\(target)"
    }.sorted()
  }
}
