import SampleDomains
import StateGraphImport
import StateGraphPersistence

/// A tour of the library in the terminal. The program migrates a new database, imports the fixtures
/// twice, and observes a relationship while SQL writes rows.
///
/// The arguments are the root folder of the package and the path of the database.
@main
struct Demo {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let root = arguments.first, let path = arguments.last else {
      print("usage: demo PACKAGE_ROOT DATABASE")
      return
    }
    try migrate(path, root)
    try importFixtures(path, root)
    try watch(path, root)
  }

  private static func migrate(_ path: String, _ root: String) throws {
    heading("1. Migrate a new file")
    let database = try Database(path: path, migrations: .directory(root + "/Migrations"))
    let applied = try database.rows("SELECT name FROM stategraph_migrations ORDER BY version")
    for row in applied {
      if case .text(let name) = row[0] { say("applied \(name)") }
    }
    try database.close()
    say("Each migration is one transaction, which records it. Later edits of its file are refused.")
  }

  private static func importFixtures(_ path: String, _ root: String) throws {
    heading("2. Import nested JSON, twice")
    let request = ImportRequest(inputs: [
      ImportInput(path: root + "/Fixtures/social/nested/posts.json"),
      ImportInput(path: root + "/Fixtures/library/nested/books.json"),
    ])
    for attempt in ["first", "second"] {
      let report = try Importer(path: path).run(request)
      say("\(attempt) run: \(report.records) records read, \(report.changes) rows changed")
      for table in report.tables where attempt == "first" {
        say("  \(table.table): \(table.inserted) inserted")
      }
    }
    say("An author nested in many posts became one row. The second run changed nothing.")
  }

  private static func watch(_ path: String, _ root: String) throws {
    heading("3. Watch a relationship while SQL writes rows")
    let database = try Database(path: path, migrations: .directory(root + "/Migrations"))
    let users = try EntityStore<User>(database)
    guard let author = users.getAll().max(by: { $0.posts.count < $1.posts.count }) else { return }
    let others = users.getAll().filter { $0 !== author }
    say("observing \(author.name) and the posts of all \(users.count) users")
    let subscription = withGraphTracking {
      author.$posts.onChange { posts in
        print("     → \(posts.count) posts: \(posts.map(\.title).joined(separator: " · "))")
      }
      author.$name.onChange { name in print("     → the author is called \(name)") }
      for other in others {
        other.$posts.onChange { _ in }
      }
    }
    let id = author.typedID.raw
    try step("a post by this author", "INSERT INTO posts … VALUES ('demo', …)", database) {
      try database.execute(
        "INSERT INTO posts (id, title, author_id) VALUES ('demo', 'Written by SQL', \(id))"
      )
    }
    if let other = others.first {
      try step(
        "a post by another user: the observer of this author is not called",
        "INSERT …",
        database
      ) {
        try database.execute(
          "INSERT INTO posts (id, title, author_id) VALUES ('x', 'Elsewhere', \(other.typedID.raw))"
        )
      }
    }
    try step("a property is set: an UPDATE of one column", "author.name = …", database) {
      author.name += " (renamed)"
    }
    try step(
      "a write that fails is rolled back, in the file and in memory",
      "write { … throw }",
      database
    ) {
      struct Changed: Error {}
      do {
        try database.write {
          try database.execute("DELETE FROM posts")
          print("     inside the write: \(author.posts.count) posts")
          throw Changed()
        }
      } catch is Changed {
        print("     after it: \(author.posts.count) posts")
      }
    }
    try step("the posts are deleted", "DELETE FROM posts …", database) {
      try database.execute("DELETE FROM posts WHERE id IN ('demo', 'x')")
    }
    subscription.cancel()
    say(
      "Each changed row was routed by its values to the relationships that it belongs to, and to no others."
    )
    say("The database is \(path). Inspect it with: swift run stategraph inspect \(path)")
  }

  private static func step(
    _ meaning: String,
    _ code: String,
    _ database: Database,
    _ body: () throws -> Void
  ) throws {
    print("\n   \(code)\n   \(meaning)")
    let before = database.statementCounter.readCount
    try body()
    let marked = database.lastCommit?.markedSlotCount ?? 0
    print(
      "     relationships marked: \(marked), SELECTs: \(database.statementCounter.readCount - before)"
    )
  }

  private static func heading(_ text: String) { print("\n\(text)") }
  private static func say(_ text: String) { print("   \(text)") }
}
