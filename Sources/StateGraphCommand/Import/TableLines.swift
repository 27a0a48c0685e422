import StateGraphFormats
import StateGraphImport
import StateGraphTools

/// The lines of an import's report that give the counts of each table. Tables with changes come
/// first.
struct TableLines {
  /// The maximum number of unchanged tables that have lines of their own. If more tables are
  /// unchanged, one line sums them up.
  private static let listedUnchangedCount = 3

  let lines: [String]

  init(_ tables: [TableCounts]) {
    let changed = tables.filter { $0.inserted + $0.updated + $0.removed > 0 }
    let unchanged = tables.filter { $0.inserted + $0.updated + $0.removed == 0 }
    let isFolded = unchanged.count > Self.listedUnchangedCount
    let listed = isFolded ? changed : changed + unchanged
    let names = listed.map { TerminalText.oneLine($0.table) }
    let width = names.map { TerminalWidth.columns(of: $0) }.max() ?? 0
    let numbers = [\TableCounts.inserted, \.updated, \.unchanged].map { part in
      Self.aligned(listed.map { $0[keyPath: part] })
    }
    var lines = listed.indices.map { row in
      let blanks = String(repeating: " ", count: width - TerminalWidth.columns(of: names[row]))
      let removed = listed[row].removed == 0 ? "" : ", \(listed[row].removed) removed"
      return "\(names[row]): \(blanks)\(numbers[0][row]) inserted, \(numbers[1][row]) updated, "
        + "\(numbers[2][row]) unchanged\(removed)"
    }
    if isFolded {
      let records = unchanged.reduce(0) { $0 + $1.unchanged }
      lines.append(
        "\(unchanged.count) tables unchanged, with \(Quantity(records, of: "record"))"
      )
    }
    self.lines = lines
  }

  /// Returns the numbers as texts of equal length, with blanks before shorter numbers.
  private static func aligned(_ numbers: [Int]) -> [String] {
    let texts = numbers.map { String($0) }
    let width = texts.map(\.count).max() ?? 0
    return texts.map { String(repeating: " ", count: width - $0.count) + $0 }
  }
}
