import StateGraphPersistence

// The code of the article about writing and reading, as it stands there.

private func print(_ text: String) {}

func nested(_ database: Database, _ users: EntityStore<User>, _ ada: User) throws {
  try database.write {
    ada.name = "Ada King"
    do {
      try database.write {
        ada.bio = "undone"
        try users.insert(User(id: "ada2", name: "Ada"))
        throw CancellationError()
      }
    } catch is CancellationError {
      // The bio and the new user are undone; the name is not.
    }
  }
}

func rename(_ ada: User, in database: Database) async throws -> Int {
  try await database.write {
    ada.name = "Ada Lovelace"
    return ada.posts.count
  }
}

func snapshot(_ database: Database, _ ada: User) throws -> (Int, Int) {
  try database.read {
    let rows = try database.rows("SELECT 1 FROM posts WHERE author_id = 'ada'")
    return (rows.count, ada.posts.count)  // always equal
  }
}

func registerAda(_ users: EntityStore<User>) throws -> String {
  do {
    try users.insert(User(id: "ada", name: "Ada"))
  } catch DatabaseError.Constraint.Kind.primaryKey {
    return "The name is taken."
  }
  return "Welcome."
}

struct AuthorSummary: Decodable, Equatable {
  let author: String
  let postCount: Int
}

func summarize(_ database: Database) throws -> (Int?, [String], [AuthorSummary]) {
  let count = try database.fetchValue(Int.self, "SELECT count(*) FROM posts")
  let titles = try database.fetchValues(String.self, "SELECT title FROM posts ORDER BY title")
  let summaries = try database.fetch(
    AuthorSummary.self,
    "SELECT author_id AS author, count(*) AS postCount FROM posts GROUP BY author_id"
  )
  return (count, titles, summaries)
}

func openReporting(
  _ path: String,
  to report: @escaping @Sendable (any Error) -> Void
) throws -> Database {
  var configuration = Database.Configuration()
  configuration.durability = .full
  configuration.onWriteFailure = report
  configuration.onReadFailure = report
  return try Database(
    path: path,
    migrations: .directory("Migrations"),
    configuration: configuration
  )
}

func backUp(_ database: Database, to path: String) throws {
  try database.backup(to: path, replacesExisting: true) { progress in
    print("\(progress.copiedPageCount) of \(progress.pageCount) pages")
  }
}

func rebuild(_ database: Database, copyingTo path: String) throws {
  try database.vacuum()
  try database.vacuum(into: path, replacesExisting: true)
}

func openOtherwise(_ path: String) throws -> [Database] {
  var configuration = Database.Configuration()
  configuration.access = .readOnly
  let readOnly = try Database(path: path, configuration: configuration)
  let temporary = try Database.temporary(migrations: .directory("Migrations"))
  let inMemory = try Database.inMemory(migrations: .directory("Migrations"))
  return [readOnly, temporary, inMemory]
}
