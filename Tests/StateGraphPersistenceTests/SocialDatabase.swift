import SampleDomains
import StateGraphPersistence
import StateGraphTesting
import TestSupport

extension TestFixture {
  /// The tables of all sample domains, without rows.
  static let social = TestFixture.empty(migrations: .directory("Migrations"))
  /// One user without posts.
  static let ada = social.adding("Fixtures/tests/ada")
  /// Two users. One of them has two posts.
  static let posts = social.adding("Fixtures/tests/posts")
}

/// The stores of the social domain, in the database of the test or in one of its own.
struct SocialDatabase {
  /// The path of the file, or `:memory:`.
  let path: String
  let database: Database
  let users: EntityStore<User>
  let posts: EntityStore<Post>
  let comments: EntityStore<Comment>
  /// The failures of assignments outside a `write`. Empty for the database of the test, whose
  /// failures ``takeFailures()`` returns.
  let failures: Recorder<DatabaseError>
  /// Nil for a database of its own.
  private let test: TestDatabase?

  private init(
    _ database: Database,
    path: String,
    failures: Recorder<DatabaseError> = Recorder(),
    test: TestDatabase? = nil
  ) throws {
    (self.database, self.path) = (database, path)
    (self.failures, self.test) = (failures, test)
    users = try EntityStore<User>(database)
    posts = try EntityStore<Post>(database)
    comments = try EntityStore<Comment>(database)
  }

  /// The stores of the test's database, which the trait `database` removes. An assignment that
  /// fails makes the test fail, unless the test takes the failure.
  init(_ test: TestDatabase) throws {
    try self.init(test.database, path: test.path, test: test)
  }

  /// A database that lives as long as something uses it. Tests need one if they have two databases,
  /// or if they let go of a database.
  ///
  /// - Parameter other: The database whose file is opened once more. Nil for a new database.
  init(
    inMemory: Bool = false,
    explainsCommits: Bool = false,
    sharing other: SocialDatabase? = nil,
    busyTimeout: Duration = .seconds(5)
  ) throws {
    let failures = Recorder<DatabaseError>()
    var configuration = Database.Configuration()
    configuration.explainsCommits = explainsCommits
    configuration.busyTimeout = busyTimeout
    // The files exist as long as the database, even if a test keeps nothing else.
    let directory = try TemporaryDirectory()
    configuration.onWriteFailure = { [directory] error in
      _ = directory
      if let error = error as? DatabaseError { failures.record(error) }
    }
    let path = other?.path ?? (inMemory ? ":memory:" : directory.file("social.sqlite"))
    let database = try Database(
      path: path,
      migrations: .directory(PackageRoot.migrations),
      configuration: configuration
    )
    try self.init(database, path: path, failures: failures)
  }

  func value(_ sql: SQL) throws -> SQLiteValue? {
    try database.rows(sql).first?[0]
  }

  /// Returns the codes of the assignments that have failed in the database of the test, and forgets
  /// them.
  func takeFailures() throws -> [DatabaseError.Code] {
    try test?.takeWriteFailures().compactMap { ($0 as? DatabaseError)?.code } ?? []
  }
}
