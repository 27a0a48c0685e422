import StateGraphSQLite
public import Testing

/// Fails a test that reads the same statement too often. See
/// ``Testing/Trait/repeatedReads(atMost:fileID:filePath:line:column:)``.
public struct RepeatedReadsTrait: TestTrait, SuiteTrait, TestScoping {
  /// Whether the trait of a suite also applies to the tests of inner suites. Always true.
  public var isRecursive: Bool { true }

  let limit: Int
  let location: SourceLocation

  /// Runs the test, counts the statements that it runs, and records an issue for each statement
  /// that exceeds the limit. Swift Testing calls this method.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    guard let opened = TestDatabase.boundCase else {
      Issue.record(
        "The trait repeatedReads must stand behind the trait database.",
        sourceLocation: location
      )
      return
    }
    let database = opened.clone.database
    let recorder = database.statementCounter.recorder
    let start = recorder.begin()
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await function())
    } catch {
      outcome = .failure(error)
    }
    let record = StatementRecord(recorder.end(from: start)) { database.plan(of: $0) }
    let repeated = record.reads.entries.filter { $0.count > limit }
    for entry in repeated {
      let plan = entry.plan.map { "\n    \($0)" }.joined()
      let message = """
        The test reads the same statement \(entry.count) times, and \(limit) are allowed. Load the \
        rows at once, for example by prefetching:
        \(entry.sql)\(plan)
        """
      Issue.record(Comment(rawValue: message), sourceLocation: location)
    }
    try outcome.get()
  }
}

extension Trait where Self == RepeatedReadsTrait {
  /// Fails a test that runs one and the same reading statement more than `limit` times.
  ///
  /// Such a test usually runs one statement for each element of a list, which is slow for long
  /// lists (the *N+1* problem).
  ///
  /// ```swift
  /// @Suite(.database(.shop), .repeatedReads(atMost: 10))
  /// ```
  ///
  /// - Parameters:
  ///   - limit: How often a test may run one and the same statement that reads.
  ///   - fileID: The position of the trait. Leave the defaults of this and the next parameters.
  ///   - filePath: The position of the trait.
  ///   - line: The position of the trait.
  ///   - column: The position of the trait.
  public static func repeatedReads(
    atMost limit: Int,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Self {
    RepeatedReadsTrait(
      limit: limit,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
