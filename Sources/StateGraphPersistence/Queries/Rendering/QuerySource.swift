import StateGraphSQLite

/// One use of a table in an SQL statement, with the columns that the statement reads from it.
struct QuerySource {
  /// The alias of the table in the statement. If the statement reads a table twice, the aliases
  /// differ.
  let alias: String
  let type: EntityType
  /// The JOIN clause, or nil for the first table of a SELECT.
  let join: SQL?
  /// The path from a changed row of this table to the query's rows, or nil for the query's own
  /// table.
  let path: SourcePath?
  /// The names of the columns on which the result depends. A change of another column cannot affect
  /// the result.
  var readColumns: Set<ByteText> = []
  /// The values, by column name, that a row must have to affect the result.
  ///
  /// For `WHERE author_id = 7`, the dictionary is `[author_id: 7]`. The router uses the values to
  /// find the queries that a changed row affects.
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

/// The path from a changed row of another table to the query's rows that the change may affect.
struct SourcePath: Hashable, Sendable {
  /// The relationships of the `exists` conditions that enclose the other table, outermost first.
  let scopes: [ChildrenPath]
  /// The columns that are compared with ``ownColumns``, the columns of the changed table.
  ///
  /// The columns belong to the query's rows, or to the rows of the innermost `exists` condition.
  /// For a reference by several columns, there are several pairs of columns.
  let columns: [ColumnPath]
  /// The names of the other table's columns that are compared with ``columns``, in the same order.
  let ownColumns: [ByteText]

  /// The maximum number of composite keys that a condition compares completely.
  ///
  /// SQLite limits the size of a condition. For more keys, the condition therefore compares only
  /// the first column of each key.
  private static let keyLimit = 128

  /// Returns a condition for the rows of the query that are related to some rows of the other
  /// table.
  ///
  /// - Parameter keys: The values of ``ownColumns`` in these rows. If there are more than
  ///   ``keyLimit`` composite keys, the condition is also true for some unrelated rows.
  func condition(_ keys: [RowKey]) -> QueryExpression {
    scopes.reversed().reduce(isOneOf(keys)) { .exists($1, $0) }
  }

  private func isOneOf(_ keys: [RowKey]) -> QueryExpression {
    guard columns.count > 1, keys.count <= SourcePath.keyLimit else {
      return .isOneOf(.column(columns[0]), values: Array(Set(keys.map(\.first))))
    }
    let matches = keys.map { key -> QueryExpression in
      let parts = zip(columns, key.values).map { column, value in
        QueryExpression.compare(.column(column), .equal, .value(value))
      }
      return parts.dropFirst().reduce(parts[0]) { .and($0, with: $1) }
    }
    return matches.dropFirst().reduce(matches[0]) { .or($0, with: $1) }
  }
}
