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
