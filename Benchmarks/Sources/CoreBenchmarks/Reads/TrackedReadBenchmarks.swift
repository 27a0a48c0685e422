import Measurement
import Observation
import StateGraph

/// Measures a read in a computed node that reads the same nodes as in its last evaluation.
enum TrackedReadBenchmarks {
  fileprivate static let sourceCount = 1_000
  private static let runCount = 20

  static func measure(_ crowd: ReaderCrowd) {
    // Proves that allocations are counted. Otherwise their absence would prove nothing.
    let allocations = Allocations.count
    consume(ObservedInt())
    precondition(Allocations.count > allocations)
    let operations = sourceCount * runCount
    print(
      Measurement.header("one tracked read of 1,000 unchanged, \(crowd)", ratio: "to StateGraph")
    )
    let shared = StoredNodes()
    let ours = crowd.measure(
      "`Stored<Int>` in a `Computed`, no allocation",
      operations: operations,
      on: (0..<crowd.threadCount).map { _ in
        TrackedReader(crowd.sharing == .one ? shared : StoredNodes())
      }
    ) { reader in reader.rerun(runCount) }
    print(ours.row())
    let observed = crowd.measure(
      "property in `withObservationTracking`",
      operations: operations,
      on: crowd.subjects { (0..<sourceCount).map { _ in ObservedInt(1) } }
    ) { models in
      for _ in 0..<runCount {
        let sum = withObservationTracking {
          models.reduce(0) { $0 + $1.value }
        } onChange: {
        }
        precondition(sum == sourceCount)
      }
    }
    print(observed.row(against: ours))
  }
}

private final class StoredNodes: Sendable {
  let nodes = (0..<TrackedReadBenchmarks.sourceCount).map { Stored(wrappedValue: $0) }
}

/// A computed node for one thread. Other threads may read the same sources.
private struct TrackedReader {
  let trigger = Stored(wrappedValue: 0)
  let computed: Computed<Int>
  let tally = Tally()

  init(_ sources: StoredNodes) {
    let nodes = sources.nodes
    computed = Computed { [trigger, tally] _ in
      var sum = trigger.wrappedValue
      let allocations = Allocations.count
      for node in nodes { sum += node.wrappedValue }
      tally.allocations = Allocations.count - allocations
      return sum
    }
    consume(computed.wrappedValue)
  }

  func rerun(_ count: Int) {
    for run in 1...count {
      trigger.wrappedValue = run
      precondition(
        computed.wrappedValue == run + TrackedReadBenchmarks.sourceCount * 999 / 2,
        "The sum is wrong."
      )
      precondition(tally.allocations == 0, "Reading the same nodes again allocates.")
    }
  }
}
