import StateGraph

extension KairoCase {
  /// 50 chains of two computed nodes on one source, with an observer at the end of each chain.
  static var broad: KairoCase {
    let head = Stored(wrappedValue: 0)
    let tally = Tally()
    var last = Computed { _ in 0 }
    let subscription = withGraphTracking {
      for index in 0..<50 {
        let first = Computed { _ in head.wrappedValue + index }
        last = Computed { _ in first.wrappedValue + 1 }
        last.onChange { _ in tally.calls += 1 }
      }
    }
    let tail = last
    return KairoCase(
      name: "broad (50)",
      subscription: subscription,
      iterate: iteration(head, tally, count: 50, observers: 50) { tail.wrappedValue == $0 + 50 }
    )
  }

  /// Five computed nodes on one source, and their sum.
  static var diamond: KairoCase {
    let width = 5
    let head = Stored(wrappedValue: 0)
    let middle = (0..<width).map { _ in Computed { _ in head.wrappedValue + 1 } }
    let sum = Computed { _ in middle.reduce(0) { $0 + $1.wrappedValue } }
    let tally = Tally()
    return KairoCase(
      name: "diamond (5)",
      subscription: observe(sum, tally),
      iterate: iteration(head, tally, count: 500) { sum.wrappedValue == ($0 + 1) * width }
    )
  }

  /// 100 sources whose values a computed node combines into an array. Two further nodes for each
  /// source read its element.
  static var mux: KairoCase {
    let heads = (0..<100).map { _ in Stored(wrappedValue: 0) }
    // The original case creates an object with the keys 0 to 99 instead of an array.
    let mux = Computed { _ in heads.map(\.wrappedValue) }
    let split = heads.indices.map { index in
      let one = Computed { _ in mux.wrappedValue[index] }
      return Computed { _ in one.wrappedValue + 1 }
    }
    let tally = Tally()
    let subscription = withGraphTracking {
      for node in split { node.onChange { _ in tally.calls += 1 } }
    }
    return KairoCase(name: "mux (100)", subscription: subscription) {
      tally.calls = 0
      for index in 0..<10 {
        set(heads[index], index)
        precondition(split[index].wrappedValue == index + 1, "The value is wrong.")
      }
      for index in 0..<10 {
        set(heads[index], index * 2)
        precondition(split[index].wrappedValue == index * 2 + 1, "The value is wrong.")
      }
      // Each loop calls nine observers, because its first set does not change the value 0.
      precondition(tally.calls == 18, "The number of observer calls is wrong.")
    }
  }
}
