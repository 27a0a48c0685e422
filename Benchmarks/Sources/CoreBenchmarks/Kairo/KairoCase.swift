import StateGraph

/// A graph of kairo's and one iteration over it, with the assertions of js-reactivity-benchmark.
struct KairoCase {
  let name: String
  let subscription: AnyCancellable
  let iterate: () -> Void
}

extension KairoCase {
  static var all: [KairoCase] {
    [avoidable, broad, deep, diamond, mux, repeated, triangle, unstable]
  }

  /// Their `withBatch`.
  static func set(_ node: Stored<Int>, _ number: Int) {
    withGraphBatch { node.wrappedValue = number }
  }

  /// Their effect: runs again whenever `node` has another value.
  static func observe(_ node: Computed<Int>, _ tally: Tally) -> AnyCancellable {
    withGraphTracking {
      node.onChange { number in
        tally.calls += 1
        tally.last = number
      }
    }
  }

  /// Sets 1 and then `count` numbers from 0, each of which has to call the observers.
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
      precondition(tally.calls == count * observers, "Observers were called too often or seldom.")
    }
  }
}
