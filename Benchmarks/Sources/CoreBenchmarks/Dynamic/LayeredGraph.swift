import StateGraph

/// Layers of computed nodes, each of which reads a few neighbours of the layer above it.
///
/// Made and run as js-reactivity-benchmark's `makeGraph` and `runGraph`, with doubles for numbers.
struct LayeredGraph {
  private let shape: LayeredGraphShape
  private let sources: [Stored<Double>]
  private let leaves: [Computed<Double>]
  /// Counts evaluations.
  let tally = Tally()

  init(_ shape: LayeredGraphShape) {
    self.shape = shape
    let sources = (0..<shape.width).map { Stored(wrappedValue: Double($0)) }
    self.sources = sources
    var random = PseudoRandom()
    var layer = Self.makeLayer(above: sources, shape, &random, tally)
    for _ in 2..<shape.totalLayers {
      layer = Self.makeLayer(above: layer, shape, &random, tally)
    }
    leaves = layer
  }

  /// Sets the sources in turn and reads leaves after each. Returns the sum of those in the end.
  func run() -> Double {
    var random = PseudoRandom()
    var readLeaves = leaves
    let skipCount = (Double(leaves.count) * (1 - shape.readFraction)).rounded()
    for _ in 0..<Int(skipCount) {
      readLeaves.remove(at: Int(random.next() * Double(readLeaves.count)))
    }
    return withGraphBatch {
      for iteration in 0..<shape.iterations {
        let index = iteration % sources.count
        sources[index].wrappedValue = Double(iteration + index)
        for leaf in readLeaves { _ = leaf.wrappedValue }
      }
      return readLeaves.reduce(0) { $1.wrappedValue + $0 }
    }
  }

  private static func makeLayer(
    above: [some DoubleNode],
    _ shape: LayeredGraphShape,
    _ random: inout PseudoRandom,
    _ tally: Tally
  ) -> [Computed<Double>] {
    above.indices.map { index in
      let mine = (0..<shape.nSources).map { above[(index + $0) % above.count] }
      return random.next() < shape.staticFraction
        ? makeStatic(mine, tally) : makeDynamic(mine, tally)
    }
  }

  /// Always reads all.
  private static func makeStatic(_ sources: [some DoubleNode], _ tally: Tally) -> Computed<Double> {
    Computed { _ in
      tally.calls += 1
      var sum = 0.0
      for source in sources { sum += source.wrappedValue }
      return sum
    }
  }

  /// Leaves one out if the first is odd.
  private static func makeDynamic(
    _ sources: [some DoubleNode],
    _ tally: Tally
  ) -> Computed<Double> {
    let first = sources[0]
    let tail = sources.dropFirst().map { $0 }
    return Computed { _ in
      tally.calls += 1
      var sum = first.wrappedValue
      let number = Int(sum)
      let dropped = number % 2 == 0 ? nil : number % tail.count
      for (index, source) in tail.enumerated() where index != dropped { sum += source.wrappedValue }
      return sum
    }
  }
}

/// A source or a computed node: what a node can read.
private protocol DoubleNode: Sendable {
  var wrappedValue: Double { get }
}

extension Stored: DoubleNode where Value == Double {}
extension Computed: DoubleNode where Value == Double {}
