import SampleDomains
import StateGraphTesting
import TestSupport
import Testing

@testable import StateGraphPersistence

/// Entities that become attached, detached or deleted inside writes that commit or roll back.
@Suite(.database(.ada)) struct TransitionTests {
  let social: SocialDatabase
  let ada: User
  var database: Database { social.database }

  init() throws {
    social = try SocialDatabase(.current)
    ada = try TestDatabase.current[User.self, "ada"]
  }

  @Test func `a write that waited while the first store was made is balanced`() throws {
    let directory = try TemporaryDirectory()
    let other = try Database(
      path: directory.file("a"),
      migrations: .directory(PackageRoot.migrations)
    )
    let inside = Gate()
    let waiter = BackgroundThread {
      inside.wait()
      try other.execute("DELETE FROM users")
    }
    try other.write {
      inside.open()
      _ = try EntityStore<User>(other)
    }
    try waiter.join()
    try other.write {}
  }

  @Test func `an object deleted and added again in one write is still there`() throws {
    try database.write {
      social.users.delete("ada")
      social.users.add(ada)
    }
    #expect(social.users.get(by: "ada") === ada)
    #expect(try social.value("SELECT name FROM users") == .text("Ada"))
  }

  @Test func `after DDL an entity of a rolled back inner write can be added again`() throws {
    let bob = User(id: "bob", name: "Bob")
    try database.write {
      try database.execute("CREATE TABLE extra (x)")
      try? database.write {
        social.users.add(bob)
        throw Stop()
      }
      social.users.add(bob)
    }
    #expect(social.users.get(by: "bob") === bob)
    #expect(!bob.isDeleted)
  }

  @Test func `a row that an undone write with DDL loaded is still its object's`() throws {
    try database.execute("INSERT INTO users (id, name) VALUES ('bob', 'Bob')")
    var held: User?
    #expect(throws: Stop.self) {
      try database.write {
        try database.execute("CREATE TABLE extra (x)")
        try database.execute("UPDATE users SET name = 'undone'")
        held = social.users.get(by: "bob")
        throw Stop()
      }
    }
    let bob = try #require(held)
    #expect(social.users.get(by: "bob") === bob)
    #expect(bob.name == "Bob")
    bob.name = "Robert"
    #expect(try social.value("SELECT name FROM users WHERE id = 'bob'") == .text("Robert"))
  }

  @Test func `a row that was loaded and undone is deleted and keeps its author`() throws {
    var held: Post?
    #expect(throws: Stop.self) {
      try database.write {
        try database.execute("INSERT INTO posts (id, title, author_id) VALUES ('p', 't', 'ada')")
        held = social.posts.get(by: "p")
        throw Stop()
      }
    }
    #expect(held?.author === ada)
    #expect(held?.isDeleted == true)
  }

  @Test func `a computed reference follows the object that took the row`() {
    let post = Post(id: "p", title: "t", author: ada)
    social.posts.add(post)
    let author = Computed { _ in post.author }
    #expect(author.wrappedValue === ada)
    let second = User(id: "ada", name: "2")
    social.users.add(second)
    #expect(author.wrappedValue === second)
  }

  @Test(arguments: ["Ada", "Other"])
  func `a set after the row was deleted in the same write is refused, whatever the value`(
    name: String
  ) throws {
    for delete in [
      { _ = social.users.delete("ada") },
      {
        _ = try? database.execute("DELETE FROM users")
      },
    ] {
      let error = #expect(throws: DatabaseError.self) {
        try database.write {
          delete()
          ada.name = name
        }
      }
      #expect(error?.code == .deletedEntity)
      #expect(!ada.isDeleted && ada.name == "Ada")
    }
    try database.write {
      social.users.delete("ada")
      social.users.add(ada)
      ada.name = name
    }
    #expect(ada.name == name && !ada.isDeleted)
  }

  @Test func `a row of a database in memory that an undone write loaded is still its object's`()
    throws
  {
    let memory = try SocialDatabase(inMemory: true)
    try memory.database.execute("INSERT INTO users (id, name) VALUES ('bob', 'Bob'), ('eve', '')")
    var held: [User?] = []
    let outcomes: [SQL] = ["CREATE TABLE extra (x)", "DELETE FROM users WHERE id = 'eve'"]
    try? memory.database.write {
      for sql in outcomes { try memory.database.execute(sql) }
      try memory.database.execute(
        "UPDATE users SET name = 'undone', short_bio = 'undone' WHERE id = 'bob'"
      )
      try memory.database.execute("INSERT INTO users (id, name) VALUES ('new', 'New')")
      held = [memory.users.get(by: "bob"), memory.users.get(by: "new")]
      #expect(held[0]?.name == "undone")
      throw Stop()
    }
    let (bob, new) = (try #require(held[0]), try #require(held[1]))
    #expect(!bob.isDeleted && bob.name == "Bob" && bob.bio == nil)
    #expect(memory.users.get(by: "bob") === bob)
    bob.name = "Robert"
    #expect(try memory.value("SELECT name FROM users WHERE id = 'bob'") == .text("Robert"))
    #expect(bob.name == "Robert")
    #expect(new.isDeleted)
    #expect(memory.users.get(by: "new") == nil)
  }

  @Test func `a graph is released with its database`() throws {
    weak var graph: DatabaseGraph?
    do {
      let social = try SocialDatabase()
      graph = DatabaseGraph.of(social.database)
      #expect(graph != nil)
    }
    waitForRelease { graph == nil }
    #expect(graph == nil)
  }
}
