import Measurement
import StateGraph

/// Compares with the times of the original State Graph for the same work. They are medians of a
/// later version of it, which was patched to build on Linux, in release mode on a Debian 12 machine
/// with two cores. The goal is 20 times the speed.
enum OriginalBenchmarks {
  static func run() {
    print(Measurement.header("beside the original", ratio: "the original: time and ratio"))
    single()
    graphs()
    EntityStoreBenchmarks.run()
    bytes()
  }

  /// Prints a measurement beside the time of the original in nanoseconds.
  static func compare(_ ours: Measurement, original: Double) {
    let ratio = original / ours.median
    let verdict = ratio < 20 ? ", **under 20 x**" : ""
    print(ours.row(note: "\(timeText(original)): \(ratioText(ratio))\(verdict)"))
  }

  private static func single() {
    let count = 10_000
    let stored = Stored(wrappedValue: 0)
    compare(
      Measurement("`Stored<Int>` get, without an observer", operations: count) {
        for _ in 0..<count { consume(stored.wrappedValue) }
      },
      original: 1_632
    )
    compare(
      Measurement("`Stored<Int>` set, new value", operations: count) {
        for number in 1...count { stored.wrappedValue = number }
      },
      original: 3_758
    )
    compare(
      Measurement("`Stored<Int>` set, equal value", operations: count) {
        for _ in 1...count { stored.wrappedValue = opaque(count) }
      },
      original: 46
    )
    let computed = Computed { _ in stored.wrappedValue + 1 }
    precondition(computed.wrappedValue == count + 1)
    compare(
      Measurement("`Computed` get, clean", operations: count) {
        for _ in 0..<count { consume(computed.wrappedValue) }
      },
      original: 1_684
    )
    compare(
      Measurement("set one source and read one computed", operations: count) {
        for number in 1...count {
          stored.wrappedValue = number
          precondition(computed.wrappedValue == number + 1)
        }
      },
      original: 13_700
    )
  }

  private static func graphs() {
    compare(ShapeBenchmarks.chain(length: 1_000), original: 8.2e6)
    let fan = WideFan(width: 10_000)
    compare(fan.marking(), original: 19e6)
    compare(fan.reading(), original: 2.23e9)
    compare(ShapeBenchmarks.diamond(width: 1_000), original: 31.6e6)
    compare(CreationBenchmarks.makingStored(), original: 2_200)
    let single = FanShape(sourceCount: 1, readerCount: 1)
    compare(CreationBenchmarks.making(single, groups: 100_000), original: 12_000)
    groupTracking()
  }

  /// Measures the time from a set to the end of the group's next run. The original runs the group
  /// on the main actor. The library runs it before the set returns.
  private static func groupTracking() {
    let source = Stored(wrappedValue: 0)
    let tally = Tally()
    let subscription = withGraphTracking {
      withGraphTrackingGroup {
        tally.last = source.wrappedValue
        tally.calls += 1
      }
    }
    var number = 0
    compare(
      Measurement("group tracking, from a set to the next run", operations: 1_000) {
        for _ in 0..<1_000 {
          number += 1
          source.wrappedValue = number
        }
      },
      original: 41_000
    )
    subscription.cancel()
    precondition(tally.calls == number + 1 && tally.last == number)
  }

  private static func bytes() {
    let ours = ByteBenchmarks.measure()
    print("\n| bytes for one | StateGraph | the original | ratio |\n|---|---|---|---|")
    let rows = [
      ("stored node", ours.stored, 432),
      ("unread computed node", ours.unreadComputed, 576),
      ("computed node with one dependency", ours.computedWithDependency, 938),
    ]
    for (name, bytes, original) in rows {
      let ratio = ratioText(Double(original) / Double(bytes))
      print("| \(name) | \(bytes) | \(original) | \(ratio) |")
    }
  }
}
