import StateGraphSQLite

/// The boxes and lines of a diagram, before they have positions.
///
/// Each box is a table, and each line is a foreign key. A table with many references is a hub: an
/// arrow with its name, beside each column that refers to it, takes the place of the lines.
struct DiagramGraph {
  struct Box {
    let table: TableSchema
    /// The names of the hubs to which each column refers, by the index of the column.
    var hubs: [Int: [String]] = [:]
    /// The names of the tables that refer to this one, if it is a hub.
    var referrers: [String] = []
    /// The width in SVG units.
    var width = 0.0
    /// The height in SVG units.
    var height = 0.0

    /// The number of foreign keys that refer to this hub. Nil if the table is no hub.
    var footer: String? {
      referrers.isEmpty ? nil : "\u{2190} \(referrers.count) references"
    }
  }

  struct Line {
    /// The index of the box whose table has the foreign key.
    ///
    /// `childRow` is the row of the first foreign key column in that box.
    let child: Int
    let childRow: Int
    let parent: Int
    let parentRow: Int
    let isOptional: Bool
    let isUnique: Bool
  }

  /// The number of references of other tables from which on a table is a hub.
  ///
  /// With fewer lines, a reader can still follow each of them.
  private static let referencesOfHub = 9

  private(set) var boxes: [Box]
  private(set) var lines: [Line]

  init(_ tables: [TableSchema]) {
    boxes = tables.map { Box(table: $0) }
    lines = []
    for (child, table) in tables.enumerated() {
      for key in table.foreignKeys {
        let parent = tables.firstIndex { $0.name.isSameName(as: key.referencedTable) }
        guard let parent, let column = key.columns.first, let row = table.columnIndex(column)
        else { continue }
        let target = key.referencedColumns.first.flatMap { tables[parent].columnIndex($0) }
        lines.append(
          Line(
            child: child,
            childRow: row,
            parent: parent,
            parentRow: target ?? 0,
            isOptional: key.columns.contains { table.column($0)?.isNotNull == false },
            isUnique: table.isUnique(key.columns)
          )
        )
      }
    }
    replaceLinesOfHubs()
    for index in boxes.indices {
      boxes[index].width = DiagramMetrics.width(of: boxes[index])
      boxes[index].height = DiagramMetrics.height(of: boxes[index])
    }
  }

  private mutating func replaceLinesOfHubs() {
    let counts = Dictionary(
      lines.filter { $0.child != $0.parent }.map { ($0.parent, 1) },
      uniquingKeysWith: +
    )
    let hubs = Set(counts.filter { $0.value >= Self.referencesOfHub }.keys)
    for line in lines where hubs.contains(line.parent) && line.child != line.parent {
      boxes[line.child].hubs[line.childRow, default: []].append(boxes[line.parent].table.name)
      boxes[line.parent].referrers.append(boxes[line.child].table.name)
    }
    lines.removeAll { hubs.contains($0.parent) && $0.child != $0.parent }
  }
}
