import FixtureTestSupport
import Glibc
import StateGraphTesting
import StateGraphThreads
import TestSupport
import Testing

/// A package with a bad fixture. The next case of a test gets the next one.
private struct BadPackage {
  let directory: TemporaryDirectory
  let migrations: MigrationSource

  private static let next = Guarded(0)

  static let count = BadFixture.all.count + BadMigration.all.count

  static func takeNext() throws -> BadPackage {
    let number = next.withLock { number in
      defer { number += 1 }
      return number
    }
    let fixtures = BadFixture.all
    return number < fixtures.count
      ? try BadPackage(fixtures[number])
      : try BadPackage(BadMigration.all[number - fixtures.count])
  }

  private init(_ bad: BadFixture) throws {
    directory = try TemporaryDirectory()
    try directory.write("", to: "Package.swift")
    guard mkdir(directory.file("Fixtures"), 0o700) == 0 else { throw TestFailure("mkdir") }
    try bad.write(to: "Fixtures/shop", in: directory)
    migrations = FixtureSchema.migrations
  }

  private init(_ bad: BadMigration) throws {
    directory = try TemporaryDirectory()
    for folder in ["Migrations", "Fixtures", "Fixtures/shop"] {
      guard mkdir(directory.file(folder), 0o700) == 0 else { throw TestFailure("mkdir") }
    }
    try directory.write("", to: "Package.swift")
    try directory.write("{\"id\": \"@a\"}", to: "Fixtures/shop/items.jsonl")
    try directory.write("CREATE TABLE items (id INTEGER PRIMARY KEY)", to: "Migrations/0001_a.sql")
    try directory.write(bad.sql, to: "Migrations/" + bad.name)
    migrations = .directory("Migrations")
  }

  var fixture: TestFixture {
    TestFixture("Fixtures/shop", migrations: migrations, filePath: directory.file("Tests.swift"))
  }
}

/// The trait `database`, which has another fixture for each case.
private struct BadDatabaseTrait: TestTrait, TestScoping {
  let location: SourceLocation

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let package = try BadPackage.takeNext()
    let trait: DatabaseTrait = .database(
      package.fixture,
      fileID: location.fileID,
      filePath: #filePath,
      line: location.line,
      column: location.column
    )
    try await trait.provideScope(for: test, testCase: testCase, performing: function)
  }
}

extension Trait where Self == BadDatabaseTrait {
  fileprivate static func badDatabase(_ location: SourceLocation = #_sourceLocation) -> Self {
    BadDatabaseTrait(location: location)
  }
}

/// Runs in a child process of ``BadFixtureReportTests``.
@Suite(.enabled(if: ForcedFailures.areWanted)) struct ForcedBadFixtures {
  /// The line of the test below, at which Swift places the arguments of its trait.
  static let line = #line + 4
  static let count = BadPackage.count

  @Test(.badDatabase(), arguments: 0..<count)
  func body(number: Int) { print("the body of the test runs") }
}
