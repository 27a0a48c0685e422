import StateGraphSQLite

/// The graph of a diagram before layout: a box for each table, and a line for each foreign key.
struct DiagramGraph {
  struct Box {
    let table: TableSchema
    let width: Double
    let height: Double
  }

  struct Line {
    /// The referring box, and the row of its first referring column.
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

/// The sizes of the parts of a diagram, in SVG units.
enum DiagramMetrics {
  static let rowHeight = 20.0
  static let headerHeight = 30.0
  static let bottomPadding = 6.0
  static let padding = 12.0
  /// The space between two layers, for the lines.
  static let layerGap = 90.0
  static let boxGap = 28.0
  static let margin = 28.0
  /// The width of a character of a row, at least that of each font in the style.
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

  /// The vertical centre of a row, from the top of its box.
  static func middle(ofRow row: Int) -> Double {
    headerHeight + (Double(row) + 0.5) * rowHeight
  }

  static func type(of column: ColumnSchema) -> String {
    let name = column.declaredType.isEmpty ? "any" : column.declaredType.lowercased()
    return shown(name)
  }

  /// A name of at most 40 columns, so that boxes do not become too wide.
  static func shown(_ name: String) -> String {
    DisplayText(name: name).cut(to: 40).text
  }
}
