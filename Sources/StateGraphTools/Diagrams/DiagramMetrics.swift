import StateGraphSQLite

/// The sizes of boxes, rows and gaps in a schema diagram, in SVG units. The widths of texts are
/// estimates.
enum DiagramMetrics {
  static let rowHeight = 20.0
  static let headerHeight = 30.0
  static let bottomPadding = 6.0
  static let padding = 12.0
  /// The horizontal gap between two layers of boxes. The lines are drawn in this gap.
  static let layerGap = 90.0
  static let boxGap = 28.0
  static let margin = 28.0
  /// The estimated width of one character in a row, in SVG units. In all fonts that the diagram
  /// names, the characters are at most this wide, so text never extends out of its box.
  static let columnWidth = 7.25
  static let headerColumnWidth = 8.1
  /// The width of one mark, `PK` or `FK`, before the name of a column, in SVG units.
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

  /// Returns the width that a table's box reserves for the marks before the names of its columns.
  /// The box needs space for two marks if a column is in the primary key and in a foreign key.
  static func keyWidth(of table: TableSchema) -> Double {
    let hasBoth = table.columns.contains { table.isKey($0) && table.isReference($0) }
    return 8 + markWidth * (hasBoth ? 2 : 1)
  }

  /// Returns the text at the right end of a column's row: the type of the column, and the hubs
  /// (tables with many references) to which it refers.
  static func annotation(ofRow row: Int, in box: DiagramGraph.Box) -> String {
    let column = box.table.columns[row]
    let mayBeNull = !column.isNotNull && !box.table.isKey(column)
    let hubs = (box.hubs[row] ?? []).map { " \u{2192} " + shown($0) }.joined()
    return type(of: column) + (mayBeNull ? "?" : "") + hubs
  }

  /// Returns the distance from the top of a box to the vertical centre of a row, in SVG units.
  static func middle(ofRow row: Int) -> Double {
    headerHeight + (Double(row) + 0.5) * rowHeight
  }

  static func type(of column: ColumnSchema) -> String {
    let name = column.declaredType.isEmpty ? "any" : column.declaredType.lowercased()
    return shown(name)
  }

  /// Shortens a name to at most 40 character cells, so that the boxes do not become too wide.
  static func shown(_ name: String) -> String {
    DisplayText(name: name).cut(to: 40).text
  }
}
