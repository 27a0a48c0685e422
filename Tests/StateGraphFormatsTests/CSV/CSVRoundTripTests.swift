import ImportTestSupport
import StateGraphFormats
import TestSupport
import Testing

@Suite("CSV reader: any table survives a round trip")
struct CSVRoundTripTests {
  static let pieces = [
    "a", "bc", ",", "\"", "\"\"", "\n", "\r", "\r\n", " ", "\t", "#", ";", "é", "e\u{301}", "日",
    "😀", "\u{7F}", "\u{1}", "\u{FEFF}", "abcdefghijklmnopqrstuvwxyz",
  ]

  @Test("a random table reads back byte for byte", arguments: TestSeed.seeds(150))
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(state: seed)
    let columnCount = Int.random(in: 1...5, using: &generator)
    let table: [[String]] = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
      (0..<columnCount).map { _ in
        (0..<Int.random(in: 0...6, using: &generator))
          .map { _ in Self.pieces.randomElement(using: &generator) ?? "" }
          .joined()
      }
    }
    let text = Self.write(table, using: &generator)
    let expected = table.map { $0.map { Array($0.utf8) } }
    for size in chunkSizes {
      let rows = try csvRows(Array(text.utf8), CSVDialect(hasHeader: false), chunkBytes: size)
      #expect(
        rows.map { $0.map { Array($0.utf8) } } == expected,
        "seed \(seed), chunk size \(size)"
      )
    }
  }

  /// Quotes where it must, and sometimes where it need not.
  static func write(_ table: [[String]], using generator: inout SeededGenerator) -> String {
    let lineEnd = ["\n", "\r\n", "\r"].randomElement(using: &generator) ?? "\n"
    let lines = table.map { row in
      row.enumerated().map { index, field in
        let needs =
          field.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
          || (row.count == 1 && field.isEmpty) || (index == 0 && field.hasPrefix("\u{FEFF}"))
        guard needs || Bool.random(using: &generator) else { return field }
        var quoted = "\""
        for scalar in field.unicodeScalars {
          quoted.unicodeScalars.append(scalar)
          if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
        }
        return quoted + "\""
      }.joined(separator: ",")
    }
    let end = Bool.random(using: &generator) ? lineEnd : ""
    return lines.joined(separator: lineEnd) + (lines.isEmpty ? "" : end)
  }
}
