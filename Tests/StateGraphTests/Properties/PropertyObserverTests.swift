import StateGraph
import TestSupport
import Testing

final class Watched: Sendable {
  let log = Recorder<String>()

  @GraphStored var count: Int = 0 {
    willSet { log.record("will \(count) -> \(newValue)") }
    didSet { log.record("did \(oldValue) -> \(count)") }
  }
  @GraphStored var named: Int = 0 {
    willSet(next) { log.record("next \(next)") }
    didSet(last) {
      guard last != named else { return }
      log.record("last \(last)")
    }
  }
  @GraphStored var clamped: Int = 0 {
    didSet {
      if clamped > 10 { clamped = 10 }
      if clamped < 0 { self.clamped = 0 }
      log.record("clamped")
    }
  }
  @GraphStored var items: [Int] {
    didSet { log.record("items \(items.count)") }
  }
  @GraphStored weak var pet: Pet? {
    didSet { log.record("\(oldValue?.name ?? "-") -> \(pet?.name ?? "-")") }
  }
  @GraphStored var title: String! {
    didSet { log.record("\(oldValue ?? "-") -> \(title ?? "-")") }
  }

  init() { items = [] }
}

@Suite struct PropertyObserverTests {
  struct Failure: Error {}

  @Test func `observers see the value before and after`() {
    let model = Watched()
    model.count = 1
    model.count += 1
    #expect(model.log.elements == ["will 0 -> 1", "did 0 -> 1", "will 1 -> 2", "did 1 -> 2"])
  }

  @Test func `observers name their value and return early`() {
    let model = Watched()
    model.named = 2
    model.named = 2
    #expect(model.log.elements == ["next 2", "last 0", "next 2"])
  }

  @Test func `an observer that sets its own property does not call itself`() {
    let model = Watched()
    model.clamped = 50
    #expect(model.clamped == 10)
    model.clamped -= 20
    #expect(model.clamped == 0)
    #expect(model.log.elements == ["clamped", "clamped"])
  }

  @Test func `a change in place is observed and stays in place`() {
    let model = Watched()
    model.items.reserveCapacity(100)
    let address = model.items.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    model.items.append(1)
    model.items.append(2)
    let after = model.items.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    #expect(address == after)
    #expect(model.log.elements == ["items 0", "items 1", "items 2"])
  }

  @Test func `a change in place that throws is observed too`() {
    let model = Watched()
    #expect(throws: Failure.self) {
      try model.items.removeAll { _ in throw Failure() }
      try Self.fail(&model.items)
    }
    #expect(model.log.elements == ["items 0", "items 1"])
  }

  private static func fail(_ items: inout [Int]) throws {
    items.append(1)
    throw Failure()
  }

  @Test func `didSet runs after all observers`() {
    let model = Watched()
    let subscription = withGraphTracking {
      model.$items.onChange { [log = model.log] in log.record("told \($0.count)") }
    }
    model.items = [1]
    #expect(model.log.elements == ["told 0", "told 1", "items 1"])
    subscription.cancel()
  }

  @Test func `setting the node calls no observer of the property`() {
    let model = Watched()
    model.$count.wrappedValue = 3
    #expect(model.log.elements == [])
  }

  @Test func `references and implicitly unwrapped values are observed`() {
    let model = Watched()
    let pet = Pet("Rex")
    model.pet = pet
    model.pet = nil
    model.title = "a"
    #expect(model.log.elements == ["- -> Rex", "Rex -> -", "- -> a"])
  }

  @Test func `a property observer does not depend on its own property`() {
    let model = Watched()
    let runs = Recorder<Int>()
    let setter = Computed { _ in
      runs.record(0)
      model.count = 5
      return 0
    }
    _ = setter.wrappedValue
    model.count = 6
    _ = setter.wrappedValue
    #expect(runs.elements.count == 1)
  }
}
