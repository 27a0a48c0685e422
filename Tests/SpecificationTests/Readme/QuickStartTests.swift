import StateGraph
import Testing

/// README: Quick Start.
private enum QuickStart {
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
}

@Suite struct QuickStartTests {
  @Test func `the counter knows whether it is even`() {
    let model = QuickStart.CounterViewModel(count: 2)
    #expect(model.isEven)
    model.increment()
    #expect(model.count == 3)
    #expect(!model.isEven)
  }
}
