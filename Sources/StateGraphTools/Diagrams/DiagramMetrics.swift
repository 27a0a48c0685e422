import StateGraphSQLite

/// The sizes of boxes, rows and gaps in a diagram, in SVG units. Text widths are estimates.
enum DiagramMetrics {
  static let rowHeight = 20.0
  static let headerHeight = 30.0
  static let bottomPadding = 6.0
  static let padding = 12.0
  /// The horizontal space between two layers. The lines are drawn in this space.
  static let layerGap = 90.0
  static let boxGap = 28.0
  static let margin = 28.0
  /// The estimated width of one character in a row, in SVG units.
  ///
  /// The characters of all fonts that the diagram names are at most this wide, so text never
  /// extends out of its box.
  static let columnWidth = 7.25
  static let headerColumnWidth = 8.1
  /// The width of the mark `PK` or `FK` before the name of a column.
  static let markWidth = 18.0

  static func height(of box: DiagramGraph.Box) -> Double {
    let rowCount = box.table.columns.count + (box.footer == nil ? 0 : 1)
    return headerHeight + Double(rowCount) * rowHeight + bottomPadding
  }

  static func width(of box: DiagramGraph.Box) -> Double {
    let table = box.table
    let header = Double(TerminalWidth.columns(of: shown(table.name))) * headerColumnWidth
    let footer = Double(TerminalWidth.columns(of: box.footer ?? "")) * columnWidth
    let rows = table.columns.indices.map { row in
      let columns =
        TerminalWidth.columns(of: shown(table.columns[row].name))
        + TerminalWidth.columns(of: annotation(ofRow: row, in: box))
      return keyWidth(of: table) + Double(columns + 3) * columnWidth
    }
    return max(130, (([header, footer] + rows).max() ?? 0) + 2 * padding).rounded(.up)
  }

  /// The width of the marks before the names of the columns.
  ///
  /// A table whose key contains a reference needs space for two marks.
  static func keyWidth(of table: TableSchema) -> Double {
    let hasBoth = table.columns.contains { table.isKey($0) && table.isReference($0) }
    return 8 + markWidth * (hasBoth ? 2 : 1)
  }

  /// Returns the text at the right of a column: its type, and the hubs to which it refers.
  static func annotation(ofRow row: Int, in box: DiagramGraph.Box) -> String {
    let column = box.table.columns[row]
    let mayBeNull = !column.isNotNull && !box.table.isKey(column)
    let hubs = (box.hubs[row] ?? []).map { " \u{2192} " + shown($0) }.joined()
    return type(of: column) + (mayBeNull ? "?" : "") + hubs
  }

  /// Returns the distance from the top of a box to the vertical centre of a row.
  static func middle(ofRow row: Int) -> Double {
    headerHeight + (Double(row) + 0.5) * rowHeight
  }

  static func type(of column: ColumnSchema) -> String {
    let name = column.declaredType.isEmpty ? "any" : column.declaredType.lowercased()
    return shown(name)
  }

  /// Shortens a name to at most 40 columns of text, so that boxes do not become too wide.
  static func shown(_ name: String) -> String {
    DisplayText(name: name).cut(to: 40).text
  }
}
