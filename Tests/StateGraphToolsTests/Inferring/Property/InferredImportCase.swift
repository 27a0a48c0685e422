import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport

/// One case of the property: files whose tables are inferred, and which are then imported.
struct InferredImportCase {
  let records: [GeneratedRecord]
  /// Whether the inference and the import get the folder of the files, and not the files.
  var isFolder = false
  /// The encoding of the files, of which only an option tells the inference and the import. Nil
  /// means UTF-8 without an option.
  var encoding: TextEncoding?

  /// Returns what is wrong with the case, or nil.
  func problem() -> String? {
    do {
      return try check()
    } catch let error as ImportError {
      return "\(error.code): \(error)"
    } catch {
      return "\(error)"
    }
  }

  private func inferred(_ files: [(name: String, text: String)]) throws -> InferenceScene {
    guard let encoding else {
      return try InferenceScene(files, quotedEmpty: .text, inFolder: isFolder)
    }
    let encode = { (text: String) -> [UInt8] in
      encoding == .latin1
        ? text.unicodeScalars.map { UInt8($0.value) }
        : text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }
    return try InferenceScene(
      files,
      quotedEmpty: .text,
      inFolder: isFolder,
      { $0.encoding = encoding },
      encode: encode
    )
  }

  /// Whether each character of the case has a byte in Latin-1.
  static func isLatin1(_ records: [GeneratedRecord]) -> Bool {
    GeneratedRecord.files(records).allSatisfy { file in
      file.text.unicodeScalars.allSatisfy { $0.value < 256 }
    }
  }

  private func check() throws -> String? {
    guard !records.isEmpty else { return nil }
    let files = GeneratedRecord.files(records)
    let scene: InferenceScene
    do {
      scene = try inferred(files)
    } catch let error as ImportError
      where error.message.hasPrefix("the input is empty")
      || error.message.contains("different paths")
    {
      // The inference refuses an input without records, and one with more nested paths than it has
      // temporary tables.
      return nil
    }
    let database = try ImportScene(scene.schema.sql)
    // The warning about keys of rows that no record describes names this option.
    let keepsDangling = scene.schema.warnings.contains { $0.contains("--dangling") }
    let change = { (request: inout ImportRequest) in
      request.fields.quotedEmptyField = .text
      if keepsDangling { request.dangling = .keep }
    }
    let changeOfInputs = { (request: inout ImportRequest) in
      change(&request)
      for index in request.inputs.indices { request.inputs[index].encoding = encoding }
    }
    let report = try database.run(scene.paths, changeOfInputs)
    if let lost = try lostScalar(in: database, scene.schema.warnings, report) { return lost }
    let expectation = DomainExpectation(records: records)
    if let missing = try expectation.problem(scene, database, report) { return missing }
    for (name, _) in files {
      // A CSV record without values is a blank line.
      let expected = records.count { record in
        let isBlank = name.hasSuffix(".csv") && record.members.allSatisfy { $0.value.field.isEmpty }
        return record.file == name && !isBlank
      }
      let table = GeneratedRecord.table(ofFile: name)
      let count = try database.rows("SELECT count(*) FROM \(table: table)")
      guard count.count == 1, case .integer(let rows) = count[0][0], rows >= expected else {
        return "the table \(table) has \(count) rows for \(expected) records"
      }
    }
    let second = try database.run(scene.paths, changeOfInputs)
    guard second.changes == 0 else {
      let changed = second.tables.filter { $0.inserted + $0.updated > 0 }
      return "the second import changed \(changed)"
    }
    return try roundTrip(database, scene, change)
      ?? nestedRoundTrip(database, scene, change)
  }

  private func lostScalar(
    in scene: ImportScene,
    _ warnings: [String],
    _ report: ImportReport
  ) throws -> String? {
    let connection = try Connection.open(try DatabaseLocation(path: scene.database), mode: .reader)
    var found = ScalarCensus()
    for table in try SchemaReader(connection).tables() {
      for row in try connection.rows("SELECT * FROM \(table: table.name)") {
        for value in row.values { found.add(value) }
      }
    }
    let columns = report.conflicts.flatMap(\.columns)
    for record in records {
      for member in record.members {
        let isField = record.file.hasSuffix(".csv")
        let isExcused = { (name: String) in
          let column = FoldedName.snakeCase(name)
          return Self.isExcused(name, by: warnings)
            || ["", "_json", "_id"].contains { columns.contains(column + $0) }
        }
        if let lost = lost(member, isField: isField, from: found, isExcused) { return lost }
      }
    }
    let expected = MemberCensus(records) { Self.isExcused($0, by: warnings) }
    return expected.missing(from: try MemberCensus(connection))
  }

