public import StateGraphFormats
public import StateGraphImport
import StateGraphSQLite

/// Infers tables that can store the records of the inputs without loss.
///
/// The inference reads every record. A column is INTEGER if every value is an integer. A column is
/// NOT NULL if every record has a value. A column is a key if all values are different, and if it
/// has the name of a key or at least 100 values that are UUIDs, ULIDs or object ids. A column is a
/// reference if every value exists in the referenced table.
///
/// Temporary SQLite tables contain the values, so little memory is needed. The values of one CSV
/// file are stored only if a comparison needs them, and the file is then read again.
///
/// A person should read and edit the SQL, because later records can be different. Comments in the
/// SQL give the reason for each decision.
public struct SchemaInference: Sendable {
  /// The inputs to read, with the same options as for an import. A directory stands for all its
  /// files, as in an import. If several inputs have the same table name, their records become rows
  /// of one table.
  public var inputs: [ImportInput]
  /// What the texts of CSV fields mean, for example which of them mean NULL. An import of the same
  /// records needs the same rules.
  public var fields = FieldRules()
  /// How records get a key if no columns identify them. An import of the same records needs the
  /// same policy.
  public var missingKeys = MissingKeyPolicy.content
  /// Whether records that cannot be read are left out, as by an import with an error policy other
  /// than `abort`. If true, a warning counts them. If false, the first such record ends the
  /// inference with an error.
  public var skipsBadRecords = false
  /// The mapping from the names and values of the inputs to the names and values of the tables. Nil
  /// for no mapping. An import of the same records needs the same mapping.
  public var mapping: MappingSource?
  /// Whether CSV fields such as `1,234`, ` 7` and `+5` are numbers. An import of the same records
  /// needs the same policy. With `NumberPolicy.exact`, a column of such fields has the type TEXT,
  /// and a warning proposes the other policy.
  public var numbers = NumberPolicy.exact

  /// Creates an inference of tables for the records of several inputs. It also searches for
  /// references from one input to another.
  public init(inputs: [ImportInput]) { self.inputs = inputs }

  /// The texts that mean NULL in CSV fields without quotes: `FieldRules/nullSpellings`.
  public var nullSpellings: [String] {
    get { fields.nullSpellings }
    set { fields.nullSpellings = newValue }
  }

  /// Reads all inputs to their ends, on the calling thread, and infers the tables.
  ///
  /// - Returns: The inferred tables as SQL and as a list.
  /// - Throws: `ImportError` if an input cannot be read or is malformed, or if its table or columns
  ///   cannot be determined from the names.
  public func run() throws(ImportError) -> InferredSchema {
    let (files, skipped) = try files()
    let rules = try mapping?.load()
    var mapped: MappedRecords?
    if let rules { mapped = try MappedRecords(rules) }
    let area = try StagingArea()
    do {
      return try infer(files, skipped: skipped, rules: rules, mapped: mapped, in: area)
    } catch {
      guard area.lacksRows else { throw error }
    }
    // SQL must compare the values of the file, so this inference reads it again and stores them.
    let second = try StagingArea()
    second.mustStoreRows = true
    return try infer(files, skipped: skipped, rules: rules, mapped: mapped, in: second)
  }

  private func infer(
    _ files: [ImportInput],
    skipped: [String],
    rules: ImportMapping?,
    mapped: MappedRecords?,
    in area: StagingArea
  ) throws(ImportError) -> InferredSchema {
    var shapes: [RecordShape] = []
    for input in files {
      let profile = try InputProfile(
        input: input,
        rules: fields,
        skipsBadRecords: skipsBadRecords,
        mapping: mapped,
        area: area
      )
      // Most single files show their types and their key without a comparison by SQL.
      area.storesRows = area.mustStoreRows || files.count > 1 || !profile.mayBeReadAgain
      // All inputs of one table are one group of records, because a key must be unique in all of
      // them.
      if let known = shapes.first(where: { $0.name.isSameName(as: profile.table) }) {
        try profile.run(into: known)
        continue
      }
      let shape = try profile.makeShape()
      shape.numbers = fields.numberForm(numbers)
      try profile.run(into: shape)
      shapes.append(shape)
    }
    for shape in shapes { try shape.uniteArrays() }
    for shape in shapes where !shape.numbers.isPlain { shape.acceptLenientNumbers() }
    for shape in shapes { try shape.decideEmptyFields() }
    let assembly = try SchemaAssembly(shapes, missingKeys: missingKeys, in: area)
    let ordered = Self.parentsFirst(assembly.tables)
    for table in ordered where table.name.lowercased().hasPrefix("sqlite_") {
      throw ImportError(
        .unknownTable,
        "SQLite reserves names that begin with sqlite_: \(printable(table.name))",
        remedy: "Pass another name with --table"
      )
    }
    var names = ordered.map(\.name)
    let tables = ordered.map { $0.createSQL(besides: &names) }
    let sql = Self.header(files) + "\n" + tables.joined(separator: "\n")
    try Self.check(sql)
    return InferredSchema(
      sql: sql,
      tables: ordered.map { table in
        InferredSchema.Table(
          name: table.name,
          columns: table.columns.map(\.name),
          primaryKey: table.key,
          keyReason: table.keyNote,
          records: table.parts.reduce(0) { $0 + Int($1.shape.rowCount) }
        )
      },
      warnings: skipped + Self.unknownTables(in: rules, ordered) + assembly.warnings
    )
  }

