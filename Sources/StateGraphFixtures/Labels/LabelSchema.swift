import StateGraphFormats
package import StateGraphSQLite

/// The columns of a database in which a fixture may contain labels (names such as `@alice`) in
/// place of keys.
///
/// These are the primary keys of one column, and the foreign keys that refer to them.
package struct LabelSchema: Sendable {
  /// Describes the labels that a column may contain.
  package struct Column: Sendable {
    /// The name of the table whose rows have these labels.
    package let table: String
    package let form: LabelForm
    /// Whether the column is the primary key of `table`. If true, a label in the column names its
    /// own row. If false, the label refers to a row of `table`.
    package let isKey: Bool
  }

  /// For each table, by its case-folded name: one element for each column, nil if the column may
  /// not contain labels.
  private let columns: [[UInt8]: [Column?]]
  private let tables: [[UInt8]: TableSchema]

  package init(_ tables: [TableSchema]) {
    let byName = Dictionary(
      tables.map { (FoldedName.key($0.name), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    self.tables = byName
    columns = byName.mapValues { table in
      table.columns.map { Self.column($0, of: table, among: byName) }
    }
  }

  /// The names of all tables of the database, sorted.
  package var tableNames: [String] { tables.values.map(\.name).sorted() }

  package func table(_ name: String) -> TableSchema? { tables[FoldedName.key(name)] }

  /// Describes the labels of a column, or returns nil if the column may not contain labels, or the
  /// database has no such table.
  package func column(_ index: Int, of table: String) -> Column? {
    columns[FoldedName.key(table)]?[index]
  }

  /// Describes the labels of the primary key of a table, or returns nil if the key may not contain
  /// labels, for example because it has several columns.
  package func key(of table: String) -> Column? {
    guard let schema = self.table(table), schema.primaryKey.count == 1,
      let index = schema.columnIndex(schema.primaryKey[0])
    else { return nil }
    return column(index, of: table)
  }

  private static func column(
    _ column: ColumnSchema,
    of table: TableSchema,
    among tables: [[UInt8]: TableSchema]
  ) -> Column? {
    guard let form = LabelForm(column) else { return nil }
    var (target, name) = (table, column.name)
    // A key may itself refer to another table, as in a table of profiles with the key of users.
    // The limit ends the search if such keys form a cycle.
    for _ in 0...tables.count {
      let key = target.foreignKeys.first {
        $0.columns.count == 1 && $0.columns[0].isSameName(as: name)
      }
      guard let key, let parent = tables[FoldedName.key(key.referencedTable)],
        let referenced = key.referencedColumns.first
      else { break }
      (target, name) = (parent, parent.column(referenced)?.name ?? referenced)
    }
    guard target.primaryKey == [name] else { return nil }
    let isKey = target.name == table.name && name == column.name
    return Column(table: target.name, form: form, isKey: isKey)
  }
}
