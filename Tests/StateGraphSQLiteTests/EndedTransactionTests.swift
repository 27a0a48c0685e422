import TestSupport
import Testing

@testable import StateGraphSQLite

/// A write whose transaction SQLite has ended by itself.
@Suite struct EndedTransactionTests {
  private func connection() throws -> (WriterConnection, TemporaryDirectory) {
    let directory = try TemporaryDirectory()
    let location = try DatabaseLocation(path: directory.file("a.sqlite"))
    let connection = try WriterConnection.open(location)
    try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    try connection.run("INSERT INTO t VALUES (1)")
    try connection.beginWrite()
    try connection.run("INSERT INTO t VALUES (2)")
    #expect(throws: DatabaseError.self) {
      try connection.run("INSERT OR ROLLBACK INTO t VALUES (1)")
    }
    #expect(connection.isAutocommit)
    return (connection, directory)
  }

  @Test(
    arguments: [
      "INSERT INTO t VALUES (3)", "DELETE FROM t", "CREATE TABLE u (id)", "PRAGMA user_version = 5",
    ] as [SQL]
  )
  func `a statement that writes is refused, and the whole write is rolled back`(sql: SQL) throws {
    let (connection, directory) = try connection()
    let error = #expect(throws: DatabaseError.self) { try connection.run(sql) }
    #expect(error?.code == .interrupted)
    #expect(try connection.rows("SELECT id FROM t").map { $0[0] } == [.integer(1)])
    #expect(throws: DatabaseError.self) { try connection.commitWrite() }
    try connection.rollBackWrite()
    #expect(try connection.rows("SELECT id FROM t").map { $0[0] } == [.integer(1)])
    #expect(try connection.firstValue("PRAGMA user_version") == .integer(0))
    _ = directory
  }

  @Test(arguments: [true, false])
  func `the next write goes on`(isWrite: Bool) throws {
    let (connection, directory) = try connection()
    try connection.rollBackWrite()
    if isWrite { try connection.beginWrite() }
    try connection.run("INSERT INTO t VALUES (3)")
    if isWrite { try connection.commitWrite() }
    #expect(try connection.rows("SELECT id FROM t").map { $0[0] } == [.integer(1), .integer(3)])
    _ = directory
  }
}
