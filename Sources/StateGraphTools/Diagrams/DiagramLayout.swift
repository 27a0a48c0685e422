/// Computes the positions of the boxes and lines of a schema diagram. ``SVGDiagram`` draws the
/// result.
///
/// Referenced boxes are to the left of the boxes that refer to them. The method is that of
/// Sugiyama, Tagawa and Toda. First each box gets a layer, which is a vertical column of boxes.
/// Then the boxes of each layer are sorted by barycentre, the average position of their connected
/// boxes, so that lines are short and cross rarely.
struct DiagramLayout {
  struct Point: Equatable {
    var x: Double
    var y: Double
  }

  /// One element for each box of the graph, in the same order: its upper left corner, in SVG units.
  private(set) var places: [Point] = []
  /// One element for each line of the graph: the points at which the line bends between its two
  /// ends, from left to right. A line has two points for each layer that it crosses.
  private(set) var bends: [[Point]] = []
  private(set) var width = 0.0
  private(set) var height = 0.0
  /// One element for each box: the index of its layer. Layer 0 is at the left.
  private(set) var layerOf: [Int]

  private let graph: DiagramGraph
  /// The nodes of the layout. First come all boxes. Then comes, for each line, one node in each
  /// layer that the line crosses.
  private var nodes: [Node] = []
  private var layers: [[Int]] = []
  private var chains: [[Int]] = []

  private struct Node {
    let height: Double
    var y = 0.0
    var neighbours: [Neighbour] = []

    init(height: Double) { self.height = height }
  }

  private struct Neighbour {
    let node: Int
    let isLeft: Bool
    /// The vertical distance from the upper edge of this node to the point where the line touches
    /// it. `otherOffset` is this distance at the node at the other end of the line.
    let ownOffset: Double
    let otherOffset: Double
  }

  init(_ graph: DiagramGraph) {
    self.graph = graph
    layerOf = DiagramLayering(graph).layerOf
    makeNodes()
    stack()
    for round in 0..<24 { order(byLeft: round.isMultiple(of: 2)) }
    for round in 0..<40 { align(fromLeft: round.isMultiple(of: 2)) }
    place()
  }
}

// MARK: - Nodes

extension DiagramLayout {
  private mutating func makeNodes() {
    nodes = graph.boxes.map { Node(height: $0.height) }
    layers = [[Int]](repeating: [], count: (layerOf.max() ?? -1) + 1)
    for box in graph.boxes.indices { layers[layerOf[box]].append(box) }
    for line in graph.lines {
      var chain: [Int] = []
      let (left, right) = ends(of: line)
      if layerOf[left.box] < layerOf[right.box] {
        for layer in (layerOf[left.box] + 1)..<layerOf[right.box] {
          chain.append(nodes.count)
          layers[layer].append(nodes.count)
          nodes.append(Node(height: 10))
        }
        join(left, through: chain, to: right)
      }
      chains.append(chain)
    }
  }

  private mutating func join(
    _ left: End,
    through chain: [Int],
    to right: End
  ) {
    var stops: [(node: Int, offset: Double)] = []
    stops.append((left.box, DiagramMetrics.middle(ofRow: left.row)))
    for node in chain { stops.append((node, 5)) }
    stops.append((right.box, DiagramMetrics.middle(ofRow: right.row)))
    for (one, other) in zip(stops, stops.dropFirst()) {
      nodes[one.node].neighbours.append(
        Neighbour(
          node: other.node,
          isLeft: false,
          ownOffset: one.offset,
          otherOffset: other.offset
        )
      )
      nodes[other.node].neighbours.append(
        Neighbour(
          node: one.node,
          isLeft: true,
          ownOffset: other.offset,
          otherOffset: one.offset
        )
      )
    }
  }

  /// Returns the left end and the right end of a line. The left end is usually at the referenced
  /// box. In a cycle of references, it can be at the referring box.
  func ends(of line: DiagramGraph.Line) -> (left: End, right: End) {
    let child = End(box: line.child, row: line.childRow)
    let parent = End(box: line.parent, row: line.parentRow)
    guard layerOf[line.parent] <= layerOf[line.child] else { return (child, parent) }
    return (parent, child)
  }

  /// One end of a line, as the index of a box and the index of a row in that box.
  struct End {
    let box: Int
    let row: Int
  }

  private mutating func stack() {
    for layer in layers {
      let total = layer.reduce(0.0) { $0 + nodes[$1].height + DiagramMetrics.boxGap }
      var y = -total / 2
      for node in layer {
        nodes[node].y = y
        y += nodes[node].height + DiagramMetrics.boxGap
      }
    }
  }
}

// MARK: - Order and vertical position

