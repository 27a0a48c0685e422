import SampleDomains
import StateGraphPersistence
import TestSupport
import Testing

/// `insert` and `upsert`: the throwing functions of a store, in memory and in a database.
@Suite struct InsertTests {
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
    let social = try SocialDatabase()
    social.users.add(User(id: "ada", name: "Ada"))
    let post = Post(id: "p", title: "t", author: User(id: "missing", name: "?"))
    #expect(throws: DatabaseError.self) { try social.posts.insert(post) }
    #expect(social.posts.isEmpty)
    post.author = try #require(social.users.get(by: "ada"))
    try social.posts.insert(post)
    #expect(social.posts.get(by: "p") === post)
  }

  @Test func `a failed insert inside a write can be caught, and the write goes on`() throws {
    let social = try SocialDatabase()
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
    let social = try SocialDatabase()
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
    let social = try SocialDatabase()
    let post = Post(id: "p", title: "t", author: User(id: "missing", name: "?"))
    let error = #expect(throws: DatabaseError.self) { try social.posts.upsert(post) }
    #expect(error?.code == .constraint)
  }
}
