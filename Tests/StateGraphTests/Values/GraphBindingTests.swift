import StateGraph
import TestSupport
import Testing

@Suite struct GraphBindingTests {
  private struct Person: Equatable {
    var name = "Ada"
    var address = Address()
  }

  private struct Address: Equatable {
    var city = "London"
  }

  private struct NameField {
    @GraphBinding var name: String
  }

  @Test func `a binding reads and sets the node`() {
    let node = Stored(wrappedValue: 1)
    let binding = node.binding
    node.wrappedValue = 2
    #expect(binding.wrappedValue == 2)
    binding.wrappedValue += 1
    #expect(node.wrappedValue == 3)
  }

  @Test func `a set through a binding tells observers once`() {
    let node = Stored(wrappedValue: 1)
    let values = Recorder<Int>()
    let subscription = withGraphTracking { node.onChange { values.record($0) } }
    node.binding.wrappedValue = 2
    node.binding.wrappedValue = 2
    #expect(values.elements == [1, 2])
    subscription.cancel()
  }

  @Test func `a read through a binding is a dependency`() {
    let node = Stored(wrappedValue: Person())
    let greeting = Computed { _ in "Hello, \(node.binding.name.wrappedValue)" }
    #expect(greeting.wrappedValue == "Hello, Ada")
    node.wrappedValue.name = "Grace"
    #expect(greeting.wrappedValue == "Hello, Grace")
  }

  @Test func `a part of a part is set and leaves the rest`() {
    let node = Stored(wrappedValue: Person())
    let city = node.binding.address.city
    city.wrappedValue = "Paris"
    #expect(node.wrappedValue == Person(name: "Ada", address: Address(city: "Paris")))
    node.wrappedValue = Person()
    #expect(city.wrappedValue == "London")
  }

  @Test func `a property is bound and passes its binding on`() {
    let node = Stored(wrappedValue: "Ada")
    let field = NameField(name: node.binding)
    field.name = "Grace"
    #expect(node.wrappedValue == "Grace")
    let inner = NameField(name: field.$name)
    inner.name = "Emmy"
    #expect(field.name == "Emmy")
  }

  @Test func `a parameter takes a binding by its dollar name`() {
    func shout(@GraphBinding _ name: String) { name = name.uppercased() }
    let node = Stored(wrappedValue: "Ada")
    shout($_: node.binding)
    #expect(node.wrappedValue == "ADA")
  }

  @Test func `a binding of two closures needs no node`() {
    var value = 1
    let binding = GraphBinding(get: { value }, set: { value = $0 * 2 })
    binding.wrappedValue = 4
    #expect(value == 8)
    #expect(binding.wrappedValue == 8)
  }

  @Test func `a binding keeps its node`() {
    let binding = Stored(wrappedValue: 1).binding
    binding.wrappedValue = 5
    #expect(binding.wrappedValue == 5)
  }
}