extension DiagramLayout {
  /// Sorts the nodes of each layer by their barycentres. The barycentre of a node is the average
  /// position of the nodes that are connected to it.
  ///
  /// - Parameter byLeft: Which connected nodes the barycentre includes. If true, the nodes to the
  ///   left; if false, the nodes to the right.
  private mutating func order(byLeft: Bool) {
    for index in byLeft ? Array(layers.indices) : layers.indices.reversed() {
      let wanted = layers[index].map { node -> (node: Int, middle: Double) in
        let middle = wish(node) { $0.isLeft == byLeft } ?? nodes[node].y
        return (node, middle + nodes[node].height / 2)
      }
      // The sort must be stable. Otherwise, nodes with equal barycentres would change their order
      // in every round of the layout.
      var y = layers[index].map { nodes[$0].y }.min() ?? 0
      let sorted = wanted.enumerated().sorted { one, other in
        one.element.middle == other.element.middle
          ? one.offset < other.offset : one.element.middle < other.element.middle
      }
      layers[index] = sorted.map { $0.element.node }
      for node in layers[index] {
        nodes[node].y = y
        y += nodes[node].height + DiagramMetrics.boxGap
      }
    }
  }

  /// Returns the vertical position of a node at which its lines would be horizontal on average.
  /// Includes the lines for which `isCounted` returns true. Returns nil if the node has no such
  /// line.
  private func wish(_ node: Int, where isCounted: (Neighbour) -> Bool) -> Double? {
    let counted = nodes[node].neighbours.filter(isCounted)
    guard !counted.isEmpty else { return nil }
    let sum = counted.reduce(0.0) { $0 + nodes[$1.node].y + $1.otherOffset - $1.ownOffset }
    return sum / Double(counted.count)
  }

  /// Moves the nodes of each layer close to the positions at which their lines would be horizontal,
  /// without changing the order of the nodes.
  ///
  /// Nodes that would overlap move together, as a group. The sum of the squared distances to the
  /// wanted positions is minimal.
  private mutating func align(fromLeft: Bool) {
    for layer in fromLeft ? layers : layers.reversed() {
      var offsets: [Double] = []
      var offset = 0.0
      for node in layer {
        offsets.append(offset)
        offset += nodes[node].height + gap(below: node)
      }
      var groups: [(sum: Double, count: Int)] = []
      for (position, node) in layer.enumerated() {
        let wanted = wish(node) { _ in true } ?? nodes[node].y
        groups.append((wanted - offsets[position], 1))
        while groups.count > 1, mean(groups[groups.count - 2]) > mean(groups[groups.count - 1]) {
          let last = groups.removeLast()
          groups[groups.count - 1].sum += last.sum
          groups[groups.count - 1].count += last.count
        }
      }
      let placed = groups.flatMap { [Double](repeating: mean($0), count: $0.count) }
      for (position, node) in layer.enumerated() {
        nodes[node].y = placed[position] + offsets[position]
      }
    }
  }

  private func mean(_ group: (sum: Double, count: Int)) -> Double {
    group.sum / Double(group.count)
  }

  private func gap(below node: Int) -> Double {
    node < graph.boxes.count ? DiagramMetrics.boxGap : DiagramMetrics.boxGap / 2
  }
}

// MARK: - Places

extension DiagramLayout {
  private mutating func place() {
    let top = nodes.map(\.y).min() ?? 0
    var lefts: [Double] = []
    var widths: [Double] = []
    var x = DiagramMetrics.margin
    for layer in layers {
      let boxes = layer.filter { $0 < graph.boxes.count }
      lefts.append(x)
      widths.append(boxes.map { graph.boxes[$0].width }.max() ?? 0)
      x += widths[widths.count - 1] + DiagramMetrics.layerGap
    }
    let shift = DiagramMetrics.margin - top
    places = graph.boxes.indices.map { box in
      Point(x: lefts[layerOf[box]], y: (nodes[box].y + shift).rounded())
    }
    bends = zip(graph.lines, chains).map { line, chain in
      let first = layerOf[ends(of: line).left.box] + 1
      return chain.enumerated().flatMap { index, node -> [Point] in
        let y = (nodes[node].y + shift + 5).rounded()
        let left = lefts[first + index]
        return [Point(x: left, y: y), Point(x: left + widths[first + index], y: y)]
      }
    }
    let bottoms = nodes.map { $0.y + shift + $0.height }
    height = (bottoms.max() ?? 0) + DiagramMetrics.margin
    // A line from a table to itself, or between two boxes of one layer, is drawn at the right of
    // the boxes. In the last layer, such a line needs additional width.
    let last = layers.count - 1
    let hasLoop = graph.lines.contains { line in
      layerOf[line.child] == layerOf[line.parent] && layerOf[line.child] == last
    }
    width =
      max(x - DiagramMetrics.layerGap, DiagramMetrics.margin) + DiagramMetrics.margin
      + (hasLoop ? 24 : 0)
  }
}
