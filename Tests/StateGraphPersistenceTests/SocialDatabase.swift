import SampleDomains
import StateGraphPersistence
import TestSupport

/// The social domain in a file of its own.
struct SocialDatabase {
  let directory: TemporaryDirectory
  let database: Database
  let users: EntityStore<User>
  let posts: EntityStore<Post>
  let comments: EntityStore<Comment>
  /// What could not be written outside of a `write`.
  let failures = Recorder<DatabaseError>()

  init(
    inMemory: Bool = false,
    explainsCommits: Bool = false,
    in directory: TemporaryDirectory? = nil,
    busyTimeout: Duration = .seconds(5)
  ) throws {
    let directory = try directory ?? TemporaryDirectory()
    self.directory = directory
    var configuration = Database.Configuration()
    configuration.explainsCommits = explainsCommits
    configuration.busyTimeout = busyTimeout
    // The directory is there for as long as the database, however little of this a test keeps.
    configuration.onWriteFailure = { [failures, directory] error in
      _ = directory
      if let error = error as? DatabaseError { failures.record(error) }
    }
    database = try Database(
      path: inMemory ? ":memory:" : directory.file("social.sqlite"),
      migrations: .directory(PackageRoot.migrations),
      configuration: configuration
    )
    users = try EntityStore<User>(database)
    posts = try EntityStore<Post>(database)
    comments = try EntityStore<Comment>(database)
  }

  func value(_ sql: SQL) throws -> SQLiteValue? {
    try database.rows(sql).first?[0]
  }
}
