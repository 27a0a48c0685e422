import StateGraphSQLite

extension Connection {
  /// Compiles a SELECT that contains SQL of the user, and binds its values.
  ///
  /// - Throws: The errors of ``compileUserSQL(_:)``, and an error for a parameter in the SQL of the
  ///   user, which has no value.
  func prepareUserSQL(_ sql: SQL) throws(DatabaseError) -> Statement {
    let statement = try compileUserSQL(sql.text)
    try statement.bind(sql.bindings)
    return statement
  }

  /// Compiles a SELECT that contains SQL of the user, and refuses anything else.
  ///
  /// - Throws: `DatabaseError` with the code `.invalidSQL` or `.misuse` if the SQL is wrong, or if
  ///   it would write or change a setting.
  func compileUserSQL(_ sql: String) throws(DatabaseError) -> Statement {
    let statement = try refusing([.setting, .foreignKeySwitch]) { () throws(DatabaseError) in
      try prepare(sql)
    }
    guard statement.isReadOnly, statement.columnCount > 0, statement.effects.isEmpty else {
      throw DatabaseError(.misuse, "The SQL writes or changes a setting.")
    }
    return statement
  }
}
