import Measurement
import StateGraph

/// The benchmark of S.js: the creation of nodes, and their updates. S.js computes a node when it is
/// created. The nodes of the library are lazy. The benchmark therefore reads each node, once after
/// its creation and once after each set.
enum CreationBenchmarks {
  private static let count = 100_000

  private static let shapes =
    [1, 2, 4, 1_000].map { FanShape(sourceCount: $0, readerCount: 1) }
    + [2, 4, 8, 1_000].map { FanShape(sourceCount: 1, readerCount: $0) }

  static func run() {
    print(Measurement.header("creation, for one node"))
    print(makingStored().row())
    print(making(FanShape(sourceCount: 0, readerCount: 1), groups: count).row())
    for shape in shapes {
      print(making(shape, groups: count / max(shape.sourceCount, shape.readerCount)).row())
    }
    print(Measurement.header("update, for one computed node"))
    for shape in shapes { print(updating(shape).row()) }
  }

  static func makingStored() -> Measurement {
    Measurement(
      "create a stored node",
      operations: count,
      rounds: 15,
      warmUps: 2,
      on: {
        var nodes: [Stored<Int>] = []
        nodes.reserveCapacity(count)
        return nodes
      }
    ) { nodes in
      for number in 0..<count { nodes.append(Stored(wrappedValue: number)) }
    }
  }

  static func making(_ shape: FanShape, groups: Int) -> Measurement {
    Measurement(
      "create a computed node and read it, \(shape.name)",
      operations: groups * shape.readerCount,
      rounds: 15,
      warmUps: 2,
      // The state owns the readers, so that their release is not timed.
      on: {
        (
          sources: (0..<(groups * shape.sourceCount)).map { _ in Stored(wrappedValue: 1) },
          readers: [Computed<Int>]()
        )
      }
    ) { nodes in
      nodes.readers = shape.makeReaders(of: nodes.sources, groups: groups)
      let sum = nodes.readers.reduce(0) { $0 + $1.wrappedValue }
      precondition(sum == groups * shape.readerCount * max(shape.sourceCount, 1))
    }
  }

  private static func updating(_ shape: FanShape) -> Measurement {
    let sources = (0..<shape.sourceCount).map { _ in Stored(wrappedValue: 0) }
    let readers = shape.makeReaders(of: sources, groups: 1)
    let setCount = max(1, 20_000 / (shape.sourceCount * shape.readerCount))
    var number = 0
    return Measurement(
      "set one source and read, \(shape.name)",
      operations: setCount * shape.readerCount
    ) {
      for _ in 0..<setCount {
        number += 1
        // Only the last source is set. The other sources stay 0, so its value is the expected sum.
        sources[shape.sourceCount - 1].wrappedValue = number
        for reader in readers { precondition(reader.wrappedValue == number) }
      }
    }
  }
}
