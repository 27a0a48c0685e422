import SampleDomains
import StateGraphPersistence
import StateGraphThreads
import TestSupport

@testable import StateGraphTesting

extension TestFixture {
  /// The tables of all sample domains, without rows.
  fileprivate static let social = TestFixture.empty(
    migrations: .directory(PackageRoot.migrations)
  )
}

/// The social domain in a database of its own: a copy of a template, or a database in memory.
struct SocialDatabase {
  /// The path of the file, or `:memory:`.
  let path: String
  let database: Database
  let users: EntityStore<User>
  let posts: EntityStore<Post>
  let comments: EntityStore<Comment>
  /// What could not be written outside of a `write`.
  let failures = Recorder<DatabaseError>()

  /// - Parameter other: The database whose file is opened once more. Nil for a new database.
  init(
    inMemory: Bool = false,
    explainsCommits: Bool = false,
    sharing other: SocialDatabase? = nil,
    busyTimeout: Duration = .seconds(5)
  ) throws {
    var configuration = Database.Configuration()
    configuration.explainsCommits = explainsCommits
    configuration.busyTimeout = busyTimeout
    // The files are there for as long as the database, however little of this a test keeps.
    let files = CloneFiles()
    configuration.onWriteFailure = { [failures, files] error in
      _ = files
      if let error = error as? DatabaseError { failures.record(error) }
    }
    if inMemory || other != nil {
      path = other?.path ?? ":memory:"
      database = try Database(
        path: path,
        migrations: .directory(PackageRoot.migrations),
        configuration: configuration
      )
    } else {
      let clone = try Clone(
        of: TestFixture.social.template.prepare(),
        in: .file,
        configuration,
        EnvironmentSettings()
      )
      files.belong(to: clone.environment)
      path = clone.environment?.path ?? ""
      database = clone.database
    }
    users = try EntityStore<User>(database)
    posts = try EntityStore<Post>(database)
    comments = try EntityStore<Comment>(database)
  }

  func value(_ sql: SQL) throws -> SQLiteValue? {
    try database.rows(sql).first?[0]
  }
}

/// Removes the files of a copy when its database is released.
private final class CloneFiles: Sendable {
  /// Nil until the copy is open.
  private let environment = Guarded<TestEnvironment?>(nil)

  func belong(to environment: TestEnvironment?) { self.environment.withLock { $0 = environment } }

  deinit {
    guard let environment = environment.withLock({ $0 }) else { return }
    environment.remove()
    FileSystem.removeDatabase(environment.path)
  }
}
