import StateGraphCore
import StateGraphNormalization
import TestSupport
import Testing

final class Person: TypedIdentifiable {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var name: String

  init(id: String, name: String) {
    self.typedID = .init(id)
    self.name = name
  }
}

@Suite struct EntityStoreTests {
  let store = EntityStore<Person>()

  @Test func `entities are found by id`() {
    store.add(Person(id: "a", name: "Ada"))
    #expect(store.get(by: "a")?.name == "Ada")
    #expect(store["b"] == nil)
    #expect(store.contains("a"))
    #expect(store.count == 1)
  }

  @Test func `entities are returned in the order of their addition`() {
    store.add(["c", "a", "b"].map { Person(id: $0, name: $0) })
    #expect(store.getAll().map(\.name) == ["c", "a", "b"])
    store.delete("a")
    store.add(Person(id: "a", name: "again"))
    #expect(store.getAll().map(\.name) == ["c", "b", "again"])
  }

  @Test func `a reader of one id is not woken by another`() {
    let runs = Recorder<String?>()
    let name = Computed { [store] _ in
      let name = store.get(by: "a")?.name
      runs.record(name)
      return name
    }
    let subscription = withGraphTracking { name.onChange { _ in } }
    store.add(Person(id: "b", name: "Bob"))
    #expect(runs.elements == [nil])
    store.add(Person(id: "a", name: "Ada"))
    store.get(by: "a")?.name = "Countess"
    #expect(runs.elements == [nil, "Ada", "Countess"])
    subscription.cancel()
  }

  @Test func `a filter follows membership and the properties it read`() {
    store.add(Person(id: "a", name: "Ada"))
    let names = Computed { [store] _ in store.filter { $0.name.hasPrefix("A") }.map(\.name) }
    #expect(names.wrappedValue == ["Ada"])
    let bob = Person(id: "b", name: "Bob")
    store.add(bob)
    #expect(names.wrappedValue == ["Ada"])
    bob.name = "Alan"
    #expect(names.wrappedValue == ["Ada", "Alan"])
    store.delete("a")
    #expect(names.wrappedValue == ["Alan"])
  }

  @Test func `strings that only look alike are different ids`() {
    store.add(Person(id: "é", name: "composed"))
    store.add(Person(id: "e\u{301}", name: "decomposed"))
    #expect(store.count == 2)
  }
}
