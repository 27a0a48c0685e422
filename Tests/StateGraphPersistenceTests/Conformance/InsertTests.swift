import SampleDomains
import StateGraphPersistence
import StateGraphTesting
import TestSupport
import Testing

/// `insert` and `upsert`: the throwing functions of a store, in memory and in a database.
@Suite(.database(.social)) struct InsertTests {
  @Test(arguments: StoreKind.allCases)
  func `insert adds an entity whose identifier is free`(kind: StoreKind) throws {
    let scene = try StoreScene(kind)
    let ada = User(id: "ada", name: "Ada")
    try scene.users.insert(ada)
    #expect(scene.users.get(by: "ada") === ada)
  }

  @Test(arguments: StoreKind.allCases)
  func `insert fails on a taken identifier and changes nothing`(kind: StoreKind) throws {
    let scene = try StoreScene(kind)
    let ada = User(id: "ada", name: "Ada")
    scene.users.add(ada)
    let other = User(id: "ada", name: "Other")
    let error = #expect(throws: DatabaseError.self) { try scene.users.insert(other) }
    #expect(error?.code == .constraint)
    #expect(scene.users.get(by: "ada") === ada)
    #expect(ada.name == "Ada")
    #expect(scene.users.count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `an entity cannot be inserted twice`(kind: StoreKind) throws {
    let scene = try StoreScene(kind)
    let ada = User(id: "ada", name: "Ada")
    try scene.users.insert(ada)
    let error = #expect(throws: DatabaseError.self) { try scene.users.insert(ada) }
    #expect(error?.code == .constraint)
  }

  @Test func `an entity whose insertion failed can be inserted under another identifier`() throws {
    let social = try SocialDatabase(.current)
    social.users.add(User(id: "ada", name: "Ada"))
    let post = Post(id: "p", title: "t", author: User(id: "missing", name: "?"))
    #expect(throws: DatabaseError.self) { try social.posts.insert(post) }
    #expect(social.posts.isEmpty)
    post.author = try #require(social.users.get(by: "ada"))
    try social.posts.insert(post)
    #expect(social.posts.get(by: "p") === post)
  }

  @Test func `a failed insert inside a write can be caught, and the write goes on`() throws {
    let social = try SocialDatabase(.current)
    social.users.add(User(id: "ada", name: "Ada"))
    try social.database.write {
      #expect(throws: DatabaseError.self) {
        try social.users.insert(User(id: "ada", name: "Other"))
      }
      try social.users.insert(User(id: "bob", name: "Bob"))
    }
    #expect(social.users.getAll().map(\.name) == ["Ada", "Bob"])
  }

  @Test func `an entity that the write has deleted can be inserted again`() throws {
    let social = try SocialDatabase(.current)
    let ada = User(id: "ada", name: "Ada")
    social.users.add(ada)
    try social.database.write {
      social.users.delete("ada")
      try social.users.insert(ada)
    }
    #expect(social.users.get(by: "ada") === ada)
    #expect(!ada.isDeleted)
  }

  @Test(arguments: StoreKind.allCases)
  func `upsert writes over the entity with the identifier`(kind: StoreKind) throws {
    let scene = try StoreScene(kind)
    scene.users.add(User(id: "ada", name: "Ada"))
    let other = User(id: "ada", name: "Other")
    try scene.users.upsert(other)
    #expect(scene.users.get(by: "ada") === other)
    #expect(scene.users.getAll().map(\.name) == ["Other"])
  }

  @Test(arguments: StoreKind.allCases)
  func `upsert adds an entity whose identifier is free`(kind: StoreKind) throws {
    let scene = try StoreScene(kind)
    try scene.users.upsert(User(id: "ada", name: "Ada"))
    #expect(scene.users.contains("ada"))
  }

  @Test func `upsert throws where the row is refused`() throws {
    let social = try SocialDatabase(.current)
    let post = Post(id: "p", title: "t", author: User(id: "missing", name: "?"))
    let error = #expect(throws: DatabaseError.self) { try social.posts.upsert(post) }
    #expect(error?.code == .constraint)
  }

  // MARK: - References

  private func missingReference(_ social: SocialDatabase) throws -> DatabaseError {
    let post = Post(id: "p", title: "secret", author: User(id: "nobody", name: "secret"))
    return try #require(throws: DatabaseError.self) { try social.posts.insert(post) }
  }

  @Test func `a reference to an entity of no store is named, without values`() throws {
    let social = try SocialDatabase(.current)
    let error = try missingReference(social)
    #expect(error.code == .constraint)
    #expect(error.constraint?.kind == .foreignKey)
    #expect(error.message.contains("The property author"))
    #expect(error.message.contains("posts.author_id"))
    #expect(!error.description.contains("nobody"))
    #expect(!error.description.contains("secret"))
    #expect(error.cause is DatabaseError)
    let before = social.database.statementCounter.readCount
    let ada = User(id: "ada", name: "Ada")
    try social.users.insert(ada)
    try social.posts.insert(Post(id: "p", title: "t", author: ada))
    #expect(social.database.statementCounter.readCount == before)
  }

  @Test func `a reference to a deleted entity is named, and one to another file is misuse`() throws
  {
    let (social, other) = (try SocialDatabase(), try SocialDatabase())
    let (ada, bob) = (User(id: "ada", name: "Ada"), User(id: "bob", name: "Bob"))
    social.users.add(ada)
    social.users.delete("ada")
    other.users.add(bob)
    func error(referringTo author: User) -> DatabaseError? {
      #expect(throws: DatabaseError.self) {
        try social.posts.insert(Post(id: "p", title: "t", author: author))
      }
    }
    #expect(error(referringTo: ada)?.message.contains("The property author") == true)
    #expect(error(referringTo: bob)?.code == .misuse)
  }

  @Test func `a foreign key that no property declares keeps SQLite's error`() throws {
    let social = try SocialDatabase(.current)
    social.users.add(User(id: "ada", name: "Ada"))
    let ada = try #require(social.users.get(by: "ada"))
    try social.database.execute("CREATE TABLE topics (id TEXT PRIMARY KEY NOT NULL) STRICT")
    try social.database.execute(
      """
      ALTER TABLE posts ADD COLUMN topic_id TEXT DEFAULT NULL REFERENCES topics (id)
      """
    )
    try social.database.execute(
      """
      CREATE TRIGGER posts_topic AFTER INSERT ON posts
      BEGIN UPDATE posts SET topic_id = 'none' WHERE id = NEW.id; END
      """
    )
    let error = #expect(throws: DatabaseError.self) {
      try social.posts.insert(Post(id: "p", title: "t", author: ada))
    }
    #expect(error?.constraint?.kind == .foreignKey)
    #expect(error?.message.contains("The property") == false)
  }

  // MARK: - Removal

  @Test(arguments: StoreKind.allCases)
  func `remove deletes the entity, and says whether there was one`(kind: StoreKind) throws {
    let scene = try StoreScene(kind)
    scene.users.add(User(id: "ada", name: "Ada"))
    #expect(try scene.users.remove("nobody") == false)
    #expect(try scene.users.remove("ada"))
    #expect(try scene.users.remove("ada") == false)
    #expect(scene.users.isEmpty)
  }

  @Test func `remove throws where a foreign key restricts the deletion, and delete reports`() throws
  {
    let social = try SocialDatabase(.current)
    let (ada, bob) = (User(id: "ada", name: "Ada"), User(id: "bob", name: "Bob"))
    social.users.add([ada, bob])
    try social.database.execute(
      """
      CREATE TABLE pins (id INTEGER PRIMARY KEY NOT NULL,
        user_id TEXT NOT NULL REFERENCES users (id) ON DELETE RESTRICT) STRICT
      """
    )
    try social.database.execute("INSERT INTO pins VALUES (1, 'ada')")
    let error = #expect(throws: DatabaseError.self) { try social.users.remove("ada") }
    #expect(error?.constraint?.kind == .foreignKey)
    #expect(!ada.isDeleted)
    try social.database.write {
      #expect(throws: DatabaseError.self) { try social.users.remove("ada") }
      let isRemoved = try social.users.remove("bob")
      #expect(isRemoved)
    }
    #expect(!ada.isDeleted)
    #expect(bob.isDeleted)
    #expect(!social.users.delete("ada"))
    #expect(try social.takeFailures() == [.constraint])
  }
}
