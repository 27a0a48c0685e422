/// The statements that change rows to their target images, in an order in which no UNIQUE rule
/// refuses an intermediate state.
///
/// Foreign keys are not enforced while the statements run, so that no cascade interferes. All
/// deletions come first, then the updates, then the insertions. Updates that may exchange values of
/// a UNIQUE index between rows are a deletion and an insertion instead.
struct RowTargetPlan {
  enum Action: Equatable {
    case delete
    /// Sets the columns with these indexes.
    case update([Int])
    case insert
  }

  struct Step {
    let table: TableSchema
    let row: RowTarget
    let action: Action
  }

  let steps: [Step]

  init(_ tables: [TableTargets]) {
    var (deletions, updates, insertions): ([Step], [Step], [Step]) = ([], [], [])
    for part in tables {
      let changes = part.rows.map { $0.changedColumns(in: part.table) }
      let unique = part.table.columnsOfUniqueIndexes
      let contested = changes.count { columns in columns?.contains(where: unique.contains) == true }
      for (row, columns) in zip(part.rows, changes) {
        func step(_ action: Action) -> Step { Step(table: part.table, row: row, action: action) }
        if let columns, contested < 2 || !columns.contains(where: unique.contains) {
          if !columns.isEmpty { updates.append(step(.update(columns))) }
          continue
        }
        if row.current != nil { deletions.append(step(.delete)) }
        if row.target != nil { insertions.append(step(.insert)) }
      }
    }
    steps = deletions + updates + insertions
  }
}

extension RowTarget {
  /// Returns the indexes of the columns that an UPDATE must set, or nil if the row appears or
  /// disappears.
  fileprivate func changedColumns(in table: TableSchema) -> [Int]? {
    guard let current, let target else { return nil }
    return table.columns.indices.filter {
      table.columns[$0].generation == .none && !table.isSameValue(current, as: target, at: $0)
    }
  }
}

extension TableSchema {
  /// The columns whose values a UNIQUE index other than that of the primary key contains.
  ///
  /// All columns if such an index contains an expression, or a generated column.
  var columnsOfUniqueIndexes: Set<Int> {
    var indexes: Set<Int> = []
    for index in self.indexes where index.isUnique {
      for name in index.columns {
        guard let place = name.flatMap({ columnIndex($0) }), columns[place].generation == .none
        else { return Set(columns.indices) }
        indexes.insert(place)
      }
    }
    return indexes
  }
}

// MARK: - SQL

extension RowTargetPlan.Step {
  /// The columns whose values are bound before the values of ``condition``.
  private var boundColumns: [Int] {
    switch action {
    case .delete: []
    case .update(let columns): columns
    case .insert: table.columns.indices.filter { table.columns[$0].generation == .none }
    }
  }

  /// The rowid that an insertion sets: the key of a table without a primary key, or the rowid that
  /// the row had before, if no other row has it now.
  private func insertedRowID(on connection: Connection) throws(DatabaseError) -> SQLiteValue? {
    if table.primaryKey.isEmpty { return row.key.first }
    guard let rowID = row.rowID, let name = table.rowIDName else { return nil }
    let found = try connection.firstValue(
      "SELECT 1 FROM main.\(table: table.name) WHERE \(column: name) = \(rowID)"
    )
    return found == nil ? .integer(rowID) : nil
  }

  /// Runs the statement.
  ///
  /// `OR ABORT` overrides the conflict clauses of the table, so that no other row is replaced and
  /// no row is left out.
  ///
  /// - Throws: `.constraint` if a rule of the schema refuses the row.
  func run(on connection: Connection) throws(DatabaseError) {
    let condition = table.matches(row.key)
    let names = boundColumns.map { table.columns[$0].name }
    let statement: Statement
    var values: [SQLiteValue] = []
    switch action {
    case .delete:
      statement = try connection.prepare("DELETE FROM main.\(table: table.name) WHERE \(condition)")
      return try statement.run()
    case .update:
      let assignments = names.map { name -> SQL in "\(column: name) = " + SQL(text: "?") }
      let update: SQL = "UPDATE OR ABORT main.\(table: table.name) SET "
      let sql = update + "\(assignments, separator: ", ") WHERE " + SQL(text: condition.text)
      statement = try connection.prepare(sql.text)
      values = condition.bindings
    case .insert:
      values = try insertedRowID(on: connection).map { [$0] } ?? []
      let all = names + values.map { _ in table.rowIDName ?? "rowid" }
      let marks = all.map { _ in SQL(text: "?") }
      let insert: SQL = "INSERT OR ABORT INTO main.\(table: table.name) (\(columns: all)) "
      statement = try connection.prepare((insert + "VALUES (\(marks, separator: ", "))").text)
    }
    guard let target = row.target else { return }
    // The statement refers to the bytes of the image until its bindings are cleared.
    try withExtendedLifetime(target) { () throws(DatabaseError) in
      defer { statement.clearBindings() }
      for (place, column) in boundColumns.enumerated() {
        try statement.bindInPlace(target, column: column, at: place + 1)
      }
      for (place, value) in values.enumerated() {
        try statement.bind(value, at: boundColumns.count + place + 1)
      }
      try statement.run()
    }
  }
}
