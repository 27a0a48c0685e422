import Measurement
import StateGraph
import Synchronization

/// Measures a read on one thread, and on several threads that read the same node or one node each.
enum ReadBenchmarks {
  private static let readCount = 500_000

  static func run() {
    let crowds = [
      ReaderCrowd(threadCount: 1, sharing: .one),
      ReaderCrowd(threadCount: 2, sharing: .one),
      ReaderCrowd(threadCount: 2, sharing: .none),
      ReaderCrowd(threadCount: 4, sharing: .one),
      ReaderCrowd(threadCount: 4, sharing: .none),
    ]
    for crowd in crowds { measureUntracked(crowd) }
    for crowd in crowds { TrackedReadBenchmarks.measure(crowd) }
  }

  private static func measureUntracked(_ crowd: ReaderCrowd) {
    print(Measurement.header("one read, \(crowd)", ratio: "to `Atomic<Int>`"))
    let atomic = measure("`Atomic<Int>`", crowd, AtomicInt.init) { box in
      repeated { consume(box.value.load(ordering: .acquiring)) }
    }
    print(atomic.row())
    let rows = [
      measure("`Stored<Int>`", crowd, { Stored(wrappedValue: 1) }) { node in
        repeated { consume(node.wrappedValue) }
      },
      measure("`Stored<String>`", crowd, { Stored(wrappedValue: longText()) }) { node in
        repeated { consume(node.wrappedValue) }
      },
      measure("`Stored` of a class", crowd, { Stored(wrappedValue: Payload()) }) { node in
        repeated { consume(node.wrappedValue) }
      },
      measure("clean `Computed<Int>`", crowd, cleanComputed) { node in
        repeated { consume(node.wrappedValue) }
      },
      measure("`Int` under a mutex", crowd, MutexInt.init) { box in
        repeated { consume(box.value) }
      },
      measure("`@Observable` property", crowd, { ObservedInt() }) { model in
        repeated { consume(model.value) }
      },
    ]
    for row in rows { print(row.row(against: atomic)) }
  }

  private static func measure<Subject: Sendable>(
    _ name: String,
    _ crowd: ReaderCrowd,
    _ make: () -> Subject,
    _ work: @escaping @Sendable (Subject) -> Void
  ) -> Measurement {
    crowd.measure(name, operations: readCount, on: crowd.subjects(make), work)
  }

  /// Returns a text on the heap. Short texts and literals are not on the heap.
  private static func longText() -> String { String(repeating: "x", count: 40) }

  private static func cleanComputed() -> Computed<Int> {
    let source = Stored(wrappedValue: 1)
    let node = Computed { _ in source.wrappedValue + 1 }
    precondition(node.wrappedValue == 2)
    return node
  }

  /// This function and `read` are inlined, so that each read is compiled as in the code of a user.
  @inline(__always)
  private static func repeated(_ read: () -> Void) {
    for _ in 0..<readCount { read() }
  }
}

/// An object as the value of a node.
private final class Payload: Sendable {}
