public import StateGraphSQLite

extension DatabaseFaults {
  /// Runs code with a second `Database` that opens the same file, as another process would do.
  ///
  /// ```swift
  /// try db.faults.otherProcess { try $0.execute("UPDATE orders SET state = 'paid'") }
  /// ```
  ///
  /// The locks of this library and of SQLite belong to open files, so the two databases lock each
  /// other out like two processes. When the method returns, the objects in memory of the test
  /// database show the commits of the other database. If this thread is inside a write, they show
  /// them later.
  ///
  /// - Parameter body: The code. The database that it receives is closed after the call.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of `body` and of opening the file. ``TestDatabaseError`` for a database
  ///   in memory, and outside of a test.
  @discardableResult
  public func otherProcess<Result>(_ body: (Database) throws -> Result) throws -> Result {
    let path = try database.environment(for: "otherProcess").path
    let database = try self.database.database
    let other = try Database(
      DatabaseLocation(path: path),
      content: .upToDate,
      configuration: database.configuration
    )
    let outcome = Swift.Result { try body(other) }
    try other.close()
    try database.catchUp()
    database.foreignCommits.waitForObservers(in: database)
    return try outcome.get()
  }

  /// Runs SQL on the file as another program would do that does not use this library.
  ///
  /// The SQL runs on a connection with SQLite's default settings. The connection does not check
  /// foreign keys, and does not take the locks of this library. When the method returns, the
  /// objects in memory of the test database show the changes, and their observers were called. If
  /// this thread is inside a write, both happens later.
  ///
  /// - Parameter sql: One or more statements, without bound values.
  /// - Throws: ``TestDatabaseError`` with `.strangerFailed` if SQLite refuses a statement, or if
  ///   the file is locked for longer than the busy timeout of the test database. Also for a
  ///   database in memory, and outside of a test.
  public func stranger(_ sql: String) throws {
    let environment = try database.environment(for: "stranger")
    let database = try self.database.database
    try environment.fileSystem.run(
      sql,
      on: environment.path,
      busyTimeout: database.configuration.busyTimeout
    )
    try database.catchUp()
    database.foreignCommits.waitForObservers(in: database)
  }
}
