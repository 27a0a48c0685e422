import StateGraphFormats
import StateGraphSQLite

/// A column of a query whose numbers are moments, and the clock by which they count. The query then
/// writes them as dates in UTC.
package struct DateColumn: Sendable, Equatable {
  let name: String
  let clock: Clock

  /// What a number of a moment counts, as programs store it.
  package enum Clock: String, Sendable, CaseIterable {
    case seconds, milliseconds, microseconds, nanoseconds
    /// The microseconds since 1601 of Chromium.
    case chromium
    /// The seconds since 2001 of Core Data.
    case coreData = "core-data"
    /// The microseconds since the year 1 of darktable.
    case darktable
    /// The days of astronomy, which begin at noon.
    case julian
    /// The days of spreadsheets.
    case excel
  }

  /// Parses `name=clock`. Nil if there is no name or no such clock.
  package init?(_ text: String) {
    guard let equals = text.lastIndex(of: "="), equals > text.startIndex,
      let clock = Clock(rawValue: String(text[text.index(after: equals)...]))
    else { return nil }
    (name, self.clock) = (String(text[..<equals]), clock)
  }

  /// Returns a statement whose rows are those of another one, with dates in these columns.
  ///
  /// - Parameter statement: The compiled statement, which returns rows.
  /// - Throws: ``InspectionError`` with the code `.misuse` if a column is missing.
  static func sql(
    _ columns: [DateColumn],
    of statement: Statement,
    text sql: String
  ) throws -> String {
    let names = (0..<statement.columnCount).map { statement.columnName($0) }
    for column in columns where !names.contains(where: { $0.isSameName(as: column.name) }) {
      throw InspectionError(
        .misuse,
        "the result has no column \(printable(column.name))",
        remedy: "Its columns are " + names.map(printable).joined(separator: ", ")
      )
    }
    let values = names.enumerated().map { index, name -> SQL in
      let value: SQL = "\(column: "column \(index)")"
      let clock = columns.last { $0.name.isSameName(as: name) }?.clock
      return "\(clock.map { $0.date(value) } ?? value) AS \(column: name)"
    }
    let own: [SQL] = names.indices.map { "\(column: "column \($0)")" }
    let query = SQL(text: withoutEnd(sql))
    let rows: SQL = "WITH result (\(own, separator: ", ")) AS (\n\(query)\n)"
    let dated: SQL = "\(rows) SELECT \(values, separator: ", ") FROM result"
    return dated.text
  }

  /// Returns the statement without the semicolon at its end and what follows it.
  private static func withoutEnd(_ sql: String) -> String {
    var tokens = SQLTokenizer(sql)
    var end = sql.utf8.count
    while let token = tokens.next() {
      let place = sql.utf8.count - tokens.remainingByteCount
      end = token.isSame(as: .symbol(";")) ? min(end, place - 1) : sql.utf8.count
    }
    return String(decoding: sql.utf8.prefix(end), as: UTF8.self)
  }
}

extension DateColumn.Clock {
  /// What a number counts, for a comment.
  var words: String {
    switch self {
    case .seconds, .milliseconds, .microseconds, .nanoseconds: "\(rawValue) since 1970"
    case .chromium: "microseconds since 1601"
    case .coreData: "seconds since 2001"
    case .darktable: "microseconds since the year 1"
    case .julian: "julian days"
    case .excel: "days of a spreadsheet"
    }
  }

  /// The number of days at the start of 1970, for the clocks that count days.
  private var dayOf1970: Double { self == .excel ? 25_569 : 2_440_587.5 }

  /// Returns the seconds from 1970 to the date of a number.
  func secondsSince1970(_ number: Double) -> Double {
    guard let parts else { return (number - dayOf1970) * 86_400 }
    return number / Double(parts.unitsPerSecond) - Double(parts.secondsBefore1970)
  }

  /// Returns Swift code for the date of a number.
  func swiftDate(of number: String) -> String {
    guard let (units, before) = parts else {
      return "Date(timeIntervalSince1970: (Double(\(number)) - \(dayOf1970)) * 86400)"
    }
    let seconds = "Double(\(number))" + (units == 1 ? "" : " / \(units)")
    return switch before {
    case 0: "Date(timeIntervalSince1970: \(seconds))"
    case ..<0: "Date(timeIntervalSinceReferenceDate: \(seconds))"
    default: "Date(timeIntervalSince1970: \(seconds) - \(before))"
    }
  }

  /// The number of units in a second, and the seconds from the first moment to 1970.
  private var parts: (unitsPerSecond: Int, secondsBefore1970: Int)? {
    switch self {
    case .seconds: (1, 0)
    case .milliseconds: (1_000, 0)
    case .microseconds: (1_000_000, 0)
    case .nanoseconds: (1_000_000_000, 0)
    case .chromium: (1_000_000, 11_644_473_600)
    case .coreData: (1, -978_307_200)
    case .darktable: (1_000_000, 62_135_596_800)
    case .julian, .excel: nil
    }
  }

  /// Returns an expression for the date of a number. A value that is no number, or whose year is
  /// not from 0 to 9999, stays as it is.
  fileprivate func date(_ value: SQL) -> SQL {
    guard let (units, offset) = parts else {
      let day: SQL = self == .excel ? "\(value) - 25569 + 2440587.5" : value
      return """
        CASE WHEN typeof(\(value)) IN ('integer', 'real') \
        THEN ifnull(\(rounded("\(day)")), \(value)) ELSE \(value) END
        """
    }
    let count = SQL(text: String(units))
    let zero = SQL(text: String(offset))
    let rest: SQL = "((\(value) % \(count) + \(count)) % \(count))"
    let seconds: SQL = "(\(value) - \(rest)) / \(count) - \(zero)"
    let fraction: SQL =
      units == 1
      ? "''"
      : """
      CASE \(rest) WHEN 0 THEN '' \
      ELSE printf('.%0\(SQL(text: String(String(units).count - 1)))d', \(rest)) END
      """
    let real: SQL = "\(value) / \(count).0 - \(zero), 'unixepoch'"
    return """
      CASE typeof(\(value)) \
      WHEN 'integer' THEN ifnull(strftime('%Y-%m-%dT%H:%M:%S', \(seconds), 'unixepoch') \
      || \(fraction) || 'Z', \(value)) \
      WHEN 'real' THEN ifnull(\(rounded(real)), \(value)) ELSE \(value) END
      """
  }

  /// Returns an expression for the date with at most three digits of the fraction of a second.
  private func rounded(_ moment: SQL) -> SQL {
    "replace(strftime('%Y-%m-%dT%H:%M:%fZ', \(moment)), '.000Z', 'Z')"
  }
}
