import Measurement
import StateGraph

/// The benchmark cellx: layers of four computed nodes. Each node reads one or two nodes of the
/// previous layer and has an observer. The timed work reads the last layer, sets the sources in one
/// batch, and reads the last layer again.
enum CellxBenchmarks {
  static func run() {
    print(Measurement.header("cellx, layers"))
    for layerCount in [1_000, 2_500, 5_000] { measure(layerCount) }
  }

  private static func measure(_ layerCount: Int) {
    let before = plainResult([1, 2, 3, 4], layerCount)
    let after = plainResult([4, 3, 2, 1], layerCount)
    let measurement = Measurement(
      "\(layerCount)",
      operations: 1,
      rounds: 21,
      warmUps: 2,
      on: { Cells(layerCount: layerCount) }
    ) { cells in
      precondition(cells.end == before, "Before the change: \(cells.end).")
      cells.set([4, 3, 2, 1])
      precondition(cells.end == after, "After the change: \(cells.end).")
    }
    print(measurement.row())
  }

  /// Computes the expected values of the last layer without nodes.
  private static func plainResult(_ start: [Int], _ layerCount: Int) -> [Int] {
    (0..<layerCount).reduce(start) { above, _ in
      [above[1], above[0] - above[2], above[1] + above[3], above[2]]
    }
  }
}

private final class Cells {
  private let first: [Stored<Int>]
  private let last: [Computed<Int>]
  private let subscription: AnyCancellable

  init(layerCount: Int) {
    let first = [1, 2, 3, 4].map { Stored(wrappedValue: $0) }
    var last: [Computed<Int>] = []
    subscription = withGraphTracking {
      last = Self.addLayer { first[$0].wrappedValue }
      for _ in 1..<layerCount {
        let above = last
        last = Self.addLayer { above[$0].wrappedValue }
      }
    }
    self.first = first
    self.last = last
  }

  deinit { subscription.cancel() }

  var end: [Int] { last.map(\.wrappedValue) }

  func set(_ numbers: [Int]) {
    withGraphBatch {
      for (node, number) in zip(first, numbers) { node.wrappedValue = number }
    }
  }

  private static func addLayer(_ above: @escaping @Sendable (Int) -> Int) -> [Computed<Int>] {
    let layer = [
      Computed { _ in above(1) },
      Computed { _ in above(0) - above(2) },
      Computed { _ in above(1) + above(3) },
      Computed { _ in above(2) },
    ]
    for node in layer { node.onChange { consume($0) } }
    return layer
  }
}
