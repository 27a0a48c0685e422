import Measurement
import StateGraph

extension KairoCase {
  /// A chain in which the second node never changes, so the nodes after it are not evaluated again.
  static var avoidable: KairoCase {
    let head = Stored(wrappedValue: 0)
    let tally = Tally()
    let first = Computed { _ in head.wrappedValue }
    let second = Computed { _ in
      consume(first.wrappedValue)
      return 0
    }
    let third = Computed { _ in
      busy()
      tally.last += 1
      return second.wrappedValue + 1
    }
    let fourth = Computed { _ in third.wrappedValue + 2 }
    let fifth = Computed { _ in fourth.wrappedValue + 3 }
    let subscription = withGraphTracking {
      fifth.onChange { _ in
        tally.calls += 1
        busy()
      }
    }
    return KairoCase(name: "avoidable", subscription: subscription) {
      set(head, 1)
      precondition(fifth.wrappedValue == 6)
      for number in 0..<1_000 {
        set(head, number)
        precondition(fifth.wrappedValue == 6)
      }
      precondition(tally.calls == 1 && tally.last == 1, "Propagation was not avoided.")
    }
  }

  /// A chain of 50 computed nodes.
  static var deep: KairoCase {
    let length = 50
    let head = Stored(wrappedValue: 0)
    var last = Computed { _ in head.wrappedValue + 1 }
    for _ in 1..<length {
      let previous = last
      last = Computed { _ in previous.wrappedValue + 1 }
    }
    let tail = last
    let tally = Tally()
    return KairoCase(
      name: "deep (50)",
      subscription: observe(tail, tally),
      iterate: iteration(head, tally, count: 50) { tail.wrappedValue == length + $0 }
    )
  }

  /// A source, a chain of nine computed nodes on it, and the sum of all ten.
  static var triangle: KairoCase {
    let width = 10
    let head = Stored(wrappedValue: 0)
    var last = Computed { _ in head.wrappedValue + 1 }
    var members = [last]
    for _ in 2..<width {
      let previous = last
      last = Computed { _ in previous.wrappedValue + 1 }
      members.append(last)
    }
    let list = members
    let sum = Computed { _ in list.reduce(head.wrappedValue) { $0 + $1.wrappedValue } }
    let constant = width * (width + 1) / 2
    let tally = Tally()
    return KairoCase(
      name: "triangle (10)",
      subscription: observe(sum, tally),
      iterate: iteration(head, tally, count: 100) {
        sum.wrappedValue == constant - width + $0 * width
      }
    )
  }

  /// A computed node that reads its source 30 times.
  static var repeated: KairoCase {
    let width = 30
    let head = Stored(wrappedValue: 0)
    let sum = Computed { _ in (0..<width).reduce(0) { sum, _ in sum + head.wrappedValue } }
    let tally = Tally()
    return KairoCase(
      name: "repeated (30)",
      subscription: observe(sum, tally),
      iterate: iteration(head, tally, count: 100) { sum.wrappedValue == $0 * width }
    )
  }

  /// A computed node that reads one of two nodes 20 times. The source determines which one.
  static var unstable: KairoCase {
    let head = Stored(wrappedValue: 0)
    let double = Computed { _ in head.wrappedValue * 2 }
    let inverse = Computed { _ in -head.wrappedValue }
    let current = Computed { _ in
      (0..<20).reduce(0) { sum, _ in
        sum + (head.wrappedValue % 2 == 0 ? inverse.wrappedValue : double.wrappedValue)
      }
    }
    let tally = Tally()
    return KairoCase(
      name: "unstable (20)",
      subscription: observe(current, tally),
      iterate: iteration(head, tally, count: 100) {
        current.wrappedValue == ($0 % 2 == 0 ? $0 * -20 : $0 * 40)
      }
    )
  }

  /// The expensive computation of the original case.
  private static func busy() {
    var count = 0
    for _ in 0..<100 { count = opaque(count + 1) }
  }
}
