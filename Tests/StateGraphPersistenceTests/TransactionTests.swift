import SampleDomains
import StateGraphTesting
import TestSupport
import Testing

@testable import StateGraphPersistence

struct Stop: Error {}

@Suite(.database(.ada)) struct TransactionTests {
  let social: SocialDatabase
  let ada: User
  var database: Database { social.database }

  init() throws {
    social = try SocialDatabase(.current)
    ada = try TestDatabase.current[User.self, "ada"]
  }

  @Test func `a write is one notification`() throws {
    let names = Recorder<String>()
    let counts = Recorder<Int>()
    let subscription = withGraphTracking {
      ada.$name.onChange { names.record($0) }
      ada.$posts.onChange { counts.record($0.count) }
    }
    try database.write {
      ada.name = "A"
      ada.name = "B"
      for id in ["1", "2", "3"] { social.posts.add(Post(id: id, title: id, author: ada)) }
    }
    #expect(names.elements == ["Ada", "B"])
    #expect(counts.elements == [0, 3])
    subscription.cancel()
  }

  @Test func `inside a write its own changes are seen`() throws {
    let greeting = Computed { [ada] _ in "Hello \(ada.name), \(ada.posts.count)" }
    #expect(greeting.wrappedValue == "Hello Ada, 0")
    try database.write {
      ada.name = "B"
      social.posts.add(Post(id: "p", title: "t", author: ada))
      #expect(ada.name == "B")
      #expect(ada.posts.count == 1)
      #expect(social.posts.count == 1)
      #expect(greeting.wrappedValue == "Hello B, 1")
    }
    #expect(greeting.wrappedValue == "Hello B, 1")
  }

  @Test func `after a throw memory agrees with the file, and no observer was called`() throws {
    let post = Post(id: "p", title: "t", author: ada)
    let names = Recorder<String>()
    let counts = Recorder<Int>()
    let subscription = withGraphTracking {
      ada.$name.onChange { names.record($0) }
      ada.$posts.onChange { counts.record($0.count) }
    }
    #expect(throws: Stop.self) {
      try database.write {
        ada.name = "B"
        social.posts.add(post)
        try database.execute("UPDATE users SET short_bio = 'x'")
        throw Stop()
      }
    }
    #expect(ada.name == "Ada")
    #expect(ada.bio == nil)
    #expect(ada.posts.isEmpty)
    #expect(social.posts.get(by: "p") == nil)
    #expect(names.elements == ["Ada"])
    #expect(counts.elements == [0])
    post.title = "still in memory"
    #expect(post.title == "still in memory")
    social.posts.add(post)
    #expect(social.posts.get(by: "p") === post)
    subscription.cancel()
  }

  @Test func `the first failure of a verb that cannot throw undoes the whole write`() throws {
    #expect {
      try database.write {
        ada.name = "B"
        social.posts.add(Post(id: "p", title: "t", author: User(id: "nobody", name: "x")))
        ada.name = "C"
      }
    } throws: { ($0 as? DatabaseError)?.code == .constraint }
    #expect(ada.name == "Ada")
    #expect(try social.value("SELECT name FROM users") == .text("Ada"))
  }

  @Test func `an inner write that throws is undone alone`() throws {
    let inner = Post(id: "inner", title: "t", author: ada)
    try database.write {
      ada.name = "B"
      #expect(throws: Stop.self) {
        try database.write {
          ada.name = "C"
          social.posts.add(inner)
          throw Stop()
        }
      }
      #expect(ada.name == "B")
      ada.bio = "kept"
    }
    #expect(ada.name == "B")
    #expect(ada.bio == "kept")
    #expect(ada.posts.isEmpty)
    #expect(social.posts.get(by: "inner") == nil)
    #expect(try social.value("SELECT name FROM users") == .text("B"))
  }

  @Test func `the last object of a row that one write adds, deletes and adds again is kept`()
    throws
  {
    let (first, second) = (User(id: "b", name: "1"), User(id: "b", name: "2"))
    try database.write {
      social.users.add(first)
      social.users.delete("b")
      social.users.add(second)
      #expect(social.users.get(by: "b") === second)
    }
    #expect(first.isDeleted)
    #expect(!second.isDeleted)
    #expect(social.users.get(by: "b") === second)
  }

  @Test func `an entity that an inner write added and rolled back can be added again`() throws {
    let bob = User(id: "bob", name: "Bob")
    try database.write {
      #expect(throws: Stop.self) {
        try database.write {
          social.users.add(bob)
          throw Stop()
        }
      }
      #expect(social.users.get(by: "bob") == nil)
      social.users.add(bob)
    }
    #expect(social.users.get(by: "bob") === bob)
    bob.name = "Bobby"
    #expect(try social.value("SELECT name FROM users WHERE id = 'bob'") == .text("Bobby"))
  }

  @Test func `a change that a savepoint rolled back is not visible`() throws {
    let names = Recorder<String>()
    let subscription = withGraphTracking { ada.$name.onChange { names.record($0) } }
    try database.write {
      try database.execute("SAVEPOINT s")
      try database.execute("UPDATE users SET name = 'undone'")
      try database.execute("ROLLBACK TO s")
      try database.execute("RELEASE s")
      try database.execute("UPDATE users SET short_bio = 'kept'")
    }
    #expect(ada.name == "Ada")
    #expect(ada.bio == "kept")
    #expect(names.elements == ["Ada"])
    subscription.cancel()
  }

  @Test func `a statement that fails half-way leaves memory as the file has it`() throws {
    try database.execute("INSERT INTO users (id, name) VALUES ('bob', 'Bob')")
    let bob = try #require(social.users.get(by: "bob"))
    try database.write {
      #expect(throws: DatabaseError.self) {
        try database.execute(
          "UPDATE users SET name = CASE id WHEN 'ada' THEN 'changed' ELSE NULL END"
        )
      }
      ada.bio = "after"
    }
    #expect(ada.name == "Ada")
    #expect(ada.bio == "after")
    #expect(bob.name == "Bob")
  }

  @Test func `OR ROLLBACK rolls back the whole write, and the write throws`() throws {
    #expect(throws: DatabaseError.self) {
      try database.write {
        ada.name = "B"
        _ = try? database.execute(
          "INSERT OR ROLLBACK INTO users (id, name) VALUES ('ada', 'twice')"
        )
      }
    }
    #expect(ada.name == "Ada")
    ada.name = "usable"
    #expect(try social.value("SELECT name FROM users") == .text("usable"))
  }

  @Test(arguments: ["COMMIT", "ROLLBACK", "BEGIN", "ATTACH ':memory:' AS other"])
  func `a statement cannot end the write or leave the file`(sql: String) throws {
    #expect {
      try database.execute(.raw(sql))
    } throws: { ($0 as? DatabaseError)?.code == .misuse }
    ada.name = "usable"
    #expect(ada.name == "usable")
  }

  @Test func `other threads see nothing of an open write`() throws {
    try database.write {
      ada.name = "B"
      social.posts.add(Post(id: "p", title: "t", author: ada))
      let seen = Recorder<String>()
      try withThread {
        seen.record(ada.name)
        seen.record("\(social.posts.count) \(ada.posts.count)")
        seen.record("\(social.posts.get(by: "p") == nil)")
      }
      #expect(seen.elements == ["Ada", "0 0", "true"])
    }
    #expect(ada.posts.count == 1)
    #expect(social.posts.count == 1)
  }

  @Test func `an entity that is loaded after its change in a write shows readers the last commit`()
    throws
  {
    try database.execute("INSERT INTO users (id, name) VALUES ('bob', 'Bob')")
    try database.write {
      try database.execute("UPDATE users SET name = 'Robert' WHERE id = 'bob'")
      let bob = try #require(social.users.get(by: "bob"))
      #expect(bob.name == "Robert")
      let seen = Recorder<String>()
      try withThread { seen.record(bob.name) }
      #expect(seen.elements == ["Bob"])
    }
    #expect(social.users.get(by: "bob")?.name == "Robert")
  }

  @Test func `a write that makes more changes than the log holds is still followed`() throws {
    #expect(ada.posts.isEmpty)
    try database.write {
      for number in 0..<70_000 {
        try database.execute(
          "INSERT INTO posts (id, title, author_id) VALUES (\("p\(number)"), 't', 'ada')"
        )
      }
      ada.name = "busy"
    }
    #expect(ada.posts.count == 70_000)
    #expect(ada.name == "busy")
  }

  @Test func `DDL in a write is followed`() throws {
    #expect(ada.posts.isEmpty)
    try database.write {
      try database.execute("ALTER TABLE users ADD COLUMN motto TEXT DEFAULT 'per aspera'")
      try database.execute("INSERT INTO posts (id, title, author_id) VALUES ('p', 't', 'ada')")
    }
    #expect(ada.posts.count == 1)
    ada.name = "after"
    #expect(try social.value("SELECT name FROM users") == .text("after"))
    #expect(ada.name == "after")
  }

  @Test func `a closed database refuses, and entities keep their values`() throws {
    try database.close()
    ada.name = "lost"
    #expect(ada.name == "Ada")
    #expect(try social.takeFailures() == [.closed])
    #expect(throws: DatabaseError.self) { try database.write {} }
    // Live objects need no file to be found; anything else does.
    #expect(social.users.get(by: "ada") === ada)
    #expect(social.users.get(by: "bob") == nil)
  }

  @Test func `a database in memory behaves the same`() throws {
    let memory = try SocialDatabase(inMemory: true)
    let bob = User(id: "bob", name: "Bob")
    memory.users.add(bob)
    memory.posts.add(Post(id: "p", title: "t", author: bob))
    #expect(bob.posts.count == 1)
    #expect(throws: Stop.self) {
      try memory.database.write {
        bob.name = "x"
        throw Stop()
      }
    }
    #expect(bob.name == "Bob")
  }
}
