import StateGraphFormats
package import StateGraphSQLite

/// The tables near to some tables in the middle: those that a few foreign keys connect with them,
/// in either direction. The command `schema --around` shows them.
package struct TableNeighbourhood {
  /// The found tables and the tables in the middle, in the order of the schema.
  package let tables: [TableSchema]

  /// Finds the tables near to `center`.
  ///
  /// - Parameters:
  ///   - center: The tables in the middle.
  ///   - depth: The maximum number of foreign keys between a table in the middle and a found table.
  ///   - all: All tables of the schema.
  package init(around center: [TableSchema], depth: Int, in all: [TableSchema]) {
    func indexes(of name: String) -> [Int] {
      all.indices.filter { all[$0].name.isSameName(as: name) }
    }
    var neighbours = [[Int]](repeating: [], count: all.count)
    for (child, table) in all.enumerated() {
      for parent in table.foreignKeys.flatMap({ indexes(of: $0.referencedTable) }) {
        neighbours[child].append(parent)
        neighbours[parent].append(child)
      }
    }
    var found = Set(center.flatMap { indexes(of: $0.name) })
    var edge = found
    for _ in 0..<depth where !edge.isEmpty {
      edge = Set(edge.flatMap { neighbours[$0] }).subtracting(found)
      found.formUnion(edge)
    }
    tables = found.sorted().map { all[$0] }
  }
}

extension TableSchema {
  /// An ORDER BY clause for the primary key, or for the rowid if the table has no primary key. With
  /// this clause, an export always writes the rows in the same order. Empty if the table has
  /// neither a primary key nor a rowid with a name.
  package var keyOrder: SQL {
    if !primaryKey.isEmpty { return "ORDER BY \(columns: primaryKey)" }
    return rowIDName.map { hasRowID ? "ORDER BY \(column: $0)" : "" } ?? ""
  }
}
