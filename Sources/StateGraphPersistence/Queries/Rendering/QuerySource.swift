import StateGraphSQLite

/// One table as a query reads it: under which name, and which of its columns.
struct QuerySource {
  /// What the rows are called in the statement. Tells every use of a table from the others.
  let alias: String
  let type: EntityType
  /// How it is joined; nil for the first table of its scope.
  let join: SQL?
  /// How its rows lead to those that the query runs over; nil for these.
  let path: SourcePath?
  /// The columns of which the result depends.
  var readColumns: Set<String> = []
  /// Values that rows must have in a column to be of any concern.
  var matches: [String: SQLiteValue] = [:]
  /// Columns that a condition narrows in another way, and those that order, as they came.
  var narrowedColumns: [String] = []
  var orderColumns: [String] = []

  var definition: EntityDefinition { type.type._$definition }

  init(alias: String, _ type: EntityType, join: SQL? = nil, path: SourcePath? = nil) {
    self.alias = alias
    self.type = type
    self.join = join
    self.path = path
  }
}

/// The tables of one SELECT: the rows it runs over, and those that they refer to.
struct QueryScope {
  /// By how they are reached from the first one; that has no hops.
  var sources: [[ReferencePath]: QuerySource]
  /// The joins in the order in which they have to be written.
  private(set) var joinOrder: [[ReferencePath]] = []
  /// The relationship whose rows it runs over; nil for the outermost.
  let children: ChildrenPath?

  init(_ root: QuerySource, of children: ChildrenPath? = nil) {
    sources = [[]: root]
    self.children = children
  }

  mutating func join(_ source: QuerySource, by hops: [ReferencePath]) {
    sources[hops] = source
    joinOrder.append(hops)
  }

  /// The table and its joins, as FROM has them. Ask when everything else is rendered.
  var tables: SQL {
    let root = sources[[]]
    var sql: SQL = "\(table: root?.definition.table ?? "")"
    if let root, root.alias != root.definition.table { sql.append(" AS \(table: root.alias)") }
    for hops in joinOrder {
      if let join = sources[hops]?.join { sql.append(join) }
    }
    return sql
  }
}
