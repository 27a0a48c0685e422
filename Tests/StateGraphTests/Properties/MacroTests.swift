import StateGraph
import TestSupport
import Testing

final class CounterViewModel {
  @GraphStored
  var count: Int

  @GraphComputed
  var isEven: Bool

  init(count: Int) {
    self.count = count
    self.$isEven = .init { [$count] _ in
      $count.wrappedValue % 2 == 0
    }
  }

  func increment() {
    count += 1
  }
}

final class FormViewModel: Sendable {
  @GraphStored var name: String = ""
  @GraphStored var tags: [String] = []
  @GraphStored var note: String?
  @GraphStored var age = 0
  @GraphComputed var isValid: Bool

  init(age: Int = 0) {
    self.$isValid = .init { [$name] _ in !$name.wrappedValue.isEmpty }
    self.age = age
  }
}

final class DataService: Sendable {
  @GraphStored var items: [Int] = []
}

final class SharingViewModel: Sendable {
  @GraphStored var items: [Int]

  init(service: DataService) {
    self.$items = service.$items
  }
}

@Suite struct MacroTests {
  @Test func `a stored property without an initial value is set in init`() {
    let model = CounterViewModel(count: 4)
    #expect(model.isEven)
    model.increment()
    #expect(model.count == 5)
    #expect(!model.isEven)
  }

  @Test func `a stored property with an initial value may be set in init too`() {
    let model = FormViewModel(age: 7)
    #expect(model.age == 7)
    #expect(model.note == nil)
    model.name = "Ada"
    #expect(model.isValid)
    model.tags.append("x")
    #expect(model.tags == ["x"])
  }

  @Test func `a node is shared by assigning it`() {
    let service = DataService()
    let model = SharingViewModel(service: service)
    service.items = [1, 2]
    #expect(model.items == [1, 2])
    #expect(model.$items === service.$items)
  }
}
