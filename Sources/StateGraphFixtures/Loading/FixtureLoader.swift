import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import StateGraphThreads

/// Loads the files of a fixture, which is a folder of rows, into a database that has its tables.
///
/// The SQL files run first, in the order of their names. All other files are then read in one
/// transaction. The transaction checks the references between rows at its end, so rows can refer to
/// each other in a cycle.
package struct FixtureLoader {
  private let folder: FixtureFolder
  private let database: String

  /// - Parameters:
  ///   - folder: The files to load.
  ///   - database: The path of the database file, which no other connection has open.
  package init(_ folder: FixtureFolder, into database: String) {
    self.folder = folder
    self.database = database
  }

  /// Loads all files.
  ///
  /// - Returns: The labels that the files define. A label is a name such as `@alice` that stands
  ///   for the key of a row.
  /// - Throws: ``FixtureError`` with the exact position of the first error.
  package func load() throws(FixtureError) -> LabelNames {
    let schema = try schema()
    let inputs = try inputs(schema) { error throws(FixtureError) in throw error }
    let scripts = folder.files.filter(\.isSQL)
    for file in scripts { try run(file) }
    let log = LabelLog(schema)
    if !inputs.isEmpty { try importRows(inputs, log: log) }
    if !scripts.isEmpty, let error = try danglingReferences(of: scripts).first { throw error }
    return log.names
  }

  /// Loads as many files and records as possible, and returns all errors.
  ///
  /// If there are errors, the database contains only the part of the fixture without them. A record
  /// that refers to a bad record causes an error, too.
  ///
  /// - Throws: ``FixtureError`` if the database cannot be read or written.
  package func errors() throws(FixtureError) -> [FixtureError] {
    let schema = try schema()
    var errors: [FixtureError] = []
    let inputs = try inputs(schema) { errors.append($0) }
    let scripts = folder.files.filter(\.isSQL)
    for file in scripts {
      do throws(FixtureError) { try run(file) } catch { errors.append(error) }
    }
    if !inputs.isEmpty { errors += try importErrors(inputs, log: LabelLog(schema)) }
    if !scripts.isEmpty { errors += try danglingReferences(of: scripts) }
    return errors
  }

  private func schema() throws(FixtureError) -> LabelSchema {
    try readingDatabase { connection throws(DatabaseError) in
      LabelSchema(try SchemaReader(connection).tables())
    }
  }

  /// Returns one import input for each file that contains rows, with the name of its table.
  private func inputs(
    _ schema: LabelSchema,
    reporting report: FixtureErrorReport
  ) throws(FixtureError) -> [ImportInput] {
    var inputs: [ImportInput] = []
    var files: [String: String] = [:]
    for file in folder.files where !file.isSQL {
      do throws(FixtureError) {
        let input = try input(file, schema: schema)
        if let other = files.updateValue(file.name, forKey: input.table ?? "") {
          throw FixtureError(
            "the table \(input.table ?? "") already has the file \(other)",
            remedy: "Move all rows into one file",
            in: folder.shownPath(of: file.name)
          )
        }
        inputs.append(input)
      } catch {
        try report(error)
      }
    }
    return inputs
  }

  private func input(
    _ file: FixtureFolder.File,
    schema: LabelSchema
  ) throws(FixtureError) -> ImportInput {
    var input = ImportInput(path: folder.path + "/" + file.name)
    guard let name = input.tableName, let table = schema.table(name)?.name else {
      let name = input.tableName ?? file.name
      let nearest = FoldedName.nearest(to: name, among: schema.tableNames)
      throw FixtureError(
        "the database has no table \(printable(name))",
        remedy: nearest.map { "The nearest is \(printable($0))" } ?? "",
        in: folder.shownPath(of: file.name)
      )
    }
    input.table = table
    return input
  }

  // MARK: Rows

  private func request(_ inputs: [ImportInput], log: LabelLog) -> ImportRequest {
    var request = ImportRequest(inputs: inputs)
    request.onConflict = .error
    request.onDuplicate = .error
    request.labels = log
    return request
  }

  private func importRows(_ inputs: [ImportInput], log: LabelLog) throws(FixtureError) {
    do throws(ImportError) {
      _ = try Importer(path: database).run(request(inputs, log: log))
    } catch {
      throw fixtureError(error, log: log)
    }
  }

  /// Imports all correct records, and returns one error for each record or file that is refused.
  private func importErrors(
    _ inputs: [ImportInput],
    log: LabelLog
  ) throws(FixtureError) -> [FixtureError] {
    var request = request(inputs, log: log)
    request.onError = .skip
    let rejected = Guarded<[ImportError]>([])
    request.didReject = { error in rejected.withLock { $0.append(error) } }
    var refused: [FixtureError] = []
    do throws(ImportError) {
      refused = try Importer(path: database).run(request).refusedInputs.map { input in
        fixtureError(
          ImportError(.unknownColumn, input.reason, remedy: input.remedy, place: input.place),
          log: log
        )
      }
    } catch {
      // The import skips bad records, but an error of the database or of a whole file ends it.
      refused = [fixtureError(error, log: log)]
    }
    return rejected.withLock { $0 }.map { fixtureError($0, log: log) } + refused
  }

  private func fixtureError(_ error: ImportError, log: LabelLog) -> FixtureError {
    guard var place = error.place else {
      return FixtureError(error.message, remedy: advice(error), in: folder.shownPath)
    }
    let use = log.use(at: place)
    if place.file.hasPrefix(folder.path + "/") {
      place.file = folder.shownPath + place.file.dropFirst(folder.path.count)
    }
    guard error.code == .danglingReference, let use else {
      return FixtureError(error.message, remedy: advice(error), at: place)
    }
    let nearest = log.nearest(to: use.label, in: use.table)
    return FixtureError(
      "no row of \(use.table) is labelled \(printable(use.label))",
      remedy: nearest.map { "The nearest is \(printable($0))" } ?? "",
      at: place
    )
  }

  /// Returns the importer's advice. Empty if the advice names a command or one of its options,
  /// because a test has neither.
  private func advice(_ error: ImportError) -> String {
    error.remedy.contains("--") || error.remedy.contains("stategraph ") ? "" : error.remedy
  }

  // MARK: SQL

  private func run(_ file: FixtureFolder.File) throws(FixtureError) {
    let shown = folder.shownPath(of: file.name)
    guard let script = String(validating: try folder.bytes(of: file), as: UTF8.self) else {
      throw FixtureError("the file is no UTF-8 text", in: shown)
    }
    do throws(DatabaseError) {
      let connection = try WriterConnection.open(
        DatabaseLocation(path: database),
        mode: .existing
      )
      try connection.run("PRAGMA foreign_keys = OFF")
      try connection.beginWrite()
      try connection.runScript(script) { statement throws(DatabaseError) in
        try Migrator.refuseControl(statement)
      }
      try connection.commitWrite()
    } catch {
      throw FixtureError(error, inSQLFile: shown)
    }
  }

  /// Finds the references to missing rows, and returns one error for each pair of tables with such
  /// a reference.
  ///
  /// This check is needed because foreign keys are not enforced while the SQL files run.
  private func danglingReferences(
    of scripts: [FixtureFolder.File]
  ) throws(FixtureError) -> [FixtureError] {
    let references = try readingDatabase { connection throws(DatabaseError) in
      try BrokenReferences.pairs(on: connection)
    }
    return references.map { child, parent in
      FixtureError(
        "a row of \(child) refers to a row of \(parent) that does not exist",
        in: folder.shownPath(of: scripts[0].name)
      )
    }
  }

  private func readingDatabase<Result>(
    _ body: (Connection) throws(DatabaseError) -> Result
  ) throws(FixtureError) -> Result {
    do throws(DatabaseError) {
      let connection = try WriterConnection.open(
        DatabaseLocation(path: database),
        mode: .existing
      )
      return try body(connection)
    } catch {
      throw FixtureError(error.clause, remedy: error.remedy, in: folder.shownPath)
    }
  }
}
