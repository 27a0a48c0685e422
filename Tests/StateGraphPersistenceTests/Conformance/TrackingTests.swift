import SampleDomains
import StateGraphPersistence
import TestSupport
import Testing

/// Which changes notify a reader of each verb of a store.
@Suite struct StoreTrackingTests {
  /// One way to read a store, and how its result changes with each of `Event`.
  enum Reading: CaseIterable, Sendable {
    case get, getMissing, subscripted, contains, containsMissing, all, filter, count, isEmpty, name

    func callAsFunction(_ users: EntityStore<User>) -> String {
      switch self {
      case .get: users.get(by: "ada") == nil ? "none" : "some"
      case .getMissing: users.get(by: "new") == nil ? "none" : "some"
      case .subscripted: users["ada"]?.name ?? "none"
      case .contains: "\(users.contains("ada"))"
      case .containsMissing: "\(users.contains("new"))"
      case .all: users.getAll().ids.sorted().joined(separator: " ")
      case .filter: users.filter { $0.name.hasPrefix("A") }.ids.sorted().joined(separator: " ")
      case .count: "\(users.count)"
      case .isEmpty: "\(users.isEmpty)"
      case .name: users.getAll().map(\.name).sorted().joined(separator: " ")
      }
    }
  }

  enum Event: CaseIterable, Sendable {
    case rename, setEqual, bio, add, delete, deleteOther, deleteMissing, modify, renameOther

    func callAsFunction(_ users: EntityStore<User>) {
      switch self {
      case .rename: users.get(by: "ada")?.name = "Countess"
      case .setEqual: users.get(by: "ada")?.name = "Ada"
      case .bio: users.get(by: "ada")?.bio = "b"
      case .add: users.add(User(id: "new", name: "Alan"))
      case .delete: users.delete("ada")
      case .deleteOther: users.delete("bob")
      case .deleteMissing: users.delete("new")
      case .modify: users.modify("ada") { $0.name = "Eve" }
      case .renameOther: users.get(by: "bob")?.name = "Ann"
      }
    }
  }

  /// The readings that each event evaluates again. All other readings stay.
  static let heard: [Event: Set<Reading>] = [
    .rename: [.subscripted, .filter, .name],
    .setEqual: [],
    .bio: [],
    .add: [.getMissing, .containsMissing, .all, .filter, .count, .isEmpty, .name],
    .delete: [.get, .subscripted, .contains, .all, .filter, .count, .isEmpty, .name],
    .deleteOther: [.all, .filter, .count, .isEmpty, .name],
    .deleteMissing: [],
    .modify: [.subscripted, .filter, .name],
    .renameOther: [.filter, .name],
  ]

  @Test(arguments: StoreKind.allCases, Event.allCases)
  func `a change reruns exactly the nodes that read the changed value`(
    kind: StoreKind,
    event: Event
  )
    throws
  {
    let users = try StoreScene(kind).users
    // The test keeps the entities alive. Otherwise a store on disk may load them again.
    let held = [User(id: "ada", name: "Ada"), User(id: "bob", name: "Bob")]
    users.add(held)
    let evaluated = Recorder<Reading>()
    let delivered = Recorder<String>()
    let nodes = Reading.allCases.map { reading in
      Computed { _ in
        evaluated.record(reading)
        return reading(users)
      }
    }
    let subscription = withGraphTracking {
      for node in nodes { node.onChange { delivered.record($0) } }
    }
    _ = (evaluated.drain(), delivered.drain())
    event(users)
    let heard = evaluated.drain()
    #expect(Set(heard) == StoreTrackingTests.heard[event])
    #expect(heard.count == Set(heard).count, "evaluated more than once")
    for (reading, node) in zip(Reading.allCases, nodes) {
      #expect(node.wrappedValue == reading(users), "\(reading)")
    }
    subscription.cancel()
    event(users)
    #expect(evaluated.drain().isEmpty)
    withExtendedLifetime(held) {}
  }

  @Test(arguments: StoreKind.allCases)
  func `an observer is called once for each change, and only if its value differs`(kind: StoreKind)
    throws
  {
    let users = try StoreScene(kind).users
    let ada = User(id: "ada", name: "Ada")
    users.add(ada)
    let counts = Recorder<Int>()
    let names = Recorder<String>()
    let subscription = withGraphTracking {
      Computed { _ in users.count }.onChange { counts.record($0) }
      ada.$name.onChange { names.record($0) }
    }
    users.add(User(id: "bob", name: "Bob"))
    users.delete("bob")
    users.delete("bob")
    ada.name = "Countess"
    ada.name = "Countess"
    users.modify("ada") {
      $0.name = "1"
      $0.name = "2"
    }
    #expect(counts.elements == [1, 2, 1])
    #expect(names.elements == ["Ada", "Countess", "2"])
    subscription.cancel()
  }

  @Test(arguments: StoreKind.allCases)
  func `a sequence of additions is one notification`(kind: StoreKind) throws {
    let users = try StoreScene(kind).users
    let counts = Recorder<Int>()
    let subscription = withGraphTracking {
      Computed { _ in users.getAll().count }.onChange { counts.record($0) }
    }
    users.add((0..<50).map { User(id: "\($0)", name: "x") })
    #expect(counts.elements == [0, 50])
    subscription.cancel()
  }

  @Test(arguments: StoreKind.allCases)
  func `a batch is one notification, with the values at its end`(kind: StoreKind) throws {
    let scene = try StoreScene(kind)
    let users = scene.users
    let ada = User(id: "ada", name: "Ada")
    users.add(ada)
    let seen = Recorder<[String]>()
    let subscription = withGraphTracking {
      Computed { _ in users.getAll().map(\.name).sorted() }.onChange { seen.record($0) }
    }
    try scene.batch {
      users.add(User(id: "bob", name: "Bob"))
      ada.name = "Countess"
      users.delete("bob")
      users.add(User(id: "eve", name: "Eve"))
      #expect(users.count == 2)
    }
    #expect(seen.elements == [["Ada"], ["Countess", "Eve"]])
    subscription.cancel()
  }

  @Test(arguments: StoreKind.allCases)
  func `a reader of an id is notified when another object takes the id`(kind: StoreKind) throws {
    let users = try StoreScene(kind).users
    users.add(User(id: "ada", name: "same"))
    let objects = Recorder<ObjectIdentifier?>()
    let node = Computed { _ in users.get(by: "ada").map { [$0] } ?? [] }
    let subscription = withGraphTracking {
      node.onChange { objects.record($0.first.map(ObjectIdentifier.init)) }
    }
    let second = User(id: "ada", name: "same")
    users.add(second)
    #expect(objects.elements.last == ObjectIdentifier(second))
    #expect(objects.elements.count == 2)
    subscription.cancel()
  }

  @Test(arguments: StoreKind.allCases)
  func `a group runs again only for the values that it read`(kind: StoreKind) throws {
    let users = try StoreScene(kind).users
    let ada = User(id: "ada", name: "Ada")
    users.add([ada, User(id: "bob", name: "Bob")])
    let runs = Recorder<String>()
    let subscription = withGraphTracking {
      withGraphTrackingGroup { runs.record(users.get(by: "ada")?.name ?? "none") }
    }
    users.delete("bob")
    ada.bio = "unread"
    ada.name = "Countess"
    users.delete("ada")
    #expect(runs.elements == ["Ada", "Countess", "none"])
    subscription.cancel()
  }
}
