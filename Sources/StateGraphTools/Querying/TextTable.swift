import StateGraphSQLite

/// Writes rows in aligned columns for people to read.
///
/// The first thousand rows are kept in memory until they have determined the widths of the columns.
/// If the request limits the width of the table, values that do not fit are cut off, also in later
/// rows.
struct TextTable {
  private static let measuredRowCount = 1_000
  /// The minimum width to which a column is narrowed, in terminal columns.
  private static let minimumWidth = 4

  private let request: QueryRequest
  private let names: [DisplayText]

  init(_ request: QueryRequest, names: [String]) {
    self.request = request
    self.names = names.map { DisplayText(name: $0) }
  }

  /// Writes the header and all rows to `output`, and returns the number of rows.
  func write(_ statement: Statement, to output: ByteOutput) throws -> Int {
    var measured: [[DisplayText]] = []
    while measured.count < Self.measuredRowCount, try statement.step() {
      measured.append(cells(statement))
    }
    let widths = fitted(naturalWidths(measured))
    let isNumeric = names.indices.map { column in
      !measured.isEmpty && measured.allSatisfy { $0[column].isNumber || $0[column].isNull }
        && measured.contains { $0[column].isNumber }
    }
    try output.append(line(names, widths: widths, isNumeric: isNumeric, isHeader: true))
    try output.append(
      widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ") + "\n"
    )
    for row in measured { try output.append(line(row, widths: widths, isNumeric: isNumeric)) }
    var rows = measured.count
    guard rows == Self.measuredRowCount else { return rows }
    while try statement.step() {
      rows += 1
      try output.append(line(cells(statement), widths: widths, isNumeric: isNumeric))
    }
    return rows
  }

  private func cells(_ statement: Statement) -> [DisplayText] {
    names.indices.map { DisplayText(statement, column: $0) }
  }

  private func naturalWidths(_ rows: [[DisplayText]]) -> [Int] {
    names.indices.map { column in
      rows.reduce(names[column].width) { max($0, $1[column].width) }
    }
  }

  /// Returns the widths with which the columns fit into the limit of the request. The widest
  /// columns are narrowed first. Without a limit, returns the natural widths.
  private func fitted(_ natural: [Int]) -> [Int] {
    guard let limit = request.maximumWidth, !natural.isEmpty else { return natural }
    let available = max(limit - 2 * (natural.count - 1), natural.count)
    guard natural.reduce(0, +) > available else { return natural }
    var (low, high) = (Self.minimumWidth, natural.max() ?? 0)
    while low < high {
      let middle = (low + high + 1) / 2
      if natural.reduce(0, { $0 + min($1, middle) }) <= available {
        low = middle
      } else {
        high = middle - 1
      }
    }
    var widths = natural.map { min($0, low) }
    // Rounding leaves a few terminal columns unused. The first narrowed columns get them.
    var rest = available - widths.reduce(0, +)
    for column in widths.indices where rest > 0 {
      let more = min(rest, natural[column] - widths[column])
      widths[column] += more
      rest -= more
    }
    return widths
  }

  private func line(
    _ cells: [DisplayText],
    widths: [Int],
    isNumeric: [Bool],
    isHeader: Bool = false
  ) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let isLast = index == cells.count - 1
      let shown = request.maximumWidth == nil ? cell : cell.cut(to: widths[index])
      let padding = String(repeating: " ", count: max(0, widths[index] - shown.width))
      let text = emphasized(shown, isHeader: isHeader)
      line += isNumeric[index] ? padding + text : text + (isLast ? "" : padding)
      if !isLast { line += "  " }
    }
    return line + "\n"
  }

  private func emphasized(_ cell: DisplayText, isHeader: Bool) -> String {
    guard request.usesColor else { return cell.text }
    if isHeader { return "\u{1B}[1m\(cell.text)\u{1B}[0m" }
    return cell.isNull ? "\u{1B}[2m\(cell.text)\u{1B}[0m" : cell.text
  }
}
