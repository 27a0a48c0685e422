import Measurement
import StateGraph

/// The benchmark molBench: two sources, five computed nodes, and three observers. Two nodes and two
/// observers are expensive.
enum MolBenchmarks {
  static func run() {
    let iterations = Measurement.isQuick ? 500 : 10_000
    print(Measurement.header("mol, \(iterations) iterations of two batches"))
    let graph = MolGraph()
    let measurement = Measurement("mol", operations: 1, rounds: 10, warmUps: 1) {
      for number in 0..<iterations { graph.iterate(number) }
    }
    print(measurement.row())
    graph.subscription.cancel()
  }
}

private struct MolGraph {
  private let a = Stored(wrappedValue: 0)
  private let b = Stored(wrappedValue: 0)
  private let tallies = (0..<3).map { _ in Tally() }
  let subscription: AnyCancellable

  init() {
    let c = Computed { [a, b] _ in a.wrappedValue % 2 + b.wrappedValue % 2 }
    // A value of the original node is a new object, which never equals the previous one. Therefore
    // two values of this node are never equal, either.
    let d = Computed(areEqual: { _, _ in false }) { [a, b] _ in
      (0..<5).map { $0 + a.wrappedValue % 2 - b.wrappedValue % 2 }
    }
    let e = Computed { [a] _ in hard(c.wrappedValue + a.wrappedValue + d.wrappedValue[0]) }
    let f = Computed { [b] _ in
      let third = d.wrappedValue[2]
      return hard(third == 0 ? b.wrappedValue : third)
    }
    let g = Computed { _ in
      let first = c.wrappedValue
      return first + (first == 0 ? e.wrappedValue % 2 : first) + d.wrappedValue[4] + f.wrappedValue
    }
    subscription = withGraphTracking { [tallies] in
      g.onChange { tallies[0].last = hard($0) }
      g.onChange { tallies[1].last = $0 }
      f.onChange {
        tallies[2].last = hard($0)
        tallies[2].calls += 1
      }
    }
  }

  func iterate(_ number: Int) {
    withGraphBatch {
      b.wrappedValue = 1
      a.wrappedValue = 1 + number * 2
    }
    precondition(tallies[1].last == 1_607, "After the first batch: \(tallies[1].last).")
    withGraphBatch {
      a.wrappedValue = 2 + number * 2
      b.wrappedValue = 2
    }
    precondition(tallies.map(\.last) == [3_201, 1_604, 3_196], "The results are wrong.")
    precondition(tallies[2].calls == 1, "An equal value called an observer.")
  }
}

/// The expensive computation of the original benchmark.
private func hard(_ number: Int) -> Int { number + fibonacci(opaque(16)) }

@inline(never)
private func fibonacci(_ number: Int) -> Int {
  number < 2 ? 1 : fibonacci(number - 1) + fibonacci(number - 2)
}
