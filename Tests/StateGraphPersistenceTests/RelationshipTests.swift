import SampleDomains
import StateGraphTesting
import TestSupport
import Testing

@testable import StateGraphPersistence

@Suite(.database(.posts)) struct RelationshipTests {
  let social: SocialDatabase
  var database: Database { social.database }

  init() throws { social = try SocialDatabase(.current) }

  private func user(_ id: String) throws -> User {
    try #require(social.users.get(by: .init(id)))
  }

  private var selectCount: Int { database.statementCounter.readCount }

  @Test func `the first read runs one SELECT, and the next read no SELECT`() throws {
    let ada = try user("ada")
    let before = selectCount
    #expect(ada.posts.map(\.title) == ["One", "Two"])
    #expect(selectCount == before + 1)
    #expect(ada.posts.count == 2)
    #expect(selectCount == before + 1)
  }

  @Test(arguments: [
    ("INSERT INTO posts (id, title, author_id) VALUES ('p0', 'Zero', 'ada')", ["p0", "p1", "p2"]),
    ("DELETE FROM posts WHERE id = 'p1'", ["p2"]),
    ("DELETE FROM posts", []),
    ("UPDATE posts SET author_id = 'bob' WHERE id = 'p2'", ["p1"]),
    ("UPDATE posts SET id = 'p9' WHERE id = 'p1'", ["p2", "p9"]),
    ("INSERT OR REPLACE INTO posts (id, title, author_id) VALUES ('p1', 'x', 'bob')", ["p2"]),
    ("DELETE FROM users WHERE id = 'ada'", []),
  ])
  func `SQL that moves rows is seen at once`(sql: String, expected: [String]) throws {
    let ada = try user("ada")
    #expect(ada.posts.count == 2)
    try database.execute(.raw(sql))
    #expect(ada.posts.map(\.typedID.raw) == expected)
  }

  @Test func `a write that moves no row of a relationship does not call its observers`() throws {
    let ada = try user("ada")
    let calls = Recorder<Int>()
    let subscription = withGraphTracking { ada.$posts.onChange { calls.record($0.count) } }
    let before = selectCount
    try database.execute("UPDATE posts SET title = 'New' WHERE id = 'p1'")
    try database.execute("INSERT INTO posts (id, title, author_id) VALUES ('p3', 'x', 'bob')")
    try database.execute("UPDATE users SET name = 'x'")
    try database.execute("UPDATE posts SET author_id = author_id")
    #expect(calls.elements == [2])
    #expect(selectCount == before)
    #expect(ada.posts[0].title == "New")
    subscription.cancel()
  }

  @Test func `a post that changes its author wakes the old one and the new one`() throws {
    let (ada, bob) = (try user("ada"), try user("bob"))
    let calls = Recorder<String>()
    let subscription = withGraphTracking {
      ada.$posts.onChange { calls.record("ada \($0.count)") }
      bob.$posts.onChange { calls.record("bob \($0.count)") }
    }
    _ = calls.drain()
    let post = try #require(social.posts.get(by: "p1"))
    post.author = bob
    #expect(Set(calls.elements) == ["ada 1", "bob 1"])
    #expect(database.lastCommit?.markedSlotCount == 2)
    subscription.cancel()
  }

  @Test
  func `one post of a thousand live relationships marks one node, with one call`()
    throws
  {
    try database.write {
      for number in 0..<1_000 {
        let id = "u\(number)"
        try database.execute("INSERT INTO users (id, name) VALUES (\(id), \(id))")
        try database.execute(
          "INSERT INTO posts (id, title, author_id) VALUES (\("q\(number)"), 'x', \(id))"
        )
      }
    }
    let authors = try (0..<1_000).map { try user("u\($0)") }
    let calls = Recorder<String>()
    let subscription = withGraphTracking {
      for author in authors {
        author.$posts.onChange { posts in calls.record("\(author.typedID.raw): \(posts.count)") }
      }
    }
    #expect(calls.drain().count == 1_000)
    let before = selectCount
    try database.execute("INSERT INTO posts (id, title, author_id) VALUES ('new', 'x', 'u500')")
    #expect(database.lastCommit?.markedSlotCount == 1)
    #expect(calls.elements == ["u500: 2"])
    #expect(selectCount <= before + 1)
    subscription.cancel()
  }

  @Test func `a relationship that is read before its owner is added is filled by the addition`()
    throws
  {
    let carol = User(id: "carol", name: "Carol")
    let calls = Recorder<Int>()
    let subscription = withGraphTracking { carol.$posts.onChange { calls.record($0.count) } }
    try database.write {
      social.users.add(carol)
      social.posts.add(Post(id: "c1", title: "Mine", author: carol))
    }
    #expect(calls.elements == [0, 1])
    #expect(carol.posts.first?.author === carol)
    subscription.cancel()
  }

  @Test func `elements of a relationship are the objects the store has`() throws {
    let post = try #require(social.posts.get(by: "p1"))
    #expect(try user("ada").posts[0] === post)
  }

  @Test func `a subscription to a relationship outlives its owner's last reference`() throws {
    let calls = Recorder<Int>()
    let subscription = withGraphTracking {
      social.users.get(by: "ada")?.$posts.onChange { calls.record($0.count) }
    }
    try database.execute("DELETE FROM posts WHERE id = 'p1'")
    #expect(calls.elements == [2, 1])
    subscription.cancel()
  }

  @Test func `a relationship and a live query may outlive their database`() throws {
    var ada: User?
    var query: Computed<LiveCollection<Post>>?
    weak var gone: Database?
    do {
      let other = try SocialDatabase()
      let user = User(id: "ada", name: "Ada")
      other.users.add(user)
      (ada, query) = (user, other.posts.query.limit(3).live)
      #expect(user.posts.isEmpty && query?.wrappedValue.isEmpty == true)
      gone = other.database
    }
    query = nil
    waitForRelease { gone == nil }
    #expect(gone == nil)
    #expect(ada?.posts.isEmpty == true)
    ada = nil
  }

  @Test func `a released relationship leaves the router`() throws {
    for _ in 0..<3 {
      let ada = try user("ada")
      #expect(ada.posts.count == 2)
    }
    // The cache of recently used entities keeps the user alive until other entities replace it.
    try database.write {
      for number in 0..<2_000 {
        try database.execute("INSERT INTO users (id, name) VALUES (\("x\(number)"), 'x')")
      }
    }
    for number in 0..<2_000 { _ = try user("x\(number)") }
    try database.execute("DELETE FROM posts WHERE id = 'p1'")
    #expect(database.lastCommit?.markedSlotCount == 0)
  }

  @Test func `a row whose value a property cannot hold has no object, and other rows have one`()
    throws
  {
    try database.write {
      try database.execute("CREATE TABLE loose (id TEXT PRIMARY KEY NOT NULL, name)")
      try database.execute("INSERT INTO loose VALUES ('a', 'fine'), ('b', x'00ff'), ('c', NULL)")
    }
    let store = try EntityStore<Loose>(database)
    #expect(store.getAll().map(\.name) == ["fine"])
    #expect(store.count == 3)
  }
}

@Entity(table: "loose")
final class Loose {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var name: String
}
