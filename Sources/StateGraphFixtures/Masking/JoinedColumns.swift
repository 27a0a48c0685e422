import StateGraphFormats
import StateGraphSQLite

/// The columns of a database in sets that foreign keys join, also through other columns.
///
/// All columns of a set share one mapping, so references find their rows after masking.
struct JoinedColumns {
  /// A column as the numbers of its table and of itself.
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
          join(Column(table: number, column: child), Column(table: other, column: parent))
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
      // A column that refers to no other one names the set, so a new reference changes no mask.
      let candidates = columns.filter { !referring.contains($0) }
      names[root] = (candidates.isEmpty ? columns : candidates).map { column in
        FoldedName.key(tables[column.table].name) + [0]
          + FoldedName.key(tables[column.table].columns[column.column].name)
      }.min { $0.lexicographicallyPrecedes($1) }
    }
  }

  /// The columns of the set that contains a column.
  func columns(joinedWith column: Column) -> [Column] { members[root(column)] ?? [column] }

  /// The name of the set that contains a column. It depends only on names in the schema.
  func name(of column: Column) -> [UInt8] { names[root(column)] ?? [] }

  private func root(_ column: Column) -> Column {
    var column = column
    while let parent = parents[column] { column = parent }
    return column
  }

  private mutating func join(_ left: Column, _ right: Column) {
    let (left, right) = (root(left), root(right))
    if left != right { parents[left] = right }
  }
}
