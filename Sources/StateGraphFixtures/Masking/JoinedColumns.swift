import StateGraphFormats
import StateGraphSQLite

/// Divides the columns of a database into sets. Two columns are in the same set if a foreign key
/// joins them, directly or through other columns.
///
/// Masks replace equal values in all columns of a set by the same value, so that references still
/// find their rows after masking.
struct JoinedColumns {
  /// Identifies a column by the index of its table and its index in that table.
  struct Column: Hashable {
    let table: Int
    let column: Int
  }

  private var parents: [Column: Column] = [:]
  private var names: [Column: [UInt8]] = [:]
  private var members: [Column: [Column]] = [:]

  init(_ tables: [TableSchema]) {
    var referring: Set<Column> = []
    for (number, table) in tables.enumerated() {
      for key in table.foreignKeys {
        guard
          let other = tables.firstIndex(where: { $0.name.isSameName(as: key.referencedTable) })
        else { continue }
        for (name, referenced) in zip(key.columns, key.referencedColumns) {
          guard let child = table.columnIndex(name),
            let parent = tables[other].columnIndex(referenced)
          else { continue }
          referring.insert(Column(table: number, column: child))
          join(Column(table: number, column: child), with: Column(table: other, column: parent))
        }
      }
    }
    for (number, table) in tables.enumerated() {
      for index in table.columns.indices {
        let column = Column(table: number, column: index)
        members[root(column), default: []].append(column)
      }
    }
    for (root, columns) in members {
      // The name of a set comes from a column that refers to no other column. A new table that
      // refers to this column then changes neither the name nor the masks, which depend on the
      // name.
      let candidates = columns.filter { !referring.contains($0) }
      names[root] = (candidates.isEmpty ? columns : candidates).map { column in
        FoldedName.key(tables[column.table].name) + [0]
          + FoldedName.key(tables[column.table].columns[column.column].name)
      }.min { $0.lexicographicallyPrecedes($1) }
    }
  }

  /// Returns all columns of the set that contains `column`, including `column` itself.
  func columns(joinedWith column: Column) -> [Column] { members[root(column)] ?? [column] }

  /// Returns the name of the set that contains `column`. The masks of the set depend on this name,
  /// which is made from the names of a table and a column.
  func name(of column: Column) -> [UInt8] { names[root(column)] ?? [] }

  private func root(_ column: Column) -> Column {
    var column = column
    while let parent = parents[column] { column = parent }
    return column
  }

  private mutating func join(_ left: Column, with right: Column) {
    let (left, right) = (root(left), root(right))
    if left != right { parents[left] = right }
  }
}