  /// The maximum number of inputs that the header of the SQL names. The header counts the others.
  private static let namedInputs = 5

  /// Returns the inputs, with a directory replaced by its files. Also returns a warning for each
  /// entry of a directory that is not read.
  private func files() throws(ImportError) -> (files: [ImportInput], skipped: [String]) {
    var files: [ImportInput] = []
    var skipped: [String] = []
    for input in inputs {
      guard
        let directory = try InputDirectory(path: input.path, database: nil, format: input.format)
      else {
        files.append(input)
        continue
      }
      skipped += directory.skipped.map { commentText("\($0)") }
      for path in directory.files {
        var file = input
        file.path = path
        files.append(file)
      }
    }
    return (files, skipped)
  }

  /// Returns a warning for each table of the mapping that was not inferred. This is no error,
  /// because one mapping can serve several inferences.
  private static func unknownTables(
    in mapping: ImportMapping?,
    _ tables: [InferredTable]
  ) -> [String] {
    let known = tables.map(\.name)
    return (mapping?.tables.keys.sorted() ?? []).compactMap { name in
      let snake = FoldedName.snakeCase(name)
      if known.contains(where: { $0.isSameName(as: name) || $0.isSameName(as: snake) }) {
        return nil
      }
      let nearest = FoldedName.nearest(to: name, among: known).map { [$0] } ?? known
      let names = nearest.prefix(5).map(printable).joined(separator: " or ")
      return "the mapping names the table \(printable(name)), which these inputs do not have: "
        + "rename it, for example to \(names), or import it from another file"
    }
  }

  private static func header(_ inputs: [ImportInput]) -> String {
    let names = inputs.prefix(namedInputs).map { input in
      input.path.split(separator: "/").last.map { String($0) } ?? input.path
    }
    let rest = inputs.count - names.count
    let more = rest == 0 ? "" : rest == 1 ? " and 1 more file" : " and \(rest) more files"
    return """
      -- Inferred from all records of \(commentText(names.joined(separator: ", ") + more)).
      -- Read and edit this before you apply it: it describes these files, and later files may
      -- differ.

      """
  }

  /// Runs the generated SQL in a database in memory.
  ///
  /// - Throws: An `ImportError` if SQLite refuses a table or a foreign key.
  private static func check(_ sql: String) throws(ImportError) {
    do throws(DatabaseError) {
      let connection = try WriterConnection.open(.memory)
      try connection.runScript(sql) { _ in }
      // SQLite checks that the target of a foreign key is unique only when it uses the foreign key.
      _ = try connection.rows("PRAGMA foreign_key_check")
    } catch {
      throw ImportError(
        .unsupportedSchema,
        "SQLite refuses the tables that were found for these records: " + error.message,
        remedy: "If members with the same name contain different records, rename one of them, or "
          + "write the migration by hand",
        cause: error
      )
    }
  }

  /// Returns the tables in the order in which the SQL creates them. Each table comes after the
  /// tables to which it refers, unless the references form a cycle.
  private static func parentsFirst(_ tables: [InferredTable]) -> [InferredTable] {
    var ordered: [InferredTable] = []
    var rest = tables
    while !rest.isEmpty {
      let next =
        rest.firstIndex { table in
          table.references.allSatisfy { reference in
            reference.table.isSameName(as: table.name)
              || !rest.contains { $0.name.isSameName(as: reference.table) }
          }
        } ?? 0
      ordered.append(rest.remove(at: next))
    }
    return ordered
  }
}
