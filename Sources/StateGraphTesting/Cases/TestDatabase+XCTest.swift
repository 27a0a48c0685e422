public import StateGraphSQLite

extension TestDatabase {
  /// Runs `body` with a database of its own. Use it in tests of XCTest, which has no traits.
  ///
  /// ```swift
  /// func testPayment() throws {
  ///   try TestDatabase.with(.shop) { db in
  ///     try db[Order.self, "first"].pay()
  ///   }
  /// }
  /// ```
  ///
  /// The method opens its database at once. Only the trait limits how many databases are open.
  ///
  /// In `body`, ``current`` is the same database. If `body` throws, or an expectation of this
  /// module fails, and the environment variable `STATEGRAPH_KEEP` names an existing folder, the
  /// database is copied into this folder.
  ///
  /// - Parameters:
  ///   - fixture: The content of the database.
  ///   - storage: Where the database is stored.
  ///   - seed: Determines the random numbers of the database, which are random if it is nil.
  ///   - time: The time of the database in UTC. Nil leaves the system's time.
  ///   - configuration: The settings of the database.
  ///   - function: The name of the test. Leave the default.
  ///   - body: The test. Runs on this thread.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of `body`, and the first error of the fixture. ``TestDatabaseError`` with
  ///   `.unexpected` if an assignment to a property failed, or if a write does not end.
  @discardableResult
  public static func with<Result>(
    _ fixture: TestFixture,
    in storage: Storage = .file,
    seed: UInt64? = nil,
    at time: String? = nil,
    configuration: Database.Configuration = .init(),
    function: String = #function,
    _ body: (TestDatabase) throws -> Result
  ) throws -> Result {
    let opened = try DatabaseCase(
      fixture,
      in: storage,
      configuration: configuration,
      settings: EnvironmentSettings(seed: seed, time: time)
    )
    let outcome = Swift.Result {
      try $boundCase.withValue(opened) { try body(TestDatabase(opened)) }
    }
    opened.keepIfFailed(outcome, as: function)
    return try result(of: outcome, problems: opened.endBlocking())
  }

  /// Runs asynchronous code with a database of its own. Use it in tests of XCTest.
  ///
  /// - Parameters:
  ///   - fixture: The content of the database.
  ///   - storage: Where the database is stored.
  ///   - seed: Determines the random numbers of the database, which are random if it is nil.
  ///   - time: The time of the database in UTC. Nil leaves the system's time.
  ///   - configuration: The settings of the database.
  ///   - function: The name of the test. Leave the default.
  ///   - isolation: The actor of the test. Leave the default.
  ///   - body: The test.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of `body`, and the first error of the fixture.
  @discardableResult
  public static func with<Result>(
    _ fixture: TestFixture,
    in storage: Storage = .file,
    seed: UInt64? = nil,
    at time: String? = nil,
    configuration: Database.Configuration = .init(),
    function: String = #function,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (TestDatabase) async throws -> Result
  ) async throws -> Result {
    let opened = try DatabaseCase(
      fixture,
      in: storage,
      configuration: configuration,
      settings: EnvironmentSettings(seed: seed, time: time)
    )
    let outcome: Swift.Result<Result, any Error>
    do {
      outcome = .success(
        try await $boundCase.withValue(opened) { try await body(TestDatabase(opened)) }
      )
    } catch {
      outcome = .failure(error)
    }
    opened.keepIfFailed(outcome, as: function)
    return try result(of: outcome, problems: await opened.end())
  }

  private static func result<Result>(
    of outcome: Swift.Result<Result, any Error>,
    problems: [String]
  ) throws -> Result {
    let value = try outcome.get()
    guard problems.isEmpty else {
      throw TestDatabaseError(.unexpected, problems.joined(separator: "\n"))
    }
    return value
  }
}

extension DatabaseCase {
  /// Copies the database and writes the patches, if the test `function` has failed.
  fileprivate func keepIfFailed<Result>(
    _ outcome: Swift.Result<Result, any Error>,
    as function: String
  ) {
    // Under Swift Testing, an expectation records an issue and does not throw.
    if case .success = outcome, !hasFailedExpectation { return }
    let record = FailureRecord(self)
    record.keep(as: String(function.prefix { $0 != "(" }))
    record.writePatches()
  }
}
