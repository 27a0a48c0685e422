/// The difference between the expected rows and the actual rows of a table. The order of the rows
/// has no meaning.
struct TableDifference {
  /// The largest number of differing rows that a message shows.
  private static let shownCount = 20

  /// A row that differs, with the texts of its cells.
  enum Row: Equatable {
    /// The expected cells and the actual cells of a row with the same key.
    case changed([String], [String])
    case missing([String])
    case unexpected([String])
  }

  private let columns: [String]
  let rows: [Row]
  /// All actual rows, as the corrected rows of the expectation. An actual row that equals an
  /// expected row, or has its key, stands at the position of the expected row. All others follow.
  private let corrected: [[String]]

  /// - Parameters:
  ///   - expected: The expected table.
  ///   - actual: The rows that the test has found.
  ///   - keys: The indices of the columns that identify a row. Empty if the expected table does not
  ///     have these columns. A changed row then counts as a missing and an unexpected row.
  init(_ expected: ExpectedTable, actual: [[String]], keys: [Int]) {
    columns = expected.columns
    var rest: [[String]: Int] = [:]
    for row in actual { rest[row, default: 0] += 1 }
    // One element for each expected row: the actual row that stands at its position, or nil.
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

  /// The differing rows as an aligned table for a message. A changed row shows all its columns.
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

  /// The corrected text of the expectation, line by line: the header and the actual rows.
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
