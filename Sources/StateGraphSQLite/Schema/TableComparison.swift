/// Compares one table that a Swift type declares with the table of the same name in the file.
///
/// For each difference, the comparison proposes SQL that removes the difference, if possible.
struct TableComparison {
  let definition: TableDefinition
  let file: FileSchema
  /// The table in the file, or nil if the file has no such table.
  ///
  /// If the migration renames columns, this value already has the new names.
  private(set) var table: TableSchema?
  private(set) var differences: [SchemaDifference] = []
  /// The statements that drop the search table and its triggers. In the migration, they stand
  /// before any rename.
  private var preparations: [SQL] = []
  private var statements: [SQL] = []
  /// The statements that create the search table and its triggers again. In the migration, they
  /// stand at the end.
  private var conclusions: [SQL] = []
  /// One element for each difference that the migration does not remove: the reason, which becomes
  /// an SQL comment.
  private var remarks: [String] = []

  init(_ definition: TableDefinition, in file: FileSchema) {
    self.definition = definition
    self.file = file
    table = file.table(definition.name)
    if table == nil, file.object(definition.name)?.kind == "view" {
      let what = "the file has a view of this name, and the rows of a view have no key"
      differ(nil, what: what, isBreaking: true)
      remarks.append("A type cannot be the type of a view. Read the view by database.live(sql:).")
      return
    }
    guard table != nil else {
      differ(nil, what: "the file has no such table", isBreaking: true)
      propose(definition.createStatements)
      return
    }
    compareSearch()
    compareTableName()
    compareColumnNames()
    compareKey()
    for column in definition.columns { compare(column) }
    compareExtraColumns()
    compareReferences()
    compareIndexes()
    compareOptions()
  }

  var proposalSection: String? {
    let sql = (preparations + statements + conclusions).map { "\($0.text);" }
    let comments = remarks.map(TableComparison.comment)
    guard !sql.isEmpty || !comments.isEmpty else { return nil }
    return ([TableComparison.comment(definition.name)] + sql + comments).joined(separator: "\n")
  }

  /// Returns the text as an SQL comment without line breaks.
  ///
  /// A name can contain a line break. Without this method, SQLite would run the text after the line
  /// break as SQL.
  private static func comment(_ text: String) -> String {
    "-- " + String(text.map { $0.isNewline ? " " : $0 })
  }

  mutating func differ(_ column: String?, what: String, isBreaking: Bool) {
    let place = column.map { "\(definition.name).\($0)" } ?? definition.name
    differences.append(
      SchemaDifference(
        table: definition.name,
        column: column,
        text: "\(place): \(what)",
        isBreaking: isBreaking
      )
    )
  }

  mutating func propose(_ sql: [SQL]) { statements += sql }
  mutating func prepare(_ sql: [SQL]) { preparations += sql }
  mutating func conclude(_ sql: [SQL]) { conclusions += sql }

  /// Records the reason why the proposed migration has no statement for the difference that was
  /// found last.
  mutating func leave(because reason: String) {
    guard let last = differences.last else { return }
    remarks.append("Not proposed: \(last.text). \(reason)")
  }

  static let rebuild = "Rebuild the table: https://sqlite.org/lang_altertable.html#otheralter"
}

// MARK: - Comparison of names

extension TableComparison {
  private mutating func compareTableName() {
    guard let old = definition.renamedFrom, file.object(definition.name) == nil else { return }
    differ(nil, what: "the file has it under its old name \(old)", isBreaking: true)
    propose(["ALTER TABLE \(table: old) RENAME TO \(table: definition.name)"])
  }

  private mutating func compareColumnNames() {
    for column in definition.columns {
      guard let old = column.renamedFrom, let table, table.column(column.name) == nil,
        table.column(old) != nil, definition.column(old) == nil
      else { continue }
      differ(column.name, what: "the file has it under its old name \(old)", isBreaking: true)
      propose([
        """
        ALTER TABLE \(table: definition.name) RENAME COLUMN \(column: old) \
        TO \(column: column.name)
        """
      ])
      self.table?.renameColumn(old, to: column.name)
    }
  }

  private mutating func compareKey() {
    guard let table else { return }
    let (wanted, found) = (definition.primaryKey, table.primaryKey)
    let isSame =
      wanted.count == found.count && zip(wanted, found).allSatisfy { $0.isSameName(as: $1) }
    guard !isSame else { return }
    let spelled = found.isEmpty ? "none" : "(\(found.joined(separator: ", ")))"
    differ(
      nil,
      what: "the type's key is (\(wanted.joined(separator: ", "))), the file's is \(spelled)",
      isBreaking: true
    )
    leave(because: "A key cannot be changed in place. \(Self.rebuild)")
  }
}

extension TableSchema {
  fileprivate mutating func renameColumn(_ old: String, to new: String) {
    func renamed(_ name: String) -> String { name.isSameName(as: old) ? new : name }
    for index in columns.indices { columns[index].name = renamed(columns[index].name) }
    primaryKey = primaryKey.map(renamed)
    for index in foreignKeys.indices {
      foreignKeys[index].columns = foreignKeys[index].columns.map(renamed)
    }
    for index in indexes.indices {
      indexes[index].columns = indexes[index].columns.map { $0.map(renamed) }
    }
  }
}
