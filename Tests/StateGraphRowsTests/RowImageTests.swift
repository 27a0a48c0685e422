import SQLiteTestSupport
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphRows

@Suite struct RowImageTests {
  /// Values of every storage class, and integers of every width that an image keeps.
  static let values: [SQLiteValue] = [
    .null, .integer(0), .integer(-1), .integer(127), .integer(-129), .integer(40_000),
    .integer(-3_000_000_000), .integer(.min), .integer(.max), .real(0), .real(-0.0), .real(1.5),
    .text(""), .text("a\0é"), .blob([]), .blob([0, 255]),
  ]

  /// Sizes around the limit of an entry of 16 bits, with and without the bytes of other columns.
  @Test(arguments: [0, 1, 7, 8_000, 8_140, 8_150, 8_191, 8_192, 8_193, 70_000])
  func `an image returns its values unchanged`(byteCount: Int) {
    let long = SQLiteValue.text(String(repeating: "x", count: byteCount))
    for row in [[long], [long] + RowImageTests.values, RowImageTests.values + [long]] {
      let image = RowImage(row)
      #expect(image.count == row.count)
      #expect(zip(image, row).allSatisfy { $0.isIdentical(to: $1) })
      #expect(row.indices.allSatisfy { image.isIdentical(at: $0, to: RowImage(row)) })
    }
  }

  @Test func `an image may grow beyond the range of narrow entries, and shrink again`() {
    let image = RowImage(RowImageTests.values)
    let wide = image.replacing(0, by: .blob([UInt8](repeating: 7, count: 10_000)))
    #expect(Array(wide.dropFirst()) == Array(image.dropFirst()))
    #expect(wide[0] == .blob([UInt8](repeating: 7, count: 10_000)))
    #expect(zip(wide.replacing(0, by: .null), image).allSatisfy { $0.isIdentical(to: $1) })
  }

  @Test func `a row, its image and its key have one hash`() throws {
    let connection = try Connection.inMemory()
    let texts = (0..<40).map { SQLiteValue.text(String(repeating: "k", count: $0)) }
    for value in RowImageTests.values + texts {
      let statement = try connection.prepare("SELECT \(value)" as SQL)
      #expect(try statement.step())
      let hash = RowKey(value).keyHash
      #expect(statement.keyHash(1) == hash)
      #expect(statement.image(1).keyHash(1) == hash)
      #expect(statement.hasSameKey(as: RowImage([value]), 1))
      statement.reset()
    }
    #expect(RowKey(.integer(3)).keyHash == RowKey(.real(3)).keyHash)
    #expect(Set(texts.map { RowKey($0).keyHash }).count > 38)
  }

  /// Identity maps need spread hashes, because the highest bits choose the place.
  @Test func `hashes of keys that differ little are spread`() {
    let hashes = (0..<4_096).flatMap { number in
      [RowKey(.integer(Int64(number))).keyHash, RowKey(.text("user-00000\(number)")).keyHash]
    }
    let taken = Set(hashes.map { $0 >> 20 })
    // Random hashes take 3,542 of 4,096 places, give or take 30.
    #expect((3_300...3_800).contains(taken.count))
  }

  static let keys: [(name: String, key: @Sendable (inout SeededRandom) -> SQLiteValue)] = [
    ("short texts", { .text(text(&$0, "ab\0é", upTo: 4)) }),
    ("texts that begin alike", { .text("user-000" + text(&$0, "0123456789", upTo: 12)) }),
    ("blobs", { .blob(Array(text(&$0, "a\0é", upTo: 11).utf8)) }),
    ("numbers", { .integer(Int64.random(in: -9...9, using: &$0)) }),
    (
      "numbers of both kinds",
      {
        Bool.random(using: &$0)
          ? .real(.random(in: -9...9, using: &$0)) : .integer(.random(in: -9...9, using: &$0))
      }
    ),
    ("anything", { RowImageTests.values.randomElement(using: &$0) ?? .null }),
  ]

  private static func text(_ random: inout SeededRandom, _ letters: String, upTo limit: Int)
    -> String
  {
    let count = Int.random(in: 0...limit, using: &random)
    return String((0..<count).compactMap { _ in letters.randomElement(using: &random) })
  }

  @Test(arguments: keys.indices, TestSeed.seeds(3))
  func `keys are sorted as ORDER BY sorts them`(kind: Int, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let connection = try Connection.inMemory()
    try connection.run("CREATE TABLE keys (value BLOB)")
    var images: [RowImage] = []
    for _ in 0..<200 {
      let value = RowImageTests.keys[kind].key(&random)
      try connection.run("INSERT INTO keys VALUES (\(value))")
      images.append([value])
    }
    let sorted = RowImage.keyOrder(of: images).map { images[$0][0] }
    let expected = try connection.rows("SELECT value FROM keys ORDER BY value").map { $0.values[0] }
    #expect(sorted == expected, "\(RowImageTests.keys[kind].name), seed \(seed)")
  }
}
