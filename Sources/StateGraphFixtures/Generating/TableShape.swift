import StateGraphSQLite

/// The rules that generated rows of a table must satisfy: references, keys and CHECK constraints.
///
/// Each column is given by its index in the table.
struct TableShape {
  /// A foreign key of the table.
  struct Reference {
    /// The index of the reference in ``TableShape/references``.
    let number: Int
    let columns: [Int]
    let table: String
    let referencedColumns: [String]
  }

  let table: TableSchema
  /// The indices of the columns that an INSERT sets: all columns except the generated ones.
  let stored: [Int]
  /// The references of the table. References with more columns come first, because their columns
  /// can include the columns of another reference.
  let references: [Reference]
  /// One element for each key: the columns of the primary key or of a UNIQUE index. If a key
  /// contains all columns of another key, it is left out, because the other key makes it unique.
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

  /// Whether a column must have a value: it is declared NOT NULL, or belongs to the primary key.
  func isRequired(_ column: Int) -> Bool {
    table.columns[column].isNotNull || table.primaryKey.contains(table.columns[column].name)
  }

  /// Returns the keys of a table. A partial UNIQUE index counts as a key of all rows. The generator
  /// then avoids some rows that SQLite would accept, but makes no wrong row.
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
