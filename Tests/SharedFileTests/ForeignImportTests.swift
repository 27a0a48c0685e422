import Foundation
import SampleDomains
import StateGraphPersistence
import TestSupport
import Testing

/// An app with a file open, and `stategraph import` in a process of its own that changes it.
@Suite("An import in another process")
struct ForeignImportTests {
  private static let userCount = 1_000

  private let directory: TemporaryDirectory
  private let database: Database
  private let users: EntityStore<User>
  private let posts: EntityStore<Post>

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(
      path: directory.file("social.sqlite"),
      migrations: .directory(PackageRoot.migrations)
    )
    let (users, posts) = (try EntityStore<User>(database), try EntityStore<Post>(database))
    (self.users, self.posts) = (users, posts)
    try database.write {
      for index in 0..<Self.userCount {
        let user = User(id: "u\(index)", name: "User \(index)")
        users.add(user)
        posts.add(Post(id: "p\(index)", title: "Post \(index)", author: user))
      }
    }
  }

  private func runImport(_ records: String, _ options: String...) throws -> Int32 {
    let input = try directory.write(records, to: "posts.ndjson")
    let path = directory.file("social.sqlite")
    return try run(["import", path, input, "--table", "posts", "-q"] + options).status
  }

  private func run(_ arguments: String...) throws -> (status: Int32, output: String) {
    try run(arguments)
  }

  private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    // SwiftPM puts the command beside the test bundle.
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("stategraph")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    // Read to its end before waiting, because a full pipe would block the child.
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  /// A call of an observer of a relationship: the user, and the titles of the posts.
  private struct Told: Hashable {
    let user: Int
    let titles: [String]
  }

  private func live(_ body: (Recorder<Told>, () throws -> Void) throws -> Void) throws {
    let told = Recorder<Told>()
    let live = (0..<Self.userCount).compactMap { users.get(by: .init("u\($0)")) }
    let subscription = withGraphTracking {
      for (index, user) in live.enumerated() {
        Computed { _ in user.posts.map(\.title) }.onChange { titles in
          told.record(Told(user: index, titles: titles))
        }
      }
    }
    defer { subscription.cancel() }
    _ = told.drain()
    try body(told) {
      // A read updates live data with the import, and a write delivers the earlier changes.
      try database.catchUp()
      try database.write {}
    }
  }

  @Test func `of a thousand live relationships, an import reports each changed one once`()
    throws
  {
    try live { told, settle in
      // Two are retitled, one is new, one moves, and one is imported as it is.
      let records = """
        {"id": "p3", "title": "Three", "author": "u3"}
        {"id": "p7", "title": "Seven", "author": "u7"}
        {"id": "new", "title": "New", "author": "u500"}
        {"id": "p900", "title": "Post 900", "author": "u901"}
        {"id": "p950", "title": "Post 950", "author": "u950"}

        """
      #expect(try runImport(records) == 0)
      try settle()
      let expected: [Int: [String]] = [
        3: ["Three"], 7: ["Seven"], 500: ["New", "Post 500"], 900: [],
        901: ["Post 900", "Post 901"],
      ]
      try waitUntil { told.elements.count >= expected.count }
      #expect(Set(told.elements.map(\.user)) == Set(expected.keys))
      #expect(told.elements.count == expected.count, "each is woken once")
      for element in told.elements {
        #expect(Set(element.titles) == Set(expected[element.user] ?? []))
      }
    }
  }

  @Test func `batches are reported in the order of their commits, each once`() throws {
    try live { told, settle in
      let records = (1...40).map { #"{"id": "q\#($0)", "title": "\#($0)", "author": "u5"}"# + "\n" }
      let before = database.statementCounts
      #expect(try runImport(records.joined(), "--batch-size", "1") == 0)
      try settle()
      try waitUntil { told.elements.last?.titles.count == 41 }
      let counts = told.elements.map(\.titles.count)
      #expect(counts == counts.sorted() && Set(counts).count == counts.count)
      #expect(Set(told.elements.map(\.user)) == [5])
      // The live relationships were not read again, which would take a thousand SELECTs.
      #expect((database.statementCounts - before).reads < 800)
    }
  }

  @Test func `the tables that followers need are hidden from schema, inspect and check`() throws {
    try live { told, settle in
      #expect(try runImport("{\"id\": \"p1\", \"title\": \"One\"}\n") == 0)
      let logged = try database.rows("SELECT count(*) FROM stategraph_commits")
      #expect(logged.first?[0] == .integer(1))
      let path = directory.file("social.sqlite")
      #expect(try run("check", path, "--migrations", PackageRoot.migrations).status == 0)
      #expect(try !run("schema", path).output.contains("stategraph_"))
      #expect(try !run("inspect", path).output.contains("stategraph_"))
    }
  }

  @Test func `after an import that changes every row, live objects agree with the file`() throws {
    try live { told, settle in
      let records = (0..<Self.userCount).map {
        "{\"id\": \"p\($0)\", \"title\": \"Again \($0)\", \"author\": \"u\(($0 * 7) % 1_000)\"}\n"
      }
      #expect(try runImport(records.joined()) == 0)
      try settle()
      for index in 0..<Self.userCount {
        let titles = users.get(by: .init("u\(index)"))?.posts.map(\.title)
        let fresh = try database.rows("SELECT title FROM posts WHERE author_id = \("u\(index)")")
        #expect(Set(titles ?? []) == Set(fresh.map { "\($0[0].text)" }))
      }
    }
  }

  /// Observers are called by the thread that has found the commit, which may not be this one.
  private func waitUntil(_ isDone: () -> Bool) throws {
    let deadline = TestDeadline()
    while !isDone() {
      guard !deadline.hasPassed else { throw TestFailure("nobody was told in time") }
      try database.catchUp()
    }
  }
}

extension SQLiteValue {
  fileprivate var text: String { if case .text(let text) = self { text } else { "" } }
}
