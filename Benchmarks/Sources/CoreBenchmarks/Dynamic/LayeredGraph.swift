import StateGraph

/// Layers of computed nodes, each of which reads a few neighbours of the layer above it.
///
/// The functions `makeGraph` and `runGraph` of js-reactivity-benchmark create and run the same
/// graph. As there, numbers are doubles.
struct LayeredGraph {
  private let shape: LayeredGraphShape
  private let sources: [Stored<Double>]
  private let leaves: [Computed<Double>]
  /// The number of evaluations.
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

  /// Sets one source after another, and reads leaves after each set. Returns the sum of these
  /// leaves after the last set.
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

  /// Creates a node that always reads all of its sources.
  private static func makeStatic(_ sources: [some DoubleNode], _ tally: Tally) -> Computed<Double> {
    Computed { _ in
      tally.calls += 1
      var sum = 0.0
      for source in sources { sum += source.wrappedValue }
      return sum
    }
  }

  /// Creates a node that leaves one source out if the value of its first source is odd.
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

/// A node that a computed node of the graph can read: a source or another computed node.
private protocol DoubleNode: Sendable {
  var wrappedValue: Double { get }
}

extension Stored: DoubleNode where Value == Double {}
extension Computed: DoubleNode where Value == Double {}
