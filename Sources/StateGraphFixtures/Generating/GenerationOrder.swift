import StateGraphFormats
import StateGraphSQLite

/// Computes the order in which tables are filled with rows: each table comes after the tables to
/// which it refers.
enum GenerationOrder {
  /// - Parameter tables: All tables, sorted by name.
  /// - Returns: The tables in their order. If tables refer to each other in a cycle, the table with
  ///   the fewest required references to later tables comes first.
  static func order(_ tables: [TableSchema]) -> [TableSchema] {
    var rest = tables
    var order: [TableSchema] = []
    var done: Set<[UInt8]> = []
    while !rest.isEmpty {
      let open = rest.map { table in
        table.foreignKeys.filter { key in
          !key.referencedTable.isSameName(as: table.name)
            && !done.contains(FoldedName.key(key.referencedTable))
        }
      }
      let next = rest.indices.first { open[$0].isEmpty } ?? easiest(rest, open: open)
      let table = rest.remove(at: next)
      done.insert(FoldedName.key(table.name))
      order.append(table)
    }
    return order
  }

  private static func easiest(_ tables: [TableSchema], open: [[ForeignKeySchema]]) -> Int {
    let costs = tables.indices.map { index in
      open[index].filter { key in
        key.columns.allSatisfy { tables[index].column($0)?.isNotNull == true }
      }.count
    }
    return costs.indices.min { (costs[$0], $0) < (costs[$1], $1) } ?? 0
  }
}
