import StateGraphSQLite

/// One use of a table in a statement: the alias of the table, and the columns that are read.
struct QuerySource {
  /// The alias in the statement, which is unique for each use of a table.
  let alias: String
  let type: EntityType
  /// The join condition; nil for the first table of a scope.
  let join: SQL?
  /// The path from rows of this table to rows of the query; nil for the query's own table.
  let path: SourcePath?
  /// The columns on which the result depends.
  var readColumns: Set<String> = []
  /// The values that some columns of a row must have, so that the row can affect the result.
  var matches: [String: SQLiteValue] = [:]
  /// The columns that are compared for other than equality, in the order in which they occur.
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

/// The tables of one SELECT: the table of its rows, and the tables that its rows reference.
struct QueryScope {
  /// The tables, by the references that lead to them. The main table is stored under no references.
  var sources: [[ReferencePath]: QuerySource]
  /// The joins in the order of the FROM clause.
  private(set) var joinOrder: [[ReferencePath]] = []
  /// The relationship over whose rows an `exists` runs; nil for the query itself.
  let children: ChildrenPath?

  init(_ root: QuerySource, of children: ChildrenPath? = nil) {
    sources = [[]: root]
    self.children = children
  }

  mutating func join(_ source: QuerySource, by hops: [ReferencePath]) {
    sources[hops] = source
    joinOrder.append(hops)
  }

  /// The FROM clause with all joins. It is complete only after all other clauses have been
  /// rendered.
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
