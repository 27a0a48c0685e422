import StateGraphLive
import StateGraphSQLite

/// A relationship in which the rows of the children have columns that refer to the owner.
protocol ChildColumnSource: RelationshipSource {
  /// Returns the columns of the children's table that refer to the owner.
  ///
  /// - Throws: `DatabaseError` with `.schemaMismatch` if the children's type or the file has no
  ///   such columns.
  func columns(in graph: DatabaseGraph) throws -> ChildColumns<Child>

  /// Makes a child refer to an owner, or to no entity if `owner` is nil.
  ///
  /// - Throws: `.misuse` if the child's reference cannot be nil.
  func refer(_ child: Child, to owner: (any Entity)?) throws
}

/// The columns by which children refer to their owner. Each is an index in the children's
/// definition.
struct ChildColumns<Child: Entity>: Sendable {
  let table: EntityTable<Child>
  /// The index of the column that contains the owner's key.
  let key: Int
  /// Other columns that a child must match, with the value that is the same for every owner of one
  /// type.
  var others: [(column: Int, value: SQLiteValue)] = []

  func rows(of owner: SQLiteValue) -> ChildRows<Child> {
    ChildRows(table: table, values: [(key, owner)] + others)
  }
}

extension ChildColumnSource {
  /// Returns the route by which a commit finds the owners that a changed row affects.
  ///
  /// The route compares only the key column. It also finds children of an owner of another type
  /// with the same key, and these children are filtered out later. A change of the other columns is
  /// reported to every owner with this key.
  func route(_ owner: SQLiteValue, in graph: DatabaseGraph) throws -> TableRoute {
    let columns = try columns(in: graph)
    let layout = columns.table.layout
    let template = RouteTemplate(
      table: layout.table.name,
      matchColumns: [layout.name(ofColumn: columns.key)],
      watchedColumns: columns.others.map { layout.name(ofColumn: $0.column) } + layout.keyNames
    )
    return TableRoute(layout.shared(template), [owner], in: layout.table)
  }

  func rows(of owner: SQLiteValue, in graph: DatabaseGraph) throws -> any RelationshipLoader {
    try columns(in: graph).rows(of: owner)
  }

  func rows(of owners: [SQLiteValue], in graph: DatabaseGraph) throws
    -> [SQLiteValue: [LiveRow]]
  {
    let columns = try columns(in: graph)
    let (table, layout) = (columns.table, columns.table.layout)
    let key = layout.name(ofColumn: columns.key)
    var conditions = [ValueList(owners).sql("\(column: key)")]
    for (column, value) in columns.others {
      conditions.append("\(column: layout.name(ofColumn: column)) = \(value)")
    }
    let found = try table.load(
      """
      \(layout.selection) WHERE \(conditions, separator: " AND ")
      ORDER BY \(ChildOrder(layout).columns)
      """
    )
    return OwnerGroups(found.map { $0.row }, comparedAs: layout.table.column(key)) {
      $0.image[table.keyCount + columns.key]
    }.of(owners)
  }

  func children(of rows: LiveResult, in graph: DatabaseGraph) -> [Child] {
    rows.entities(as: Child.self)
  }

  var elementsAreChildren: Bool { true }
}
