import Foundation
import StateGraphPersistence
import TestSupport
import Testing

/// Dates as text: exact, sorted, and SQLite's own.
@Suite struct DateTextTests {
  private func text(_ date: Date) -> String {
    if case .text(let text) = date.value { text } else { "none" }
  }

  @Test(arguments: [
    (0.0, "1970-01-01 00:00:00"), (1_709_164_800.25, "2024-02-29 00:00:00.25"),
    (-62_135_596_800, "0001-01-01 00:00:00"), (64_092_211_200, "4001-01-01 00:00:00"),
    (-0.5, "1969-12-31 23:59:59.5"), (951_868_799, "2000-02-29 23:59:59"),
    (1_700_000_000.125, "2023-11-14 22:13:20.125"),
  ])
  func `a date is the text that people and SQLite write`(seconds: Double, expected: String) {
    #expect(text(Date(timeIntervalSince1970: seconds)) == expected)
  }

  @Test func `every date of a clock reads back as itself, and sorts as text`() throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    var dates: [Date] = []
    for exponent in 0...35 {
      for _ in 0..<200 {
        let limit = Double(sign: .plus, exponent: exponent, significand: 1)
        let interval = Double.random(in: -limit...limit, using: &random)
        // Clocks report milliseconds, microseconds or nanoseconds. Unrounded values are covered
        // too.
        for scale in [1e3, 1e6, 1e9] {
          dates.append(Date(timeIntervalSinceReferenceDate: (interval * scale).rounded() / scale))
        }
        if exponent > 23 { dates.append(Date(timeIntervalSinceReferenceDate: interval)) }
      }
    }
    dates += (0..<1_000).map { _ in Date() }
    for date in dates {
      let stored = try? date.storedValue()
      #expect(stored.flatMap { Date(value: $0) } == date, "seed \(seed)")
    }
    let sorted = dates.sorted().map(text)
    #expect(sorted == sorted.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, "seed \(seed)")
  }

  @Test func `SQLite's functions read and write the text of a date`() throws {
    let database = try Database(path: ":memory:")
    let date = Date(timeIntervalSince1970: 1_709_164_799.5)
    let row = try #require(
      try database.rows(
        """
        SELECT CAST(strftime('%s', \(date)) AS INTEGER), datetime(1709164800, 'unixepoch'),
          \(date) < datetime(1709164800, 'unixepoch'), CURRENT_TIMESTAMP
        """
      ).first
    )
    #expect(row[0] == .integer(1_709_164_799))
    #expect(Date(value: row[1]) == Date(timeIntervalSince1970: 1_709_164_800))
    #expect(row[2] == .integer(1))
    let now = try #require(Date(value: row[3]))
    #expect(abs(now.timeIntervalSinceNow) < 60)
  }

  @Test(arguments: [
    ("2024-02-29", 1_709_164_800.0), ("2024-02-29T00:00Z", 1_709_164_800),
    ("2024-02-29T01:30:00.5+01:30", 1_709_164_800.5),
    ("2024-02-28 19:00:00-0500", 1_709_164_800),
    ("2024-02-29 00:00:00.1234567890123456789", 1_709_164_800.1234567),
  ])
  func `every form of ISO 8601 is read`(text: String, seconds: Double) throws {
    let date = try #require(Date(value: .text(text)))
    #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
  }

  @Test(arguments: [
    "", "2024", "2023-02-29", "2024-13-01", "2024-00-01", "2024-01-00", "24-01-01", "2024-1-1",
    "2024-01-01 ", "2024-01-01 24:00", "2024-01-01 00:60", "2024-01-01 00:00:60",
    "2024-01-01 00:00:00.", "2024-01-01 00:00:00 UTC", "2024-01-01x", "２０２４-01-01", "now",
    "2024-01-01 00:00:00+1", "-2024-01-01", "2024-01-01 00:00:00Z ",
  ])
  func `a text that is no date is nil`(text: String) {
    #expect(Date(value: .text(text)) == nil)
  }

  @Test func `a date without a text is bound as the nearest date with a text`() {
    #expect(text(Date(timeIntervalSinceReferenceDate: .infinity)) == "9999-12-31 23:59:59")
    #expect(text(Date(timeIntervalSinceReferenceDate: -.infinity)) == "0000-01-01 00:00:00")
    #expect(Date(timeIntervalSinceReferenceDate: .nan).value == .null)
  }
}
