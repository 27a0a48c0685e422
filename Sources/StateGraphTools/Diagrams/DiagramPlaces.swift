package import StateGraphSQLite

/// The positions of the boxes and lines of a schema diagram, in SVG units, for a program that draws
/// the diagram itself.
package struct DiagramPlaces: Sendable {
  package struct Box: Sendable {
    package let table: String
    package let x: Double
    package let y: Double
    package let width: Double
    package let height: Double
    /// The index of the vertical column of boxes, from the left.
    package let layer: Int
    /// The references to tables with many references, which have no lines: the index of the column,
    /// and the names of the tables.
    package let hubs: [(column: Int, tables: [String])]
    /// The number of foreign keys that refer to this table without a line.
    package let referrerCount: Int
  }

  package struct Line: Sendable {
    /// The index of the box with the foreign key, and the index of its first column.
    package let child: Int
    package let childColumn: Int
    /// The index of the box to which the foreign key refers, and the index of the column.
    package let parent: Int
    package let parentColumn: Int
    package let isOptional: Bool
    package let isUnique: Bool
    /// The points at which the line bends, from left to right.
    package let bends: [(x: Double, y: Double)]
  }

  package let boxes: [Box]
  package let lines: [Line]
  package let width: Double
  package let height: Double
  package static var rowHeight: Double { DiagramMetrics.rowHeight }
  package static var headerHeight: Double { DiagramMetrics.headerHeight }

  package init(_ tables: [TableSchema]) {
    let graph = DiagramGraph(tables)
    let layout = DiagramLayout(graph)
    boxes = graph.boxes.indices.map { index in
      let box = graph.boxes[index]
      return Box(
        table: box.table.name,
        x: layout.places[index].x,
        y: layout.places[index].y,
        width: box.width,
        height: box.height,
        layer: layout.layerOf[index],
        hubs: box.hubs.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
        referrerCount: box.referrers.count
      )
    }
    lines = graph.lines.indices.map { index in
      let line = graph.lines[index]
      return Line(
        child: line.child,
        childColumn: line.childRow,
        parent: line.parent,
        parentColumn: line.parentRow,
        isOptional: line.isOptional,
        isUnique: line.isUnique,
        bends: layout.bends[index].map { ($0.x, $0.y) }
      )
    }
    (width, height) = (layout.width, layout.height)
  }
}
