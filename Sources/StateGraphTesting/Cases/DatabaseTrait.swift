import StateGraphSQLite
import StateGraphThreads
public import Testing

/// Gives each test case a database of its own. See
/// ``Testing/Trait/database(_:in:seed:at:configuration:fileID:filePath:line:column:)``.
public struct DatabaseTrait: TestTrait, SuiteTrait, TestScoping {
  /// Whether the trait of a suite also applies to the tests of inner suites. Always true.
  public var isRecursive: Bool { true }

  let fixture: TestFixture
  let storage: TestDatabase.Storage
  let configuration: Database.Configuration
  let seed: UInt64?
  let time: String?
  /// The position of the trait in the source. Errors of the fixture are reported there.
  let location: SourceLocation

  /// Opens the database, runs the test, and removes the database.
  ///
  /// If the fixture has an error, the test fails at the line of the trait, and its body does not
  /// run. Swift Testing calls this method.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let limit = OpenDatabaseLimit.shared
    await limit.acquire(isInner: TestDatabase.boundCase != nil)
    defer { limit.release() }
    let opened: DatabaseCase
    do {
      opened = try DatabaseCase(
        fixture,
        in: storage,
        configuration: configuration,
        settings: EnvironmentSettings(seed: seed, time: time)
      )
    } catch {
      Issue.record(Comment(rawValue: "\(error)"), sourceLocation: location)
      return
    }
    let failed = Guarded(false)
    let observer = Self.compactMapIssues { issue in
      // If an issue belongs to no test, Swift Testing passes it to the handlers of all running
      // tests. This handler ignores such an issue, because it may not come from this test.
      guard Test.current != nil else { return nil }
      if issue.isFailure { failed.withLock { $0 = true } }
      guard let crash = CrashPoint.current else { return issue }
      if issue.isFailure { crash.fail() }
      // Only the expectations of this module know which of the images they have checked.
      guard !issue.comments.contains(where: { $0.rawValue.hasSuffix(crash.comment) }) else {
        return issue
      }
      var issue = issue
      issue.comments.append(Comment(rawValue: crash.comment))
      return issue
    }
    let outcome: Result<Void, any Error>
    do {
      try await TestDatabase.$boundCase.withValue(opened) {
        try await observer.provideScope(for: test, testCase: testCase, performing: function)
      }
      outcome = .success(())
    } catch {
      failed.withLock { $0 = true }
      outcome = .failure(error)
    }
    if failed.withLock({ $0 }) {
      let record = FailureRecord(opened)
      record.attach(at: location)
      record.writePatches()
    }
    for problem in await opened.end() {
      Issue.record(Comment(rawValue: problem), sourceLocation: location)
    }
    try outcome.get()
  }

  private static func compactMapIssues(
    _ transform: @escaping @Sendable (Issue) -> Issue?
  ) -> IssueHandlingTrait { .compactMapIssues(transform) }
}

extension Trait where Self == DatabaseTrait {
  /// Gives each test case a database of its own, with the content of a fixture.
  ///
  /// ```swift
  /// @Suite(.database(.shop))
  /// struct OrderTests {
  ///   let db = TestDatabase.current
  /// }
  /// ```
  ///
  /// The trait of a test takes the place of the trait of its suite. The database is closed and
  /// removed after the test. If the test fails, the database, the report of its last commit and the
  /// seed are attached to the test: run `swift test --attachments-path FOLDER` with an existing
  /// folder.
  ///
  /// A test also fails if an assignment to a property could not be written, or if a write still
  /// runs five seconds after the end of the test.
  ///
  /// - Parameters:
  ///   - fixture: The content of the database.
  ///   - storage: Where the database is stored.
  ///   - seed: Determines the values of `random()` and `randomblob()` in SQL, the random keys of
  ///     links, and ``TestDatabase/random``. Nil leaves them random.
  ///   - time: The time in UTC at the beginning of each test, such as `2026-03-01 09:30:00`. See
  ///     ``DatabaseClock/now``. Nil leaves the system's time.
  ///   - configuration: The settings of the database. The library always records its commits.
  ///   - fileID: The position of the trait. Leave the defaults of this and the next parameters.
  ///   - filePath: The position of the trait.
  ///   - line: The position of the trait.
  ///   - column: The position of the trait.
  public static func database(
    _ fixture: TestFixture,
    in storage: TestDatabase.Storage = .file,
    seed: UInt64? = nil,
    at time: String? = nil,
    configuration: Database.Configuration = .init(),
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Self {
    DatabaseTrait(
      fixture: fixture,
      storage: storage,
      configuration: configuration,
      seed: seed,
      time: time,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
