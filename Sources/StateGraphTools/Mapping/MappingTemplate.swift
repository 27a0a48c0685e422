import StateGraphFormats
package import StateGraphImport
import StateGraphSQLite

/// A mapping for the inputs of an import, which the user completes. `import --mapping-template`
/// prints it.
///
/// The mapping lists each name in the inputs for which its table has no column. It maps the name to
/// the most similar column that no other name stands for. If no column is similar, it ignores the
/// name.
package struct MappingTemplate {
  /// The part of the mapping for one table: which names are renamed to columns, and which are
  /// ignored.
  package struct Entry {
    package let table: String
    package var renames: [(name: String, column: String)] = []
    package var ignored: [String] = []
  }

  /// The maximum number of JSON records of one input from which names are read.
  private static let recordLimit = 1_000

  /// One element for each table that the inputs belong to, in the order of the inputs.
  package private(set) var entries: [Entry] = []

  /// Reads the names of the inputs, and compares them with the tables of a database.
  ///
  /// - Parameters:
  ///   - inputs: The inputs of the import. A directory stands for its files.
  ///   - path: The path of the database. The database is not changed.
  /// - Throws: `InspectionError` if a table does not exist, `ImportError` if an input cannot be
  ///   read, or `DatabaseError` if the database cannot be read.
  package init(inputs: [ImportInput], database path: String) throws {
    let schemas = try ReadSession(path: path).read { try SchemaReader($0).tables() }
    let plan = ImportPlan(schemas)
    var found: [(table: Int, names: NamesOfInput)] = []
    for input in try Self.files(of: inputs) {
      let source = try ByteSource(path: input.path, encoding: input.encoding)
      guard let table = input.tableName else {
        throw ImportError(
          .unknownTable,
          "\(source.name): the name does not tell which table the records belong to",
          remedy: "Pass --table"
        )
      }
      guard let index = plan.tableIndex(table) else { throw Self.unknown(table, in: schemas) }
      let place = found.firstIndex { $0.table == index } ?? found.count
      if place == found.count { found.append((index, NamesOfInput())) }
      try Self.read(input, source: source, plan: plan, table: index, into: &found[place].names)
    }
    entries = found.map { Self.entry(for: $0.names, plan.tables[$0.table]) }
  }

  private static func unknown(_ name: String, in schemas: [TableSchema]) -> any Error {
    do {
      _ = try TableLookup(schemas).table(name)
      return InspectionError(.unknownTable, "the database has no table \(printable(name))")
    } catch {
      return error
    }
  }

  private static func files(of inputs: [ImportInput]) throws(ImportError) -> [ImportInput] {
    var files: [ImportInput] = []
    for input in inputs {
      guard let folder = try InputDirectory(path: input.path, database: nil, format: input.format)
      else {
        files.append(input)
        continue
      }
      for path in folder.files {
        var file = input
        file.path = path
        files.append(file)
      }
    }
    return files
  }

  /// The names of columns and members in the inputs of one table.
  private struct NamesOfInput {
    /// The names for which the table has no column.
    var unknown: [String] = []
    /// The indices of the table's columns that other names stand for.
    var columns: Set<Int> = []
  }

  /// Reads the names in one input, and adds them to the names of its table.
  private static func read(
    _ input: ImportInput,
    source: ByteSource,
    plan: ImportPlan,
    table: Int,
    into names: inout NamesOfInput
  ) throws(ImportError) {
    let format = input.format ?? ImportFormat(path: input.path) ?? ImportFormat(sniffing: source)
    func note(_ name: String, form: MemberForm) {
      switch plan.resolve(name, form: form, in: table) {
      case .role(.column(let column)): names.columns.insert(column)
      case .role(.reference(let key)):
        names.columns.formUnion(plan.tables[table].foreignKeys[key].columns)
      case .unknown where !names.unknown.containsExactly(name): names.unknown.append(name)
      default: break
      }
    }
    guard format == .csv || format == .tsv else {
      let reader = JSONRecordReader(source, reading: input, mayBeEmpty: true)
      var count = 0
      while count < recordLimit, let record = try reader.next() {
        count += 1
        for member in record.members ?? [] { note(member.key, form: member.value.form) }
      }
      return
    }
    let reader = try CSVSource(
      source,
      request: input.dialect,
      format: format,
      outsideNames: input.columns,
      isColumn: { plan.tables[table].columnIndex($0) != nil }
    ).reader()
    if let given = input.columns {
      for name in given { note(name, form: .scalar) }
    } else {
      for column in try reader.readHeader() where !column.isUnnamed {
        note(column.name, form: .scalar)
      }
    }
  }

  private static func entry(for names: NamesOfInput, _ table: TablePlan) -> Entry {
    var entry = Entry(table: table.name)
    var free = table.schema.columns.indices.filter {
      !names.columns.contains($0) && table.column($0).generation == .none
    }.map { table.column($0).name }
    for name in names.unknown {
      guard let column = FoldedName.nearest(to: FoldedName.snakeCase(name), among: free) else {
        entry.ignored.append(name)
        continue
      }
      entry.renames.append((name, column))
      free.removeAll { $0 == column }
    }
    return entry
  }
}
