package import StateGraphSQLite

/// Draws tables as an entity relationship diagram in SVG. The viewer's light or dark mode
/// determines the colours.
package struct SVGDiagram {
  let graph: DiagramGraph
  let layout: DiagramLayout

  package init(_ tables: [TableSchema]) {
    graph = DiagramGraph(tables)
    layout = DiagramLayout(graph)
  }

  package var text: String {
    let (width, height) = (number(max(layout.width, 120)), number(max(layout.height, 60)))
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      """,
      "<title>Tables and their references</title>",
      Self.style,
      "<rect class=\"paper\" width=\"\(width)\" height=\"\(height)\"/>",
    ]
    // SVG draws later elements above earlier ones. The lines come first, so that the boxes cover
    // them.
    for index in graph.lines.indices { parts.append(line(index)) }
    for index in graph.boxes.indices { parts.append(box(index)) }
    if graph.boxes.isEmpty { parts.append(#"<text class="type" x="20" y="36">No tables</text>"#) }
    parts.append("</svg>")
    return parts.joined(separator: "\n") + "\n"
  }

  private static let style = """
    <style>
    text { font: 12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1f2937 }
    .paper { fill: #ffffff }
    .box { fill: #ffffff; stroke: #94a3b8 }
    .head { fill: #e0e7ff }
    .name { font-weight: bold; font-size: 13px; fill: #1e1b4b }
    .type { fill: #64748b }
    .key { font-size: 10px; font-weight: bold; fill: #b45309 }
    .reference { font-size: 10px; font-weight: bold; fill: #4f46e5 }
    .hub { font-size: 11px; fill: #4f46e5 }
    .rule { stroke: #e2e8f0 }
    .line, .end { fill: none; stroke: #6366f1; stroke-width: 1.4 }
    .end { stroke-linecap: round }
    .zero { fill: #ffffff }
    @media (prefers-color-scheme: dark) {
      text { fill: #e2e8f0 } .paper, .box, .zero { fill: #0f172a } .box { stroke: #475569 }
      .head { fill: #312e81 } .name { fill: #e0e7ff } .type { fill: #94a3b8 }
      .key { fill: #fbbf24 } .reference, .hub { fill: #a5b4fc } .rule { stroke: #1e293b }
      .line, .end { stroke: #818cf8 }
    }
    </style>
    """
}

// MARK: - Boxes

extension SVGDiagram {
  private func box(_ index: Int) -> String {
    let box = graph.boxes[index]
    let place = layout.places[index]
    let (width, height) = (number(box.width), number(box.height))
    let head = DiagramMetrics.headerHeight
    var parts = [
      "<g transform=\"translate(\(number(place.x)) \(number(place.y)))\">",
      "<rect class=\"box\" width=\"\(width)\" height=\"\(height)\" rx=\"7\"/>",
      """
      <path class="head" d="M0.5 \(number(head))V7a6.5 6.5 0 0 1 6.5 -6.5H\(number(box.width - 7))\
      a6.5 6.5 0 0 1 6.5 6.5V\(number(head))z"/>
      """,
      """
      <text class="name" x="\(number(DiagramMetrics.padding))" y="\(number(head - 10))">\
      \(escaped(DiagramMetrics.shown(box.table.name)))</text>
      """,
    ]
    for (row, column) in box.table.columns.enumerated() {
      parts += self.row(column, row: row, of: box)
    }
    if let footer = box.footer {
      let baseline = number(DiagramMetrics.middle(ofRow: box.table.columns.count) + 4)
      let x = number(DiagramMetrics.padding)
      parts += [
        "<title>Referred to by \(escaped(box.referrers.joined(separator: ", ")))</title>",
        "<text class=\"hub\" x=\"\(x)\" y=\"\(baseline)\">\(footer)</text>",
      ]
    }
    return parts.joined(separator: "\n") + "\n</g>"
  }

  private func row(_ column: ColumnSchema, row: Int, of box: DiagramGraph.Box) -> [String] {
    let middle = DiagramMetrics.middle(ofRow: row)
    let baseline = number(middle + 4)
    var parts: [String] = []
    if row > 0 {
      let y = number(middle - DiagramMetrics.rowHeight / 2)
      parts.append("<path class=\"rule\" d=\"M8 \(y)H\(number(box.width - 8))\"/>")
    }
    var x = 9.0
    if box.table.isKey(column) {
      parts.append("<text class=\"key\" x=\"\(number(x))\" y=\"\(baseline)\">PK</text>")
      x += DiagramMetrics.markWidth
    }
    if box.table.isReference(column) {
      parts.append("<text class=\"reference\" x=\"\(number(x))\" y=\"\(baseline)\">FK</text>")
    }
    let name = escaped(DiagramMetrics.shown(column.name))
    let start = number(DiagramMetrics.keyWidth(of: box.table) + 4)
    parts.append("<text x=\"\(start)\" y=\"\(baseline)\">\(name)</text>")
    let type = escaped(DiagramMetrics.annotation(ofRow: row, in: box))
    let right = number(box.width - DiagramMetrics.padding)
    parts.append(
      "<text class=\"type\" text-anchor=\"end\" x=\"\(right)\" y=\"\(baseline)\">\(type)</text>"
    )
    return parts
  }

  private func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      // XML 1.0 forbids these two characters, even as numeric references. The character U+FFFD
      // replaces them.
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Formats a number with at most one digit after the decimal point, so that the SVG text stays
  /// short.
  func number(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
  }
}
