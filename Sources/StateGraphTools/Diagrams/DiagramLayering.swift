/// Assigns each box of a schema diagram to a layer. A layer is a vertical column of boxes, and
/// layer 0 is at the left.
///
/// A box is to the right of all boxes to which its foreign keys refer, except in a cycle. If a
/// layer would become too high, further boxes move to the next layer. The diagram is therefore not
/// much higher than it is wide.
struct DiagramLayering {
  private(set) var layerOf: [Int]
  private let graph: DiagramGraph
  private var heights: [Double] = []

  init(_ graph: DiagramGraph) {
    self.graph = graph
    layerOf = [Int](repeating: 0, count: graph.boxes.count)
    let area = graph.boxes.reduce(0.0) {
      $0 + ($1.width + DiagramMetrics.layerGap) * ($1.height + DiagramMetrics.boxGap)
    }
    let tallest = graph.boxes.map(\.height).max() ?? 0
    let limit = max(tallest + DiagramMetrics.boxGap, (area * 0.8).squareRoot())
    let order = orderOfPlacing()
    var isPlaced = [Bool](repeating: false, count: graph.boxes.count)
    for box in order {
      let parents = graph.lines.filter {
        $0.child == box && $0.parent != box && isPlaced[$0.parent]
      }
      place(box, from: parents.map { layerOf[$0.parent] + 1 }.max() ?? 0, upTo: limit)
      isPlaced[box] = true
    }
  }

  private mutating func place(_ box: Int, from first: Int, upTo limit: Double) {
    let height = graph.boxes[box].height + DiagramMetrics.boxGap
    var layer = first
    while layer < heights.count, heights[layer] > 0, heights[layer] + height > limit { layer += 1 }
    while heights.count <= layer { heights.append(0) }
    heights[layer] += height
    layerOf[box] = layer
  }

  /// Returns the indices of the boxes in the order in which they are assigned to layers.
  ///
  /// A referenced box comes before the boxes that refer to it. In a cycle, the box with the fewest
  /// references to unassigned boxes comes first. Boxes without lines come last, because they can
  /// fill gaps in any layer.
  private func orderOfPlacing() -> [Int] {
    let lines = graph.lines.filter { $0.child != $0.parent }
    let linked = Set(lines.flatMap { [$0.child, $0.parent] })
    var waiting = graph.boxes.indices.filter(linked.contains)
    var placed: Set<Int> = []
    var order: [Int] = []
    while !waiting.isEmpty {
      let missing = waiting.map { box in
        lines.count { $0.child == box && !placed.contains($0.parent) }
      }
      let fewest = missing.min() ?? 0
      let position = missing.firstIndex(of: fewest) ?? 0
      let box = waiting.remove(at: position)
      placed.insert(box)
      order.append(box)
    }
    return order + graph.boxes.indices.filter { !linked.contains($0) }
  }
}
