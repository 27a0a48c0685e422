import StateGraphSQLite

/// The boxes and lines of a diagram, before they have positions.
///
/// Each box is a table, and each line is a foreign key.
struct DiagramGraph {
  struct Box {
    let table: TableSchema
    let width: Double
    let height: Double
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

  let boxes: [Box]
  let lines: [Line]

  init(_ tables: [TableSchema]) {
    boxes = tables.map { table in
      Box(
        table: table,
        width: DiagramMetrics.width(of: table),
        height: DiagramMetrics.height(rowCount: table.columns.count)
      )
    }
    var lines: [Line] = []
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
    self.lines = lines
  }
}
