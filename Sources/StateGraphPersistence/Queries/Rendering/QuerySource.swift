import StateGraphSQLite

/// One use of a table in an SQL statement, with the columns that the statement reads from it.
struct QuerySource {
  /// The alias of the table in the statement. If the statement reads a table twice, the aliases
  /// differ.
  let alias: String
  let type: EntityType
  /// The JOIN clause. Nil for the first table of a SELECT.
  let join: SQL?
  /// The path from a changed row of this table to the query's rows. Nil for the query's own table.
  let path: SourcePath?
  /// The names of the columns on which the result depends. A change of another column cannot affect
  /// the result.
  var readColumns: Set<ByteText> = []
  /// The values, by column name, that a row must have to affect the result.
  ///
  /// For `WHERE author_id = 7`, this is `[author_id: 7]`. The router uses the values to find the
  /// queries that a changed row affects.
  var matches: [ByteText: SQLiteValue] = [:]
  /// The columns that a condition other than an equality restricts, such as `x > 5`, in the order
  /// of the conditions.
  var narrowedColumns: [ByteText] = []
  var orderColumns: [ByteText] = []

  var definition: EntityDefinition { type.type._$definition }

  init(alias: String, _ type: EntityType, join: SQL? = nil, path: SourcePath? = nil) {
    self.alias = alias
    self.type = type
    self.join = join
    self.path = path
  }
}

/// The tables of one SELECT: the main table, and the joined tables.
struct QueryScope {
  /// The tables of the SELECT, by the references that lead from the main table to each table.
  ///
  /// The key of the main table is an empty array.
  var sources: [[ReferencePath]: QuerySource]
  /// The keys of the joined tables in ``sources``, in the order of their JOIN clauses.
  private(set) var joinOrder: [[ReferencePath]] = []
  /// The relationship whose rows an `exists` or a count reads. Nil for the query itself.
  let children: ChildrenPath?

  init(_ root: QuerySource, of children: ChildrenPath? = nil) {
    sources = [[]: root]
    self.children = children
  }

  mutating func join(_ source: QuerySource, by hops: [ReferencePath]) {
    sources[hops] = source
    joinOrder.append(hops)
  }

  /// The SQL text after FROM, with all joins.
  ///
  /// Read this property after all other clauses have been rendered, because they can add joins.
  var tables: SQL {
    let root = sources[[]]
    var sql: SQL = "\(table: root?.definition.table ?? "")"
    if let root, !root.alias.hasSameBytes(as: root.definition.table) {
      sql.append(" AS \(table: root.alias)")
    }
    for hops in joinOrder {
      if let join = sources[hops]?.join { sql.append(join) }
    }
    return sql
  }
}
