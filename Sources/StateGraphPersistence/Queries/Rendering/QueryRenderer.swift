import StateGraphLive
import StateGraphSQLite

/// Translates query expressions to SQL, and records the tables and columns that the SQL reads.
///
/// Every value becomes a bound parameter. Queries that differ only in values therefore have the
/// same SQL text, which SQLite compiles only once.
struct QueryRenderer {
  /// The SELECT statements that enclose the expression that is being rendered, outermost first.
  ///
  /// The first element is the query's own SELECT.
  private(set) var scopes: [QueryScope]
  /// The aggregates of the condition on groups (HAVING) that is being rendered, or nil while other
  /// expressions are rendered.
  var groupColumns: [QueryAggregate]?
  /// The tables of every nested SELECT that has been rendered completely.
  private var finishedSources: [QuerySource] = []
  /// The definition of the query's own table.
  let definition: EntityDefinition
  /// The name of the rowid of the query's own table, or nil for a table that is declared WITHOUT
  /// ROWID. The full-text index refers to rows by it.
  let rowIDName: String?
  /// Returns whether a column of the own table, by its index, has only dates in the library's form.
  private let areDatesNormal: (Int) -> Bool
  /// Whether the SQL is right only as long as ``areDatesNormal`` returns true.
  private(set) var reliesOnNormalDates = false

  init(
    _ type: EntityType,
    rowIDName: String? = nil,
    areDatesNormal: @escaping (Int) -> Bool = { _ in false }
  ) {
    definition = type.type._$definition
    self.rowIDName = rowIDName
    self.areDatesNormal = areDatesNormal
    scopes = [QueryScope(QuerySource(alias: definition.table, type))]
  }

  /// The tables that the rendered expressions read. A table that is read twice occurs twice.
  var sources: [QuerySource] { scopes.flatMap(\.allSources) + finishedSources }

  var tables: SQL { scopes[scopes.count - 1].tables }

  /// Returns the SQL of a condition on the rows of the innermost SELECT.
  ///
  /// The SQL may be NULL where the condition is false, which excludes the row too.
  mutating func condition(_ expression: QueryExpression) throws(DatabaseError) -> SQL {
    let conjuncts = expression.normalized.conjuncts
    for conjunct in conjuncts { try note(conjunct) }
    return try pieces(conjuncts, by: " AND ")
  }

  /// Returns the SQL of a value, for use in a list of columns, a comparison or an ORDER BY.
  mutating func value(_ expression: QueryExpression) throws(DatabaseError) -> SQL {
    switch expression {
    case .column(let path):
      let (alias, column) = try resolve(path)
      return "\(table: alias).\(column: column)\(collation(of: expression))"
    case .value(let value): return "\(value)"
    case .function(let function, let operands):
      var list: [SQL] = []
      for operand in operands { list.append(try value(operand)) }
      return function.sql(list)
    case .related(let aggregate, let children, let condition):
      return try select(aggregate, from: children, where: condition)
    case .groupKey where groupColumns != nil: return "\(column: "key")"
    case .aggregate(let aggregate):
      guard let index = groupColumns?.firstIndex(of: aggregate) else {
        throw .aggregateOutsideGroup
      }
      guard let value = aggregate.expression else { return aggregate.sql(of: "1") }
      return aggregate.sql(of: "\(column: "value \(index)")\(collation(of: value))")
    case .groupKey: throw .aggregateOutsideGroup
    default:
      return "(\(try normalized(expression.normalized)) IS TRUE)"
    }
  }

  /// Joins the conditions as a balanced tree of parentheses.
  ///
  /// SQLite limits the depth of an expression, so a long chain would fail.
  private static func joined(_ pieces: [SQL], by separator: String) -> SQL {
    guard pieces.count > 8 else {
      return pieces.count == 1 ? pieces[0] : "(\(pieces, separator: separator))"
    }
    let middle = pieces.count / 2
    let halves = [
      joined(Array(pieces[..<middle]), by: separator),
      joined(Array(pieces[middle...]), by: separator),
    ]
    return "(\(halves, separator: separator))"
  }

  private mutating func normalized(_ expression: QueryExpression) throws(DatabaseError) -> SQL {
    switch expression {
    case .joined(let chain):
      let parts = expression.parts(of: chain.joiner)
      return try pieces(parts, by: chain.joiner == .and ? " AND " : " OR ")
    case .tooDeep: throw .nestedTooDeep()
    case .unusable(let entity): throw entity.error
    case .compare(let left, let comparison, let right):
      return try compare(left, comparison: comparison, to: right)
    case .isOneOf(let value, let values): return try isOneOf(value, list: ValueList(values.values))
    case .matches(let value, let match): return try match.sql(self.value(value))
    case .exists(let children, let condition):
      return "EXISTS \(try select(nil, from: children, where: condition))"
    case .not(.exists(let children, let condition)):
      return "NOT EXISTS \(try select(nil, from: children, where: condition))"
    case .comparing(_, let inner): return try normalized(inner.normalized)
    case .not(let inner): return "(\(try normalized(inner))) IS NOT TRUE"
    case .column, .value, .function, .related, .aggregate, .groupKey: return try value(expression)
    }
  }

