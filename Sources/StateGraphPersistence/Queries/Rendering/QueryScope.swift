import StateGraphSQLite

/// The tables of one SELECT: the main table, and the joined tables.
struct QueryScope {
  /// The tables of the SELECT, by the references that lead from the main table to each table.
  ///
  /// The key of the main table is an empty array.
  var sources: [[ReferencePath]: QuerySource]
  /// The keys of the joined tables in ``sources``, in the order of their JOIN clauses.
  private(set) var joinOrder: [[ReferencePath]] = []
  /// The relationship whose rows the SELECT reads, or nil for the query itself.
  let children: ChildrenPath?
  /// The link table of a many-to-many relationship, to which the main table is joined, or nil for
  /// any other SELECT.
  private let link: QuerySource?
  /// The columns of the first table that refer to the row of the enclosing SELECT. Empty for the
  /// query itself.
  let parentKey: [String]

  /// Creates the scope of the query itself.
  init(_ root: QuerySource) {
    sources = [[]: root]
    (children, link, parentKey) = (nil, nil, [])
  }

  /// Creates the scope of a nested SELECT over the rows of a relationship.
  ///
  /// - Parameters:
  ///   - children: The relationship.
  ///   - parent: The alias of the table whose row has the relationship.
  ///   - enclosing: The relationships of the enclosing SELECTs, outermost first.
  init(
    _ children: ChildrenPath,
    below parent: String,
    enclosing: [ChildrenPath]
  ) throws(DatabaseError) {
    self.children = children
    let definition = children.child.type._$definition
    let first: EntityDefinition
    switch try children.references() {
    case .inverse(let reference):
      first = definition
      parentKey = try first.columnNames(ofReference: reference)
      let path = children.path(enclosing, to: parentKey)
      var root = QuerySource(alias: parent + "/" + first.table, children.child, path: path)
      root.readColumns = Set(path.ownColumns)
      sources = [[]: root]
      link = nil
    case .link(let type, let owner, let target):
      first = type.type._$definition
      parentKey = try first.columnNames(ofReference: owner)
      let columns = try first.columnNames(ofReference: target)
      let path = children.path(enclosing, to: parentKey)
      let alias = parent + "/" + first.table
      var link = QuerySource(alias: alias, type, path: path)
      link.readColumns = Set(path.ownColumns + columns.map { ByteText($0) })
      self.link = link
      let links = ChildrenPath(
        parent: children.parent,
        parentType: children.parentType,
        relationship: .inverse(owner),
        child: type
      )
      let root = QuerySource(
        children.child,
        joinedBy: columns,
        of: alias,
        path: SourcePath(
          scopes: enclosing + [links],
          columns: columns.indices.map { index in
            let row = RowPath(depth: children.parent.depth + 1)
            return ColumnPath(row: row, member: .property(target.part(index)))
          },
          ownColumns: definition.keyColumns.map { ByteText($0) }
        )
      )
      sources = [[]: root]
    }
  }

  mutating func join(_ source: QuerySource, by hops: [ReferencePath]) {
    sources[hops] = source
    joinOrder.append(hops)
  }

  /// The alias of the first table after FROM.
  var rootAlias: String { first?.alias ?? "" }

  /// All tables of the SELECT, including the link table.
  var allSources: [QuerySource] { [link].compactMap { $0 } + sources.values }

  private var first: QuerySource? { link ?? sources[[]] }

  /// The SQL text after FROM, with all joins.
  ///
  /// Read this property after all other clauses have been rendered, because they can add joins.
  var tables: SQL {
    guard let first else { return "" }
    var sql: SQL = "\(table: first.definition.table)"
    if !first.alias.hasSameBytes(as: first.definition.table) {
      sql.append(" AS \(table: first.alias)")
    }
    for hops in [[]] + joinOrder {
      if let join = sources[hops]?.join { sql.append(join) }
    }
    return sql
  }
}

extension ChildrenPath {
  /// Returns the path from a row that refers to the parent by `columns` to the rows of the query.
  fileprivate func path(_ enclosing: [ChildrenPath], to columns: [String]) -> SourcePath {
    SourcePath(
      scopes: enclosing,
      columns: columns.indices.map { parent.key($0) },
      ownColumns: columns.map { ByteText($0) }
    )
  }
}

extension QuerySource {
  /// Creates the source (the use of a table) for the children to which the rows of a link table
  /// refer.
  ///
  /// A link whose child does not exist is ignored, so the tables have an inner join.
  fileprivate init(
    _ type: EntityType,
    joinedBy columns: [String],
    of link: String,
    path: SourcePath
  ) {
    let definition = type.type._$definition
    let alias = link + "." + columns.joined(separator: ",")
    let matches = zip(definition.keyColumns, columns).map { key, column -> SQL in
      "\(table: alias).\(column: key) = \(table: link).\(column: column)"
    }
    let join: SQL = """
       JOIN \(table: definition.table) AS \(table: alias) ON \(matches, separator: " AND ")
      """
    self.init(alias: alias, type, join: join, path: path)
    readColumns = Set(path.ownColumns)
  }
}

extension [QueryScope] {
  /// Returns the index of a column that contains dates, in the definition of its entity type, or
  /// nil for any other column.
  func dateColumn(_ path: ColumnPath) -> Int? {
    guard case .property(let property) = path.member, indices.contains(path.row.depth),
      let definition = self[path.row.depth].sources[path.row.hops]?.definition,
      let index = definition.columnIndex(of: property.path), definition.columns[index].storesDate
    else { return nil }
    return index
  }
}
