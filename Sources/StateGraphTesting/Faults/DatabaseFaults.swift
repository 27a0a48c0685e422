/// Causes faults in one test database, such as a full disk or a crash. Other databases are not
/// affected.
///
/// ```swift
/// try db.faults.failNextCommit(.diskFull)
/// #expect(throws: DatabaseError.self) { try checkout(ada) }
/// try db.faults.expectUnchanged()
/// ```
///
/// A fault can happen on each connection of this process to the file: on the connections of the
/// test database, of ``otherProcess(_:)`` and ``stranger(_:)``, and of code that opens
/// ``TestDatabase/path``, such as an import. The fault happens once. If it has not happened when
/// the test ends, the test fails.
///
/// The faults may be used on any thread.
public struct DatabaseFaults: Sendable {
  let database: TestDatabase

  init(_ database: TestDatabase) { self.database = database }

  /// Makes the next commit that writes to the file fail. SQLite then rolls its transaction back.
  ///
  /// A later call of this method replaces the fault. The method also reads all rows of the
  /// database, so that ``expectUnchanged(fileID:filePath:line:column:)`` can compare them.
  ///
  /// - Parameter fault: The way in which the commit fails.
  /// - Throws: ``TestDatabaseError`` for a database in memory, inside a write, and outside of a
  ///   test. The errors of reading the rows.
  public func failNextCommit(_ fault: CommitFault) throws {
    let environment = try database.rememberState(for: "failNextCommit")
    environment.nextCommit.expect(fault)
    environment.fileSystem.fail(by: fault)
  }

  /// Runs code once between the last statement of the next write and its COMMIT.
  ///
  /// The code runs on the writing thread, inside the transaction. Other connections do not see the
  /// rows of the transaction yet, and cannot write. If the code throws, the transaction is undone,
  /// and the write throws the same error.
  ///
  /// - Parameter body: The code. If the code commits itself, that commit does not call it again.
  /// - Throws: ``TestDatabaseError`` for a database in memory, inside a write, and outside of a
  ///   test. The errors of reading the rows.
  public func beforeNextCommit(_ body: @escaping @Sendable () throws -> Void) throws {
    try database.rememberState(for: "beforeNextCommit").nextCommit.set(body)
  }

  /// Cancels the requested faults that have not happened.
  ///
  /// - Returns: Whether there was such a fault.
  /// - Throws: ``TestDatabaseError`` for a database in memory, and outside of a test.
  @discardableResult
  public func cancel() throws -> Bool {
    try !database.environment(for: "cancel").cancelFaults().isEmpty
  }
}

extension TestDatabase {
  /// Causes faults in this database: commits that fail, writes of other programs, and crashes.
  public var faults: DatabaseFaults { DatabaseFaults(self) }

  /// The path of the database file, for code that opens the file itself, such as an `Importer`.
  ///
  /// - Throws: ``TestDatabaseError`` for a database in memory, and outside of a test.
  public var path: String {
    get throws { try environment(for: "path").path }
  }

  /// Reads the state of the database with which
  /// ``DatabaseFaults/expectUnchanged(fileID:filePath:line:column:)`` later compares.
  fileprivate func rememberState(for method: String) throws -> TestEnvironment {
    let environment = try environment(for: method)
    guard try !database.isWriting else {
      throw TestDatabaseError(
        .misuse,
        "\(method) was called inside a write.",
        remedy: "Call it before the write."
      )
    }
    try openCase().rememberState()
    return environment
  }
}