  private mutating func pieces(
    _ expressions: [QueryExpression],
    by separator: String
  ) throws(DatabaseError) -> SQL {
    var pieces: [SQL] = []
    for expression in expressions { pieces.append(try normalized(expression)) }
    return Self.joined(pieces, by: separator)
  }

  private mutating func isOneOf(
    _ value: QueryExpression,
    list: ValueList
  ) throws(DatabaseError) -> SQL {
    let sql = list.sql(try self.value(value))
    // A nested SELECT runs for each row of the outer SELECT. SQLite does not know the length of a
    // long list, and would look up every value in an index each time. IS TRUE prevents this. SQLite
    // then finds the child rows by their reference, and tests whether the list contains their
    // values.
    return scopes.count > 1 && list.isLong ? "(\(sql)) IS TRUE" : sql
  }

  private mutating func compare(
    _ left: QueryExpression,
    comparison: QueryExpression.Comparison,
    to right: QueryExpression
  ) throws(DatabaseError) -> SQL {
    let (leftSQL, rightSQL) = (try value(left), try value(right))
    switch (comparison, right) {
    case (.equal, .value(.null)): return "\(leftSQL) IS NULL"
    case (.notEqual, .value(.null)): return "\(leftSQL) IS NOT NULL"
    case (.equal, .value): return "\(leftSQL) = \(rightSQL)"
    case (.equal, _): return "\(leftSQL) IS \(rightSQL)"
    case (.notEqual, _): return "\(leftSQL) IS NOT \(rightSQL)"
    case (.less, _): return "\(leftSQL) < \(rightSQL)"
    case (.lessOrEqual, _): return "\(leftSQL) <= \(rightSQL)"
    case (.greater, _): return "\(leftSQL) > \(rightSQL)"
    case (.greaterOrEqual, _): return "\(leftSQL) >= \(rightSQL)"
    }
  }
}

// MARK: - Dates

extension QueryRenderer {
  /// Returns the COLLATE clause with which SQLite compares as Swift does, or an empty text.
  mutating func collation(of expression: QueryExpression) -> SQL {
    switch expression {
    case .function(.date, _): return Collation.date.clause
    case .column(let path):
      guard let column = scopes.dateColumn(path) else { return "" }
      guard path.row == RowPath(), areDatesNormal(column) else { return Collation.date.clause }
      reliesOnNormalDates = true
      return ""
    default: return ""
    }
  }
}

extension Collation {
  /// The COLLATE clause, with a blank before it. Empty for a collation without a name.
  var clause: SQL { name.map { SQL(text: " COLLATE \($0)") } ?? "" }
}

// MARK: - Columns and tables

extension QueryRenderer {
  /// Returns the table alias and the name of a column.
  ///
  /// If the column belongs to a referenced row, also adds the joins to the table of this row.
  mutating func resolve(_ path: ColumnPath) throws(DatabaseError) -> (alias: String, column: String)
  {
    let depth = path.row.depth
    guard scopes.indices.contains(depth) else {
      throw DatabaseError(
        .misuse,
        "A row of an exists { } was used outside of it.",
        remedy: "Use the row that the closure is given inside the closure only."
      )
    }
    let alias = try source(path.row)
    let hops = path.row.hops
    guard let definition = scopes[depth].sources[hops]?.definition else { return (alias, "") }
    let column = try name(of: path.member, in: definition)
    scopes[depth].sources[hops]?.readColumns.insert(ByteText(column))
    return (alias, column)
  }

  private mutating func source(_ row: RowPath) throws(DatabaseError) -> String {
    if let known = scopes[row.depth].sources[row.hops] { return known.alias }
    let reference = row.hops[row.hops.count - 1]
    let target = reference.target.type._$definition
    let references = target.keyColumns.indices.map { row.key($0) }
    var outer = ""
    var columns: [String] = []
    for reference in references {
      let (alias, column) = try resolve(reference)
      outer = alias
      columns.append(column)
    }
    let alias = outer + "." + columns.joined(separator: ",")
    let matches = zip(target.keyColumns, columns).map { key, column -> SQL in
      "\(table: alias).\(column: key) = \(table: outer).\(column: column)"
    }
    let join: SQL = """
       LEFT JOIN \(table: target.table) AS \(table: alias) ON \(matches, separator: " AND ")
      """
    let key = target.keyColumns.map { ByteText($0) }
    let path = SourcePath(
      scopes: scopes[...row.depth].compactMap(\.children),
      columns: references,
      ownColumns: key
    )
    var source = QuerySource(alias: alias, reference.target, join: join, path: path)
    source.readColumns = Set(key)
    scopes[row.depth].join(source, by: row.hops)
    return alias
  }

