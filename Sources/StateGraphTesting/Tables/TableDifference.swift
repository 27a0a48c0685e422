/// The rows in which a table differs from the expected one. The order of rows has no meaning.
struct TableDifference {
  /// The number of rows that a message shows.
  private static let shownCount = 20

  enum Row: Equatable {
    /// The cells as they are expected and as they are.
    case changed([String], [String])
    case missing([String])
    case unexpected([String])
  }

  private let columns: [String]
  let rows: [Row]
  /// The actual rows. A row that was expected, or has the key of an expected row, has its place.
  private let corrected: [[String]]

  /// - Parameters:
  ///   - expected: The expected table.
  ///   - actual: The rows of the table.
  ///   - keys: The indices of the columns that identify a row. Empty if the table does not show
  ///     them, so that no row is known to be a changed one.
  init(_ expected: ExpectedTable, _ actual: [[String]], keys: [Int]) {
    columns = expected.columns
    var rest: [[String]: Int] = [:]
    for row in actual { rest[row, default: 0] += 1 }
    // The actual row in the place of each expected one, or nil.
    var places: [[String]?] = []
    for row in expected.rows {
      let count = rest[row] ?? 0
      if count > 0 { rest[row] = count - 1 }
      places.append(count > 0 ? row : nil)
    }
    var unexpected = rest.flatMap { Array(repeating: $0.key, count: $0.value) }
      .sorted { $0.lexicographicallyPrecedes($1) }
    var rows: [Row] = []
    for (place, row) in expected.rows.enumerated() where places[place] == nil {
      let match = unexpected.firstIndex { other in
        !keys.isEmpty && keys.allSatisfy { row[$0] == other[$0] }
      }
      places[place] = match.map { unexpected.remove(at: $0) }
      rows.append(places[place].map { .changed(row, $0) } ?? .missing(row))
    }
    self.rows = rows + unexpected.map { .unexpected($0) }
    corrected = places.compactMap(\.self) + unexpected
  }

  /// The differences for people: each changed row with all its columns.
  var text: String {
    var lines = [[" "] + columns]
    for row in rows.prefix(Self.shownCount) {
      switch row {
      case .changed(let old, let new):
        lines.append(["~"] + zip(old, new).map { $0 == $1 ? $0 : "\($0) → \($1)" })
      case .missing(let cells): lines.append(["-"] + cells)
      case .unexpected(let cells): lines.append(["+"] + cells)
      }
    }
    let rest = rows.count - Self.shownCount
    let end = rest > 0 ? "\n… and \(rest) more differences" : ""
    return Self.aligned(lines).joined(separator: "\n") + end
  }

  /// The lines of an expectation that the actual rows satisfy.
  var correctedLines: [String] {
    Self.aligned(([columns] + corrected).map { [""] + $0 }).map { String($0.dropFirst()) }
  }

  private static func aligned(_ lines: [[String]]) -> [String] {
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { cells in
      let padded = cells.indices.map { column in
        let isLast = column == cells.count - 1
        let space = isLast ? 0 : widths[column] - cells[column].count
        return cells[column] + String(repeating: " ", count: space)
      }
      return padded[0] + " " + padded.dropFirst().joined(separator: " | ")
    }
  }
}
