import StateGraphFormats
package import StateGraphSQLite

/// The numbers of a column, as far as they show by which clock they count dates.
///
/// A column of dates has the name of a date, and all its numbers are dates from 1990 to 2100. This
/// is a suggestion only: the numbers can still be others.
package struct PossibleDates: Sendable, Equatable {
  private let clocks: [DateColumn.Clock]
  private var least = Double.infinity
  private var most = -Double.infinity

  /// Begins with no numbers.
  init(ofColumn name: String) {
    let words = FoldedName.snakeCase(name).split(separator: "_").map { String($0) }
    let isDate =
      Self.lastWords.contains(words.last ?? "")
      || words.contains { word in Self.endings.contains { word.hasSuffix($0) } }
    // Numbers as large as those of Core Data and of spreadsheets are often others, so these clocks
    // need a name that leaves less doubt.
    let isCoreData = name.hasPrefix("Z") && name == name.uppercased()
    let isDay = words.contains { $0.hasSuffix("date") || $0.hasSuffix("day") }
    let certain: [DateColumn.Clock] = [
      .seconds, .milliseconds, .microseconds, .nanoseconds, .chromium, .darktable, .julian,
    ]
    clocks = isDate ? (isCoreData ? [.coreData] : []) + certain + (isDay ? [.excel] : []) : []
  }

  private static let lastWords: Set<String> = [
    "at", "on", "day", "ts", "ms", "when", "created", "updated", "modified", "deleted", "visited",
    "expires", "expiry", "seen", "since", "until", "utc", "birthday", "born", "start", "end",
  ]
  private static let endings = ["date", "time", "timestamp"]

  /// Adds a number, if the name of the column is that of a date. Programs often store 0 for no
  /// date.
  mutating func observe(_ number: @autoclosure () -> Double?) {
    guard !clocks.isEmpty, let number = number(), number != 0 else { return }
    (least, most) = (min(least, number), max(most, number))
  }

  /// Adds the numbers of the same column in other records.
  mutating func merge(_ other: PossibleDates) {
    (least, most) = (min(least, other.least), max(most, other.most))
  }

  /// The clock by which the numbers probably count. Nil if there is none.
  var clock: DateColumn.Clock? {
    let dates = 631_152_000.0...4_102_444_800.0
    guard least <= most else { return nil }
    return clocks.first { clock in
      [least, most].allSatisfy { dates.contains(clock.secondsSince1970($0)) }
    }
  }

  /// Returns the clocks by which the numbers in tables probably count, by the names of the tables
  /// and columns. Reads at most 1,000 rows for each column whose name is that of a date. A column
  /// that cannot be read has no clock.
  package static func clocks(
    in tables: [TableSchema],
    on connection: Connection
  ) -> [String: [String: DateColumn.Clock]] {
    var clocks: [String: [String: DateColumn.Clock]] = [:]
    for table in tables where !table.isVirtual {
      for column in table.columns where column.affinity != .text {
        let dates = PossibleDates(ofColumn: column.name)
        guard !dates.clocks.isEmpty else { continue }
        // A condition would read all rows of a table in which the column is always NULL.
        let sql: SQL = "SELECT \(column: column.name) FROM \(table: table.name) LIMIT 1000"
        let values = (try? connection.rows(sql))?.map { $0.values[0] } ?? []
        clocks[table.name, default: [:]][column.name] = dates.clock(of: values)
      }
    }
    return clocks
  }

  /// Returns the clock by which the values probably count. Nil if one of them is no number.
  private func clock(of values: [SQLiteValue]) -> DateColumn.Clock? {
    var dates = self
    for value in values {
      switch value {
      case .null: continue
      case .integer(let integer): dates.observe(Double(integer))
      case .real(let real): dates.observe(real)
      default: return nil
      }
    }
    return dates.clock
  }
}