  private func name(
    of member: ColumnPath.Member,
    in definition: EntityDefinition
  ) throws(DatabaseError) -> String {
    switch member {
    case .key(let index): return definition.keyColumns[index]
    case .stored(let path):
      guard let index = definition.columnIndex(of: path.path) else {
        throw .noColumn(path.path, what: "is not stored in \(definition.table)")
      }
      return definition.columns[index].name
    case .property(let path):
      guard let index = definition.columnIndex(of: path.path) else {
        if let part = definition.columnIndex(ofReference: path.path, part: path.part) {
          return definition.columns[part].name
        }
        throw .noColumn(path.path, what: "is not stored in \(definition.table)")
      }
      let column = definition.columns[index]
      let held = ObjectIdentifier(Swift.type(of: path.path as AnyKeyPath).valueType)
      // The file stores the value in a different form. A comparison with bound values would give
      // wrong results.
      guard column.isReference || ObjectIdentifier(column.valueType) == held else {
        throw .noColumn(path.path, what: "is stored in another form, which a query cannot compare")
      }
      return column.name
    }
  }

  /// Returns a nested SELECT over the rows of a relationship. The relationship belongs to a row of
  /// an enclosing SELECT.
  ///
  /// The SELECT returns the aggregate, or 1 for each row if `aggregate` is nil.
  private mutating func select(
    _ aggregate: QueryAggregate?,
    from children: ChildrenPath,
    where condition: QueryExpression?
  ) throws(DatabaseError) -> SQL {
    let parent = try source(children.parent)
    let enclosing = scopes.compactMap(\.children)
    let scope = try QueryScope(children, below: parent, enclosing: enclosing)
    let parentColumns = scope.parentKey.indices.map { children.parent.key($0) }
    var matches: [SQL] = []
    for (column, key) in zip(scope.parentKey, parentColumns) {
      matches.append("\(table: scope.rootAlias).\(column: column) = \(try value(.column(key)))")
    }
    scopes.append(scope)
    defer { finishedSources += scopes.removeLast().allSources }
    var result: SQL = "1"
    if let expression = aggregate?.expression { result = try value(expression) }
    if let aggregate { result = aggregate.sql(of: result) }
    var sql: SQL = "\(matches, separator: " AND ")"
    if let condition { sql.append(" AND \(try self.condition(condition))") }
    return "(SELECT \(result) FROM \(tables) WHERE \(sql))"
  }

  /// Records the restriction of a column by a condition such as `x = 5` or `x > 5`.
  ///
  /// The router uses equal values to find affected queries, and warnings about scans name the
  /// columns. `conjunct` must be a condition that is true for every matching row.
  private mutating func note(_ conjunct: QueryExpression) throws(DatabaseError) {
    let column: ColumnPath
    var match: SQLiteValue?
    switch conjunct {
    case .compare(.column(let path), .equal, .value(let value)):
      column = path
      match = value.isNull ? nil : value
    case .compare(.column(let path), let comparison, .value) where comparison != .notEqual:
      column = path
    case .isOneOf(.column(let path), _), .matches(.column(let path), .prefix): column = path
    default: return
    }
    // A condition inside an `exists` does not restrict the rows of an outer SELECT.
    guard column.row.depth == scopes.count - 1 else { return }
    let name = ByteText(try resolve(column).column)
    let hops = column.row.hops
    // Equal dates may have different texts.
    if let match, scopes.dateColumn(column) == nil {
      if scopes[column.row.depth].sources[hops]?.matches[name] == nil {
        scopes[column.row.depth].sources[hops]?.matches[name] = match
      }
    } else {
      scopes[column.row.depth].sources[hops]?.narrowedColumns.append(name)
    }
  }

  mutating func noteOrder(_ expression: QueryExpression) throws(DatabaseError) {
    guard case .column(let path) = expression else { return }
    let (_, name) = try resolve(path)
    scopes[path.row.depth].sources[path.row.hops]?.orderColumns.append(ByteText(name))
  }

  mutating func noteAllColumns(_ names: [String]) {
    scopes[0].sources[[]]?.readColumns.formUnion(names.map { ByteText($0) })
  }

  mutating func forgetMatches() { scopes[0].sources[[]]?.matches = [:] }
}

extension DatabaseError {
  fileprivate static var aggregateOutsideGroup: DatabaseError {
    DatabaseError(
      .misuse,
      "A value of a group was used outside of having { }.",
      remedy: "Use the group only inside the closure that receives it."
    )
  }

  static func nestedTooDeep(cause: DatabaseError? = nil) -> DatabaseError {
    DatabaseError(
      .misuse,
      "The conditions of a query are nested deeper than SQLite can parse.",
      remedy: "Chains of && and || may be long, but not nested; for many values use in(_:).",
      cause: cause
    )
  }
}
