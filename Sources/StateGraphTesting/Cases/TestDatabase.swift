public import StateGraphSQLite

/// The database of the test that is running.
///
/// The trait
/// ``Testing/Trait/database(_:in:seed:at:configuration:fileID:filePath:line:column:)`` gives each
/// test case a database of its own. A suite's initialiser can read it, too:
///
/// ```swift
/// @Suite(.database(.shop))
/// struct PaidOrderTests {
///   let db = TestDatabase.current
///
///   @Test func `a payment changes one order`() throws {
///     try db[Order.self, "first"].pay()
///     try db.expect("orders", where: "state = 'paid'", "id\n@first")
///   }
/// }
/// ```
///
/// A test database may be used on any thread. After the end of its test, the database is closed and
/// its file is removed.
public struct TestDatabase: Sendable {
  /// Where the database of a test is stored.
  public enum Storage: Sendable {
    /// In a file with a write-ahead log, as in production. The file is in shared memory if there is
    /// enough space.
    case file
    /// In memory, without a file. Such a database has a single connection, and no other process can
    /// write to it. Faults, a seed and a fixed time are not available.
    case memory
  }

  @TaskLocal static var boundCase: DatabaseCase?

  /// The case of the test to which the database belongs, or nil outside of a test.
  private let known: DatabaseCase?

  init(_ known: DatabaseCase?) { self.known = known }

  /// The database of the current test.
  ///
  /// Outside the task of a test, every use of the result throws
  /// ``TestDatabaseError/Code-swift.struct/notInATest``. This includes detached tasks and threads
  /// that the test starts. Such code needs the test database, or the `Database`, as a parameter.
  public static var current: TestDatabase { TestDatabase(boundCase) }

  /// The `Database` object of the test. A test passes it to the code under test.
  ///
  /// - Throws: ``TestDatabaseError`` outside of a test.
  public var database: Database {
    get throws { try openCase().clone.database }
  }

  /// Returns the errors of assignments to properties that have failed since the last call, and
  /// forgets them.
  ///
  /// An assignment cannot throw. If an assignment has failed, the test therefore fails at its end.
  /// A test that expects such a failure calls this method, and then does not fail because of it.
  ///
  /// - Throws: ``TestDatabaseError`` outside of a test.
  public func takeWriteFailures() throws -> [any Error] { try openCase().takeWriteFailures() }

  func openCase() throws -> DatabaseCase {
    guard let known else {
      throw TestDatabaseError(
        .notInATest,
        "There is no test database here: this code does not run in the task of a test that has "
          + "the trait database.",
        remedy: "Pass the test database, or its Database, as a parameter."
      )
    }
    return known
  }
}
