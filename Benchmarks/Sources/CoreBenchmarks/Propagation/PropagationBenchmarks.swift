import Measurement

/// The benchmark `propagate` of alien-signals: a set of a source with `width` chains of `height`
/// computed nodes, and an observer at the end of each chain. The times are for one computed node.
enum PropagationBenchmarks {
  static func run() {
    for width in [1, 10, 100] {
      for height in [1, 10, 100] { compare(width: width, height: height) }
    }
  }

  private static func compare(width: Int, height: Int) {
    print(
      Measurement.header("propagate \(width) x \(height), for one step", ratio: "to StateGraph")
    )
    let ours = measure("StateGraph", StateGraphChains.self, width, height)
    print(ours.row())
    let peers = [
      measure("OpenCombine, `map` by `map`", OpenCombineChains.self, width, height),
      measure("Observation, without a cache", ObservationClosureChains.self, width, height),
      measure("Observation, each step cached", ObservationStoredChains.self, width, height),
    ]
    for peer in peers { print(peer.row(against: ours)) }
  }

  private static func measure<Peer: Chains>(
    _ name: String,
    _ peer: Peer.Type,
    _ width: Int,
    _ height: Int
  ) -> Measurement {
    let chains = Peer(width: width, height: height)
    let setCount = max(1, 10_000 / (width * height))
    var number = 0
    let measurement = Measurement(name, operations: setCount * width * height) {
      for _ in 0..<setCount {
        number += 1
        chains.set(number)
      }
    }
    precondition(chains.tally.last == number + height, "The last value did not arrive.")
    precondition(chains.tally.calls == number * width, "An observer was not called once for a set.")
    chains.cancel()
    return measurement
  }
}