  /// Whether a warning says that the tables have no place for the objects and arrays of a member.
  private static func isExcused(_ member: String, by warnings: [String]) -> Bool {
    warnings.contains { $0.contains(": \(member) contains objects or arrays (") }
  }

  private func lost(
    _ member: InputMember,
    isField: Bool,
    from found: ScalarCensus,
    _ isExcused: (String) -> Bool
  ) -> String? {
    if isExcused(member.name) { return nil }
    switch member.value {
    case .null: return nil
    case .object(let members):
      for member in members {
        if let lost = lost(member, isField: isField, from: found, isExcused) { return lost }
      }
      return nil
    case .list(let elements):
      for element in elements {
        let inner = InputMember(member.name, element)
        if let lost = lost(inner, isField: isField, from: found, isExcused) { return lost }
      }
      return nil
    default:
      let texts =
        isField
        ? ScalarCensus.texts(ofField: member.value) : [ScalarCensus.text(of: member.value)]
      return texts.contains(where: found.contains)
        ? nil : "the scalar \(member.value.json) of \(member.name) is not in the file"
    }
  }

  /// Exports all tables, imports them into a new file, and compares the rows.
  private func roundTrip(
    _ source: ImportScene,
    _ scene: InferenceScene,
    _ change: (inout ImportRequest) -> Void
  ) throws -> String? {
    var request = ExportRequest(tables: [], to: .folder(source.directory.file("out")))
    request.format = .jsonl
    return try isEqual(request, source, scene, change)
      ? nil : "an export and an import into a new file give other rows"
  }

  /// Exports the tables of the files with all related rows. An export that leaves out rows and says
  /// so is not compared.
  private func nestedRoundTrip(
    _ source: ImportScene,
    _ scene: InferenceScene,
    _ change: (inout ImportRequest) -> Void
  ) throws -> String? {
    var tables: [String] = []
    for record in records where !tables.contains(record.table) { tables.append(record.table) }
    var request = ExportRequest(tables: tables, to: .folder(source.directory.file("nested")))
    request.format = .json
    request.isNested = true
    return try isEqual(request, source, scene, change)
      ? nil : "a nested export and an import into a new file give other rows"
  }

  /// Whether an export and an import into a new file give equal rows. True if the export has
  /// reported rows that it leaves out.
  private func isEqual(
    _ request: ExportRequest,
    _ source: ImportScene,
    _ scene: InferenceScene,
    _ change: (inout ImportRequest) -> Void
  ) throws -> Bool {
    let exported = try Exporter(path: source.database).run(request)
    guard exported.leftOut.isEmpty else { return true }
    let target = try ImportScene(scene.schema.sql)
    _ = try target.run([]) { request in
      request.inputs = exported.tables.compactMap { table in
        table.path.map { path in
          var input = ImportInput(path: path)
          input.table = table.table
          return input
        }
      }
      change(&request)
    }
    return sameBytes(try source.dump(), try target.dump())
  }

  /// The files and the SQL of the case, for the message of a failure.
  var description: String {
    let files = GeneratedRecord.files(records)
    let sql = (try? inferred(files).schema.sql) ?? "no tables"
    return (encoding.map { "in \($0.rawValue):\n" } ?? "")
      + files.map { "\($0.name):\n\($0.text)" }.joined() + sql
  }

  /// A small case that fails in the same way.
  func shrunk() -> InferredImportCase {
    let kind = kindOfProblem
    let small = shrink(records, budget: 300) {
      $0.simpler
    } fails: { records in
      with(records).kindOfProblem == kind
    }
    return with(small)
  }

  private func with(_ records: [GeneratedRecord]) -> InferredImportCase {
    InferredImportCase(records: records, isFolder: isFolder, encoding: encoding)
  }

  /// The beginning of the problem, which does not name the file and the values.
  private var kindOfProblem: String? {
    problem().map { problem in String(problem.prefix { $0 != ":" && $0 != "\"" && $0 != "[" }) }
  }
}
