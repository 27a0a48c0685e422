import StateGraphSQLite

/// The content of a schema diagram: boxes and lines that do not have positions yet.
/// ``DiagramLayout`` gives them positions.
///
/// Each box is a table, and each line is a foreign key. A table that many foreign keys refer to is
/// a hub and gets no lines. Instead, each column that refers to the hub has an arrow beside it,
/// with the name of the hub.
struct DiagramGraph {
  struct Box {
    let table: TableSchema
    /// The hubs to which the columns of this table refer. The key is the index of the column, and
    /// the value is the list of the hubs' names.
    var hubs: [Int: [String]] = [:]
    /// One element for each foreign key that refers to this table: the name of the table that has
    /// it. Empty if this table is not a hub.
    var referrers: [String] = []
    /// The width of the box in SVG units.
    var width = 0.0
    /// The height of the box in SVG units.
    var height = 0.0

    /// The text at the bottom of a hub: how many foreign keys refer to it, or nil if the table is
    /// not a hub.
    var footer: String? {
      referrers.isEmpty ? nil : "\u{2190} \(referrers.count) references"
    }
  }

  struct Line {
    /// The index of the box whose table has the foreign key. `childRow` is the row in that box with
    /// the first column of the foreign key. `parent` and `parentRow` are the box and the row to
    /// which the foreign key refers.
    let child: Int
    let childRow: Int
    let parent: Int
    let parentRow: Int
    let isOptional: Bool
    let isUnique: Bool
  }

  /// The number of references from other tables that makes a table a hub. A reader can follow fewer
  /// lines than this, so tables with fewer references keep their lines.
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
