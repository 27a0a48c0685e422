import StateGraph

/// A graph of kairo and one iteration over it, with the assertions of js-reactivity-benchmark.
struct KairoCase {
  let name: String
  let subscription: AnyCancellable
  let iterate: () -> Void
}

extension KairoCase {
  static var all: [KairoCase] {
    [avoidable, broad, deep, diamond, mux, repeated, triangle, unstable]
  }

  /// Sets the value of a node in a batch, like `withBatch` of the original suite.
  static func set(_ node: Stored<Int>, _ number: Int) {
    withGraphBatch { node.wrappedValue = number }
  }

  /// Observes a node, like an effect of the original suite. The tally has the number of calls and
  /// the last value.
  static func observe(_ node: Computed<Int>, _ tally: Tally) -> AnyCancellable {
    withGraphTracking {
      node.onChange { number in
        tally.calls += 1
        tally.last = number
      }
    }
  }

  /// Returns an iteration that sets 1 and then `count` numbers from 0. Each of these numbers has to
  /// call the observers.
  static func iteration(
    _ head: Stored<Int>,
    _ tally: Tally,
    count: Int,
    observers: Int = 1,
    check: @escaping (Int) -> Bool
  ) -> () -> Void {
    {
      set(head, 1)
      precondition(check(1))
      tally.calls = 0
      for number in 0..<count {
        set(head, number)
        precondition(check(number), "The value is wrong.")
      }
      precondition(tally.calls == count * observers, "The number of observer calls is wrong.")
    }
  }
}
