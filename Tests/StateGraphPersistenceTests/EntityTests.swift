import SampleDomains
import StateGraphPersistence
import StateGraphTesting
import TestSupport
import Testing

@Suite(.database(.social)) struct EntityTests {
  let social: SocialDatabase

  init() throws {
    social = try SocialDatabase(.current)
  }

  @Test func `adding an entity inserts its row`() throws {
    social.users.add(User(id: "ada", name: "Ada", bio: nil))
    #expect(try social.value("SELECT name FROM users WHERE id = 'ada'") == .text("Ada"))
    #expect(try social.value("SELECT short_bio FROM users WHERE id = 'ada'") == .null)
  }

  @Test func `the entity that was added is the one that is found`() {
    let ada = User(id: "ada", name: "Ada")
    social.users.add(ada)
    #expect(social.users.get(by: "ada") === ada)
  }

  @Test func `setting a property updates its column and nothing else`() throws {
    social.users.add(User(id: "ada", name: "Ada", bio: "mathematician"))
    let ada = try #require(social.users.get(by: "ada"))
    ada.name = "Ada Lovelace"
    #expect(try social.value("SELECT name FROM users") == .text("Ada Lovelace"))
    #expect(try social.value("SELECT short_bio FROM users") == .text("mathematician"))
    #expect(ada.name == "Ada Lovelace")
  }

  @Test func `setting an equal value runs no statement`() throws {
    social.users.add(User(id: "ada", name: "Ada"))
    let ada = try #require(social.users.get(by: "ada"))
    let before = social.database.statementCounter.writeCount
    ada.name = "Ada"
    #expect(social.database.statementCounter.writeCount == before)
  }

  @Test func `a row written by SQL changes the live entity`() throws {
    social.users.add(User(id: "ada", name: "Ada"))
    let ada = try #require(social.users.get(by: "ada"))
    try social.database.execute("UPDATE users SET name = 'Countess' WHERE id = 'ada'")
    #expect(ada.name == "Countess")
  }

  @Test func `a reference is found by its key and is the same object`() throws {
    let ada = User(id: "ada", name: "Ada")
    try social.database.write {
      social.users.add(ada)
      social.posts.add(Post(id: "p1", title: "Hello", author: ada))
    }
    let post = try #require(social.posts.get(by: "p1"))
    #expect(post.author === ada)
    #expect(try social.value("SELECT author_id FROM posts") == .text("ada"))
  }

  @Test func `an entity is loaded again after its last reference is gone, with the file's values`()
    throws
  {
    try social.database.execute("INSERT INTO users (id, name) VALUES ('ada', 'Ada')")
    #expect(social.users.get(by: "ada")?.name == "Ada")
    try social.database.execute("UPDATE users SET name = 'Countess'")
    #expect(social.users.get(by: "ada")?.name == "Countess")
  }

  @Test func `a deleted entity says so, keeps its last values and refuses writes`() throws {
    let ada = User(id: "ada", name: "Ada")
    social.users.add(ada)
    try social.database.execute("DELETE FROM users")
    #expect(ada.isDeleted)
    #expect(ada.name == "Ada")
    ada.name = "Ghost"
    #expect(try social.takeFailures() == [.deletedEntity])
    #expect(ada.name == "Ada")
    #expect(social.users.get(by: "ada") == nil)
  }

  @Test func `an id that comes back is a new entity`() throws {
    let first = User(id: "ada", name: "Ada")
    social.users.add(first)
    social.users.delete("ada")
    let second = User(id: "ada", name: "Ada II")
    social.users.add(second)
    #expect(social.users.get(by: "ada") === second)
    #expect(first.isDeleted)
    #expect(!second.isDeleted)
  }

  @Test func `adding an object under the key of a live one takes its place`() throws {
    let first = User(id: "ada", name: "Ada")
    social.users.add(first)
    let second = User(id: "ada", name: "Countess")
    social.users.update(second)
    #expect(social.users.get(by: "ada") === second)
    #expect(first.isDeleted)
    #expect(try social.value("SELECT name FROM users") == .text("Countess"))
  }

  @Test func `a cascade marks the children deleted`() throws {
    let ada = User(id: "ada", name: "Ada")
    let post = Post(id: "p1", title: "Hello", author: ada)
    try social.database.write {
      social.users.add(ada)
      social.posts.add(post)
    }
    social.users.delete("ada")
    #expect(post.isDeleted)
    #expect(social.posts.isEmpty)
  }

  @Test func `a refused row is reported, and the entity stays in memory`() throws {
    let post = Post(id: "p1", title: "Hello", author: User(id: "nobody", name: "Nobody"))
    social.posts.add(post)
    #expect(try social.takeFailures() == [.constraint])
    #expect(social.posts.isEmpty)
    #expect(post.title == "Hello")
    post.title = "Still mine"
    #expect(post.title == "Still mine")
    #expect(post.author.name == "Nobody")
  }

  @Test func `insert throws where add reports`() throws {
    let post = Post(id: "p1", title: "Hello", author: User(id: "nobody", name: "Nobody"))
    #expect(throws: DatabaseError.self) { try social.posts.insert(post) }
  }

  @Test(arguments: ["é", "e\u{301}", "a\"; DROP TABLE users; --", "", "  ", "007", "名前"])
  func `an entity is found under exactly its id`(id: String) throws {
    social.users.add(User(id: id, name: "x"))
    #expect(social.users.get(by: .init(id))?.typedID == .init(id))
    #expect(social.users.count == 1)
  }

  @Test func `a composed and a decomposed id are two entities`() {
    social.users.add(User(id: "é", name: "composed"))
    social.users.add(User(id: "e\u{301}", name: "decomposed"))
    #expect(social.users.get(by: "é")?.name == "composed")
    #expect(social.users.get(by: "e\u{301}")?.name == "decomposed")
    #expect(social.users.count == 2)
  }

  @Test func `a subscription outlives the object it was made from`() throws {
    try social.database.execute("INSERT INTO users (id, name) VALUES ('ada', 'Ada')")
    let names = Recorder<String>()
    let node = try #require(social.users.get(by: "ada")).$name
    let subscription = withGraphTracking { node.onChange { names.record($0) } }
    try social.database.execute("UPDATE users SET name = 'Countess'")
    #expect(names.elements == ["Ada", "Countess"])
    subscription.cancel()
    try social.database.execute("UPDATE users SET name = 'Nobody'")
    #expect(names.elements == ["Ada", "Countess"])
  }
}
