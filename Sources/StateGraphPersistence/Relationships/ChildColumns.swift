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
  /// The index of the column that contains the first column of the owner's key.
  let key: Int
  /// The columns that contain the remaining columns of a composite owner key, by index and in key
  /// order.
  var restOfKey: ArraySlice<Int> = []
  /// Other columns that a child must match, with their values, such as the type column of a
  /// polymorphic reference.
  ///
  /// The values are the same for every owner of one type.
  var others: [(column: Int, value: SQLiteValue)] = []

  func rows(of owner: RowKey) -> ChildRows<Child> {
    ChildRows(table: table, values: values(of: owner))
  }

  /// Returns the values that the columns of a child of this owner must have.
  func values(of owner: RowKey) -> [(column: Int, value: SQLiteValue)] {
    guard case .values(let values) = owner else { return [(key, owner.first)] + others }
    return Array(zip([key] + restOfKey, values)) + others
  }

  /// The names of the columns that contain the owner's key, in key order.
  fileprivate var keyNames: [String] {
    let layout = table.layout
    let first = [layout.name(ofColumn: key)]
    return restOfKey.isEmpty ? first : first + restOfKey.map(layout.name(ofColumn:))
  }
}

extension ChildColumnSource {
  /// Returns the route (a condition on rows) by which a commit finds the owner of a changed row.
  ///
  /// The route compares only the key, and may find children of an owner of another type with the
  /// same key. The relationship filters these children out later. A change of
  /// ``ChildColumns/others`` is reported to every owner with this key.
  func route(_ owner: RowKey, in graph: DatabaseGraph) throws -> TableRoute {
    let columns = try columns(in: graph)
    let layout = columns.table.layout
    let template = RouteTemplate(
      table: layout.table.name,
      matchColumns: columns.keyNames,
      watchedColumns: columns.others.map { layout.name(ofColumn: $0.column) } + layout.keyNames
    )
    return TableRoute(layout.shared(template), values: owner.values, in: layout.table)
  }

  func rows(of owner: RowKey, in graph: DatabaseGraph) throws -> any RelationshipLoader {
    try columns(in: graph).rows(of: owner)
  }

  func rows(of owners: [RowKey], in graph: DatabaseGraph) throws -> [RowKey: [LiveRow]] {
    let columns = try columns(in: graph)
    let (table, layout) = (columns.table, columns.table.layout)
    let names = columns.keyNames
    var found: [Child] = []
    for keys in KeyList.lists(of: owners) {
      var conditions = [keys.sql(names)]
      for (column, value) in columns.others {
        conditions.append("\(column: layout.name(ofColumn: column)) = \(value)")
      }
      found += try table.load(
        """
        \(layout.selection) WHERE \(conditions, separator: " AND ")
        ORDER BY \(ChildOrder(layout).columns)
        """
      )
    }
    let first = table.keyCount
    return OwnerGroups(found.map { $0.row }, comparedAs: names.map { layout.table.column($0) }) {
      row in
      if columns.restOfKey.isEmpty { return .value(row.image[first + columns.key]) }
      return .values(([columns.key] + columns.restOfKey).map { row.image[first + $0] })
    }.of(owners)
  }

  func children(of rows: LiveResult, in graph: DatabaseGraph) -> [Child] {
    rows.entities(as: Child.self)
  }

  var elementsAreChildren: Bool { true }
}

/// The order of the children of a one-to-many or polymorphic relationship: by their primary key.
///
/// Both the SELECT and the commits that insert children use this order. In a many-to-many
/// relationship, a column of the link can define the order; see ``LinkTable``.
struct ChildOrder {
  private let layout: EntityLayout

  init(_ layout: EntityLayout) { self.layout = layout }

  /// The columns of the ORDER BY clause, quoted and separated by commas.
  var columns: SQL { "\(columns: layout.keyNames)" }

  /// The same order for row images in memory. `nil` if only SQLite can compare the keys.
  var rowOrder: RowOrder? { layout.keyOrder }
}
