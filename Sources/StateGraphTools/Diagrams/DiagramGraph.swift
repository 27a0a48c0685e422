import StateGraphSQLite

/// The tables as boxes and the foreign keys as lines between their rows, before anything has a
/// place.
struct DiagramGraph {
  struct Box {
    let table: TableSchema
    let width: Double
    let height: Double
  }

  struct Line {
    /// The box that refers, and the row of its first column.
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

/// The sizes of what is drawn, in the SVG's units.
enum DiagramMetrics {
  static let rowHeight = 20.0
  static let headerHeight = 30.0
  static let bottomPadding = 6.0
  static let padding = 12.0
  /// Between two layers, where the lines run.
  static let layerGap = 90.0
  static let boxGap = 28.0
  static let margin = 28.0
  /// Of the monospaced face at the size that rows have, in every font that is asked for.
  static let columnWidth = 7.25
  static let headerColumnWidth = 8.1
  static let keyWidth = 26.0

  static func height(rowCount: Int) -> Double {
    headerHeight + Double(rowCount) * rowHeight + bottomPadding
  }

  static func width(of table: TableSchema) -> Double {
    let header = Double(TerminalWidth.columns(of: shown(table.name))) * headerColumnWidth
    let rows = table.columns.map { column in
      let columns =
        TerminalWidth.columns(of: shown(column.name))
        + TerminalWidth.columns(of: type(of: column))
      return keyWidth + Double(columns + 3) * columnWidth
    }
    return max(130, (([header] + rows).max() ?? 0) + 2 * padding).rounded(.up)
  }

  /// The middle of a row, from the top of its box.
  static func middle(ofRow row: Int) -> Double {
    headerHeight + (Double(row) + 0.5) * rowHeight
  }

  static func type(of column: ColumnSchema) -> String {
    let name = column.declaredType.isEmpty ? "any" : column.declaredType.lowercased()
    return shown(name)
  }

  /// At most so much of a name that a box stays a box.
  static func shown(_ name: String) -> String {
    DisplayText(name: name).cut(to: 40).text
  }
}
