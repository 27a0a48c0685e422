extension SVGDiagram {
  /// The point at which a line touches the left or right edge of a box.
  private struct Port {
    let x: Double
    let y: Double
    /// The horizontal direction away from the box: 1 at its right edge, -1 at its left edge.
    let outward: Double

    /// The point 14 units away from the box, at which the line begins. The space up to this point
    /// contains the symbol of the line's end, such as a crow's foot.
    var start: DiagramLayout.Point { .init(x: x + 14 * outward, y: y) }
  }

  func line(_ index: Int) -> String {
    let line = graph.lines[index]
    let (left, right) = layout.ends(of: line)
    let isBeside = layout.layerOf[left.box] == layout.layerOf[right.box]
    let from = port(left.box, row: left.row, outward: 1)
    let to = port(right.box, row: right.row, outward: isBeside ? 1 : -1)
    let path =
      isBeside ? loop(from: from, to: to) : curve(from: from, through: layout.bends[index], to: to)
    // If a table refers to itself, both ends of the line are at the same box. Then only the row
    // shows which end is at the referenced column.
    let isParentLeft = left.box == line.parent && left.row == line.parentRow
    let (parent, child) = isParentLeft ? (from, to) : (to, from)
    return """
      <path class="line" d="\(path)"/>
      \(many(at: child, isOne: line.isUnique))
      \(one(at: parent, isOptional: line.isOptional))
      """
  }

  private func port(_ box: Int, row: Int, outward: Double) -> Port {
    let place = layout.places[box]
    return Port(
      x: outward > 0 ? place.x + graph.boxes[box].width : place.x,
      y: place.y + DiagramMetrics.middle(ofRow: row),
      outward: outward
    )
  }

  /// Returns the SVG path of one line. The path is horizontal at both ends and inside of each layer
  /// that the line crosses.
  private func curve(from: Port, through bends: [DiagramLayout.Point], to: Port) -> String {
    var path = "M\(number(from.x)) \(number(from.y))H\(number(from.start.x))"
    var here = from.start
    for (index, point) in (bends + [to.start]).enumerated() {
      // The bends come in pairs, one pair for each crossed layer. A straight line joins the two
      // points of a pair, and a curve leads to the next pair.
      if !index.isMultiple(of: 2) {
        path += "H\(number(point.x))"
      } else {
        let middle = (here.x + point.x) / 2
        path +=
          "C\(number(middle)) \(number(here.y)) \(number(middle)) \(number(point.y)) "
          + "\(number(point.x)) \(number(point.y))"
      }
      here = point
    }
    return path + "H\(number(to.x))"
  }

  private func loop(from: Port, to: Port) -> String {
    let x = max(from.start.x, to.start.x)
    let reach = x + 26
    return "M\(number(from.x)) \(number(from.y))H\(number(x))"
      + "C\(number(reach)) \(number(from.y)) \(number(reach)) \(number(to.y)) "
      + "\(number(x)) \(number(to.y))H\(number(to.x))"
  }

  /// Returns the symbol at the end of a line where the referring table is. If the foreign key is
  /// unique, the symbol is a bar, because at most one row refers to each row. Otherwise, it is a
  /// crow's foot.
  private func many(at port: Port, isOne: Bool) -> String {
    let tip = port.x + 10 * port.outward
    if isOne { return bar(at: tip, port.y) }
    let (x, y) = (number(port.x), number(port.y))
    return """
      <path class="end" d="M\(x) \(number(port.y - 6))L\(number(tip)) \(y)\
      L\(x) \(number(port.y + 6))"/>
      """
  }

  /// Returns the symbol at the end of a line where the referenced table is: a bar. If the foreign
  /// key allows NULL, the symbol is a bar and a circle.
  private func one(at port: Port, isOptional: Bool) -> String {
    let near = bar(at: port.x + 5 * port.outward, port.y)
    guard isOptional else { return near }
    let center = number(port.x + 10.5 * port.outward)
    return near + "<circle class=\"end zero\" cx=\"\(center)\" cy=\"\(number(port.y))\" r=\"3.5\"/>"
  }

  private func bar(at x: Double, _ y: Double) -> String {
    "<path class=\"end\" d=\"M\(number(x)) \(number(y - 5))V\(number(y + 5))\"/>"
  }
}
