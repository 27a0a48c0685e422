import StateGraphCore
import StateGraphNormalization
import Synchronization
import TestSupport
import Testing

@Suite struct UpdateOrCreateTests {
  let store = EntityStore([Person(id: "a", name: "Ada"), Person(id: "b", name: "Bob")])

  @Test func `a store can be created with entities`() {
    #expect(store.getAll().map(\.name) == ["Ada", "Bob"])
  }

  @Test func `the last of several entities with one identifier is kept`() {
    let store = EntityStore([Person(id: "a", name: "old"), Person(id: "a", name: "new")])
    #expect(store.getAll().map(\.name) == ["new"])
  }

  @Test func `an existing entity is changed, and no entity is created`() {
    let ada = store.get(by: "a")
    var created = 0
    let result = store.updateOrCreate(id: "a") {
      $0.name = "Countess"
    } create: {
      created += 1
      return Person(id: "a", name: "other")
    }
    #expect(result === ada)
    #expect(ada?.name == "Countess")
    #expect(created == 0)
    #expect(store.count == 2)
  }

  @Test func `a missing entity is created, and no entity is updated`() {
    var updated = 0
    let result = store.updateOrCreate(id: "c") { _ in
      updated += 1
    } create: {
      Person(id: "c", name: "Cleo")
    }
    #expect(store.get(by: "c") === result)
    #expect(updated == 0)
  }

  @Test func `all changes of an update reach an observer once`() {
    let seen = Recorder<String?>()
    let name = Computed { [store] _ in store.get(by: "a")?.name }
    let subscription = withGraphTracking { name.onChange { seen.record($0) } }
    store.updateOrCreate(id: "a") {
      $0.name = "one"
      $0.name = "two"
    } create: {
      Person(id: "a", name: "other")
    }
    #expect(seen.elements == ["Ada", "two"])
    subscription.cancel()
  }

  @Test func `a struct is changed in place, and a closure that throws changes nothing`() throws {
    struct Refusal: Error, Equatable {}
    struct Badge: TypedIdentifiable {
      typealias TypedIdentifierRawValue = Int
      let typedID: TypedID
      var color = "red"
    }
    let badges = EntityStore([Badge(typedID: 1)])
    let seen = Recorder<String?>()
    let color = Computed { _ in badges.get(by: 1)?.color }
    let subscription = withGraphTracking { color.onChange { seen.record($0) } }
    let changed = badges.updateOrCreate(id: 1) {
      $0.color = "blue"
    } create: {
      Badge(typedID: 1)
    }
    #expect(changed?.color == "blue")
    #expect(throws: Refusal()) {
      try badges.updateOrCreate(id: 1) { badge throws(Refusal) in
        badge.color = "lost"
        throw Refusal()
      } create: { () throws(Refusal) in
        Badge(typedID: 1)
      }
    }
    #expect(throws: Refusal()) {
      try badges.updateOrCreate(id: 2) { (_) throws(Refusal) in
      } create: { () throws(Refusal) in
        throw Refusal()
      }
    }
    #expect(badges.getAll().map(\.color) == ["blue"])
    #expect(seen.elements.compactMap { $0 }.last == "blue")
    #expect(!seen.elements.contains("lost"))
    subscription.cancel()
  }

  @Test func `a created entity with another identifier is added under its own`() {
    store.updateOrCreate(id: "c") { _ in
    } create: {
      Person(id: "d", name: "Dora")
    }
    #expect(store.get(by: "d")?.name == "Dora")
    #expect(store.get(by: "c") == nil)
  }

  @Test func `threads that create one entity get the same object, and each change counts`() async {
    let counts = EntityStore<Count>()
    let results = await withTaskGroup(of: ObjectIdentifier?.self) { group in
      for _ in 0..<200 {
        group.addTask {
          counts.updateOrCreate(id: "x") {
            $0.updates.add(1, ordering: .relaxed)
          } create: {
            Count()
          }
          .map { ObjectIdentifier($0) }
        }
      }
      var results: Set<ObjectIdentifier?> = []
      for await result in group { results.insert(result) }
      return results
    }
    #expect(results.count == 1)
    #expect(counts.count == 1)
    #expect(counts.get(by: "x")?.updates.load(ordering: .relaxed) == 199)
  }
}

private final class Count: TypedIdentifiable {
  typealias TypedIdentifierRawValue = String
  let typedID = TypedID("x")
  let updates = Atomic(0)
}
