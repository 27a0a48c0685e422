import StateGraph
import TestSupport
import Testing

/// README: Core Concepts.
private enum CoreConcepts {
  final class CounterViewModel {
    @GraphStored
    var count: Int = 0
  }
}

@Suite struct CoreConceptsTests {
  @Test func `stored value nodes hold values that can be set`() {
    // Creating a stored node
    let counter = Stored(wrappedValue: 0)

    // Reading the value
    let currentCount = counter.wrappedValue  // 0
    #expect(currentCount == 0)

    // Updating the value
    counter.wrappedValue = 1
    #expect(counter.wrappedValue == 1)
  }

  @Test func `the macro makes the syntax cleaner`() {
    // Usage
    let viewModel = CoreConcepts.CounterViewModel()
    viewModel.count += 1
    #expect(viewModel.count == 1)
  }

  @Test func `computed value nodes derive their values`() {
    let printed = Recorder<String>()
    func print(_ value: Int) { printed.record("\(value)") }

    let a = Stored(wrappedValue: 10)
    let b = Stored(wrappedValue: 20)

    // This computed node depends on nodes a and b
    let sum = Computed { _ in
      a.wrappedValue + b.wrappedValue
    }

    print(sum.wrappedValue)  // 30

    // When a dependency changes, the computed value updates automatically
    a.wrappedValue = 15
    print(sum.wrappedValue)  // 35

    #expect(printed.elements == ["30", "35"])
  }

  @Test func `a potentially dirty node recalculates when it is accessed`() {
    let runs = Recorder<Int>()
    let source = Stored(wrappedValue: 1)
    let double = Computed { _ in
      runs.record(source.wrappedValue)
      return source.wrappedValue * 2
    }
    #expect(double.wrappedValue == 2)
    source.wrappedValue = 2
    source.wrappedValue = 3
    #expect(runs.elements == [1])
    #expect(double.wrappedValue == 6)
    #expect(runs.elements == [1, 3])
  }
}
