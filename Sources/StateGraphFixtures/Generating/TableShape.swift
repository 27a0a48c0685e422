import StateGraphSQLite

/// The rules of a table by the indices of its columns: references, keys and CHECK constraints.
struct TableShape {
  struct Reference {
    /// The place of the reference in ``TableShape/references``.
    let number: Int
    let columns: [Int]
    let table: String
    let referencedColumns: [String]
  }

  let table: TableSchema
  /// The columns that an INSERT sets.
  let stored: [Int]
  /// The references, those of several columns first, because a part of one can be another.
  let references: [Reference]
  /// The columns of the primary key and of each UNIQUE index. A key that contains another one is
  /// left out, because it is unique anyway.
  let keys: [[Int]]
  let checks: [CheckConstraint]
  let generated: [Int: CheckConstraint]

  init(_ table: TableSchema) {
    self.table = table
    let reader = CheckReader(table)
    checks = reader.checks
    generated = reader.generated
    stored = table.columns.indices.filter { table.columns[$0].generation == .none }
    let keys = table.foreignKeys.sorted {
      ($1.columns.count, $0.id) < ($0.columns.count, $1.id)
    }
    references = keys.enumerated().map { number, key in
      Reference(
        number: number,
        columns: key.columns.compactMap { table.columnIndex($0) },
        table: key.referencedTable,
        referencedColumns: key.referencedColumns
      )
    }
    self.keys = Self.keys(of: table)
  }

  /// Whether a column must have a value. A key column always has one.
  func isRequired(_ column: Int) -> Bool {
    table.columns[column].isNotNull || table.primaryKey.contains(table.columns[column].name)
  }

  /// A partial index counts like a whole one. Fewer rows satisfy it, but all of them are correct.
  private static func keys(of table: TableSchema) -> [[Int]] {
    var keys = table.primaryKey.isEmpty ? [] : [table.primaryKey.compactMap(table.columnIndex)]
    for index in table.indexes where index.isUnique && !index.columns.contains(nil) {
      keys.append(index.columns.compactMap { $0.flatMap(table.columnIndex) })
    }
    var chosen: [[Int]] = []
    // The sort is stable, so the primary key stays before other keys of its size.
    for key in keys.enumerated().sorted(by: { ($0.1.count, $0.0) < ($1.1.count, $1.0) }).map(\.1)
    where !chosen.contains(where: { Set(key).isSuperset(of: $0) }) {
      chosen.append(key)
    }
    return chosen
  }
}
