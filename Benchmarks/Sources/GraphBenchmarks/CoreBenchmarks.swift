import StateGraph

/// What reads, sets and propagation cost without a database.
enum CoreBenchmarks {
  static func run() {
    print("\n| reactive core | median ns | 5 % – 95 % | |\n|---|---|---|---|")
    reads()
    propagation(width: 1, height: 1)
    propagation(width: 10, height: 10)
    propagation(width: 100, height: 100)
    chain(length: 1_000)
  }

  private static func reads() {
    let stored = Stored(wrappedValue: 1)
    print(
      Measurement("untracked Stored<Int> read", operations: 100_000) {
        for _ in 0..<100_000 { consume(stored.wrappedValue) }
      }.row()
    )
    let computed = Computed { _ in stored.wrappedValue + 1 }
    print(
      Measurement("clean Computed<Int> read", operations: 100_000) {
        for _ in 0..<100_000 { consume(computed.wrappedValue) }
      }.row()
    )
    print(
      Measurement("set to a new value, nobody listening", operations: 100_000) {
        for number in 0..<100_000 { stored.wrappedValue = number }
      }.row()
    )
    print(
      Measurement("set one and read one computed", operations: 10_000) {
        for number in 0..<10_000 {
          stored.wrappedValue = number
          consume(computed.wrappedValue)
        }
      }.row()
    )
  }

  /// One source, `width` chains of `height` computed nodes with an observer at the end of each.
  private static func propagation(width: Int, height: Int) {
    let source = Stored(wrappedValue: 0)
    let subscription = withGraphTracking {
      for _ in 0..<width {
        var last = Computed { _ in source.wrappedValue + 1 }
        for _ in 1..<height {
          let previous = last
          last = Computed { _ in previous.wrappedValue + 1 }
        }
        last.onChange { consume($0) }
      }
    }
    var number = 0
    let rounds = max(1, 10_000 / (width * height))
    print(
      Measurement(
        "propagate \(width) x \(height), for one computed",
        operations: rounds * width * height
      ) {
        for _ in 0..<rounds {
          number += 1
          source.wrappedValue = number
        }
      }.row()
    )
    subscription.cancel()
  }

  private static func chain(length: Int) {
    let source = Stored(wrappedValue: 0)
    var last = Computed { _ in source.wrappedValue }
    for _ in 1..<length {
      let previous = last
      last = Computed { _ in previous.wrappedValue + 1 }
      _ = last.wrappedValue
    }
    let tail = last
    var number = 0
    print(
      Measurement("chain of \(length): set and read the tail, whole", operations: 1) {
        number += 1
        source.wrappedValue = number
        consume(tail.wrappedValue)
      }.row()
    )
  }
}
