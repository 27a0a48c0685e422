import StateGraphLive
import StateGraphSQLite

/// A relationship whose rows are the children themselves: columns of theirs refer to the owner.
protocol ChildColumnSource: RelationshipSource {
  /// - Throws: Where the children's type or the file has no such columns.
  func columns(in graph: DatabaseGraph) throws -> ChildColumns<Child>
}

/// The columns by which children refer to their owner, by their places in the definition.
struct ChildColumns<Child: Entity>: Sendable {
  let table: EntityTable<Child>
  /// Holds the owner's key.
  let key: Int
  /// What else they hold, whoever of a type the owner is.
  var others: [(column: Int, value: SQLiteValue)] = []

  func rows(of owner: SQLiteValue) -> ChildRows<Child> {
    ChildRows(table: table, values: [(key, owner)] + others)
  }
}

extension ChildColumnSource {
  /// Found by the key alone: that of another type's owner is a look too many. A child whose other
  /// columns change concerns whoever has its key.
  func route(_ owner: SQLiteValue, in graph: DatabaseGraph) throws -> SlotRoute {
    let columns = try columns(in: graph)
    let layout = columns.table.layout
    let template = RouteTemplate(
      table: layout.table.name,
      matchColumns: [layout.name(ofColumn: columns.key)],
      watchedColumns: columns.others.map { layout.name(ofColumn: $0.column) } + layout.keyNames
    )
    return SlotRoute(layout.shared(template), [owner], in: layout.table)
  }

  func rows(of owner: SQLiteValue, in graph: DatabaseGraph) throws -> any RowsSource {
    try columns(in: graph).rows(of: owner)
  }

  func rows(of owners: [SQLiteValue], in graph: DatabaseGraph) throws
    -> [SQLiteValue: [LiveRow]]
  {
    let columns = try columns(in: graph)
    let (table, layout) = (columns.table, columns.table.layout)
    let key = layout.name(ofColumn: columns.key)
    var conditions = [try ValueList(owners).sql("\(column: key)")]
    for (column, value) in columns.others {
      conditions.append("\(column: layout.name(ofColumn: column)) = \(value)")
    }
    let found = try table.load(
      """
      \(layout.selection) WHERE \(conditions, separator: " AND ")
      ORDER BY \(columns: layout.keyNames)
      """
    )
    return OwnerGroups(found.map { $0.row }, comparedAs: layout.table.column(key)) {
      $0.image[table.keyCount + columns.key]
    }.of(owners)
  }

  func children(of rows: SlotRows, in graph: DatabaseGraph) -> [Child] {
    rows.entities(as: Child.self)
  }
}
