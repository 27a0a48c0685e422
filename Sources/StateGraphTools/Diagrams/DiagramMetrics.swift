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
