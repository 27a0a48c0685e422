package import StateGraphFormats
package import StateGraphImport
package import StateGraphSQLite
package import TestSupport

/// A database and some files of one test.
package final class ImportScene {
  package let directory: TemporaryDirectory
  package var database: String { directory.path + "/scene.sqlite" }

  /// A database with these tables.
  package init(_ schema: String) throws {
    directory = try TemporaryDirectory()
    let connection = try WriterConnection.open(
      try DatabaseLocation(path: directory.path + "/scene.sqlite")
    )
    try connection.runScript(schema) { _ in }
  }

  /// A database with the tables of both sample domains.
  package static func samples() throws -> ImportScene {
    let scene = try ImportScene("")
    let migrations = try MigrationSource.directory(PackageRoot.migrations).load()
    let connection = try WriterConnection.open(
      try DatabaseLocation(path: scene.database)
    )
    _ = try Migrator(connection, migrations: migrations).migrate()
    return scene
  }

  @discardableResult
  package func file(_ name: String, _ text: String) throws -> String {
    try directory.write(text, to: name)
  }

  /// Imports files, each named after its table.
  @discardableResult
  package func run(
    _ paths: [String],
    _ change: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportReport {
    var request = ImportRequest(inputs: paths.map { ImportInput(path: $0) })
    change(&request)
    return try Importer(path: database).run(request)
  }

  /// Imports one text as the file `name`.
  @discardableResult
  package func run(
    _ name: String,
    _ text: String,
    _ change: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportReport {
    try run([try file(name, text)], change)
  }

  /// The error of an import, which must have changed nothing.
  package func failure(
    _ name: String,
    _ text: String,
    _ change: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportError {
    let before = try dump()
    do {
      try run(name, text, change)
    } catch let error as ImportError {
      guard try dump() == before else { throw TestFailure("a failed import changed the file") }
      return error
    }
    throw TestFailure("the import did not fail")
  }

  /// Every row of every table, in an order of its own.
  package func dump() throws -> [String] { try dumpOfDatabase(at: database) }

  package func rows(_ sql: SQL) throws -> [[SQLiteValue]] {
    let connection = try Connection.open(try DatabaseLocation(path: database), mode: .reader)
    return try connection.rows(sql).map(\.values)
  }
}

package func dumpOfDatabase(at path: String) throws -> [String] {
  let connection = try Connection.open(try DatabaseLocation(path: path), mode: .reader)
  var lines: [String] = []
  for table in try SchemaReader(connection).tables() {
    let rows = try connection.rows("SELECT * FROM \(table: table.name)")
    lines += rows.map { "\(table.name) \($0.values)" }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }
  return lines
}

/// Equal byte for byte, as Swift's strings are not.
package func sameBytes(_ left: [String], _ right: [String]) -> Bool {
  left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
}

extension ImportError {
  /// `line:column`, for comparison with the description of a fixture.
  package var lineAndColumn: String { place.map { "\($0.line):\($0.column)" } ?? "" }
}
