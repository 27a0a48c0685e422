import SampleDomains
import StateGraphPersistence
import TestSupport
import Testing

/// Every verb of the specification's `EntityStore`, on both kinds.
@Suite struct VerbTests {
  @Test(arguments: StoreKind.allCases)
  func `a new store is empty`(kind: StoreKind) throws {
    let users = try StoreScene(kind).users
    #expect(users.isEmpty)
    #expect(users.count == 0)
    #expect(users.getAll().isEmpty)
    #expect(users.get(by: "ada") == nil)
    #expect(!users.contains("ada"))
  }

  @Test(arguments: StoreKind.allCases)
  func `an added entity is found, and is the same object`(kind: StoreKind) throws {
    let users = try StoreScene(kind).users
    let ada = User(id: "ada", name: "Ada")
    users.add(ada)
    #expect(users.get(by: "ada") === ada)
    #expect(users["ada"] === ada)
    #expect(users.getAll().first === ada)
    #expect(users.filter { _ in true }.first === ada)
    #expect(users.contains("ada"))
    #expect(users.count == 1)
    #expect(!users.isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `all elements of a sequence are added`(kind: StoreKind) throws {
    let scene = try StoreScene(kind)
    scene.users.add((0..<3).lazy.map { User(id: "\($0)", name: "n\($0)") })
    #expect(scene.users.getAll().ids == ["0", "1", "2"])
    scene.users.add([User]())
    #expect(scene.users.count == 3)
  }

  @Test(arguments: StoreKind.allCases)
  func `the last object of a repeated id in a sequence is kept`(kind: StoreKind) throws {
    let users = try StoreScene(kind).users
    let (first, last) = (User(id: "ada", name: "1"), User(id: "ada", name: "2"))
    users.add([first, last])
    #expect(users.count == 1)
    #expect(users.get(by: "ada") === last)
    #expect(users.getAll().map(\.name) == ["2"])
  }

  @Test(arguments: StoreKind.allCases)
  func `adding an entity under an existing id replaces the old one`(kind: StoreKind) throws {
    let users = try StoreScene(kind).users
    let (first, second) = (User(id: "ada", name: "1", bio: "b"), User(id: "ada", name: "2"))
    users.add(first)
    users.add(second)
    #expect(users.get(by: "ada") === second)
    #expect(users.count == 1)
    #expect(second.bio == nil)
    users.update(User(id: "ada", name: "3"))
    #expect(users.get(by: "ada")?.name == "3")
    #expect(users.count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `adding the same object again changes nothing`(kind: StoreKind) throws {
    let users = try StoreScene(kind).users
    let ada = User(id: "ada", name: "Ada")
    users.add(ada)
    ada.name = "Countess"
    users.add(ada)
    users.update(ada)
    #expect(users.getAll().map(\.name) == ["Countess"])
    #expect(users.get(by: "ada") === ada)
  }

  @Test(arguments: StoreKind.allCases)
  func `update adds a missing entity`(kind: StoreKind) throws {
    let users = try StoreScene(kind).users
    users.update(User(id: "ada", name: "Ada"))
    #expect(users.get(by: "ada")?.name == "Ada")
  }

  @Test(arguments: StoreKind.allCases)
  func `filter returns the entities that satisfy it, in the order of getAll`(kind: StoreKind) throws
  {
    let scene = try StoreScene(kind)
    scene.users.add(["c", "a", "b"].map { User(id: $0, name: $0 == "a" ? "no" : "yes") })
    #expect(scene.users.filter { $0.name == "yes" }.ids == scene.inOrder(["c", "b"]))
    #expect(throws: Stop.self) { try scene.users.filter { _ in throw Stop() } }
  }

  @Test(arguments: StoreKind.allCases)
  func `modify changes the entity in place, and says whether there is one`(kind: StoreKind) throws {
    let users = try StoreScene(kind).users
    let ada = User(id: "ada", name: "Ada")
    users.add(ada)
    let isModified = users.modify("ada") {
      $0.name = "Countess"
      $0.bio = "x"
      #expect($0.name == "Countess")
    }
    #expect(isModified)
    #expect(ada.name == "Countess")
    #expect(ada.bio == "x")
    #expect(!users.modify("bob") { _ in Issue.record("there is no such entity") })
  }

  @Test(arguments: StoreKind.allCases)
  func `a deleted entity is not found, and other entities are`(kind: StoreKind) throws {
    let scene = try StoreScene(kind)
    scene.users.add(["a", "b", "c"].map { User(id: $0, name: $0) })
    #expect(scene.users.delete("b"))
    #expect(!scene.users.delete("b"))
    #expect(!scene.users.contains("b"))
    #expect(scene.users.get(by: "b") == nil)
    #expect(scene.users.getAll().ids == ["a", "c"])
    #expect(scene.users.count == 2)
    #expect(scene.failures.elements.isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `a deleted entity keeps its values`(kind: StoreKind) throws {
    let users = try StoreScene(kind).users
    let ada = User(id: "ada", name: "Ada")
    users.add(ada)
    users.delete("ada")
    #expect(ada.name == "Ada")
  }

  @Test(arguments: StoreKind.allCases)
  func `an id that was deleted can be used again`(kind: StoreKind) throws {
    let users = try StoreScene(kind).users
    users.add(User(id: "ada", name: "1"))
    users.delete("ada")
    let second = User(id: "ada", name: "2")
    users.add(second)
    #expect(users.get(by: "ada") === second)
    #expect(users.count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `the subscript adds, replaces and deletes`(kind: StoreKind) throws {
    let users = try StoreScene(kind).users
    let (first, second) = (User(id: "ada", name: "1"), User(id: "ada", name: "2"))
    users["ada"] = first
    #expect(users["ada"] === first)
    users["ada"] = second
    #expect(users["ada"] === second)
    users["ada"] = nil
    #expect(users["ada"] == nil)
    users["nobody"] = nil
    #expect(users.isEmpty)
    // An entity with a different identifier is added under its own identifier.
    users["bob"] = first.name == "1" ? User(id: "eve", name: "Eve") : nil
    #expect(users["bob"] == nil)
    #expect(users["eve"]?.name == "Eve")
  }

  @Test(arguments: StoreKind.allCases)
  func `a new entity is plain memory until it is added`(kind: StoreKind) throws {
    let users = try StoreScene(kind).users
    let ada = User(id: "ada", name: "Ada")
    ada.name = "Countess"
    ada.bio = "b"
    users.add(ada)
    #expect(users.get(by: "ada")?.name == "Countess")
    #expect(users.get(by: "ada")?.bio == "b")
  }

  /// The specification leaves the order open. In memory it is the order of additions, and a
  /// replacement keeps its place; on disk it is the order of keys. Repeated reads and `filter` have
  /// the same order.
  @Test(arguments: StoreKind.allCases)
  func `all have an order that replacing does not change`(kind: StoreKind) throws {
    let scene = try StoreScene(kind)
    scene.users.add(["c", "B", "a", "é", "10", "9"].map { User(id: $0, name: $0) })
    let expected = scene.inOrder(["c", "B", "a", "é", "10", "9"])
    #expect(scene.users.getAll().ids == expected)
    scene.users.add(User(id: "B", name: "again"))
    scene.users.modify("c") { $0.name = "zzz" }
    #expect(scene.users.getAll().ids == expected)
    scene.users.delete("B")
    scene.users.add(User(id: "B", name: "last"))
    #expect(scene.users.getAll().ids == scene.inOrder(["c", "a", "é", "10", "9", "B"]))
  }
}
