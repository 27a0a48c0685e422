import StateGraphSQLite

/// Counts how many of the first texts of a column look like e-mail addresses, dates and so on.
///
/// ``MaskSuggestion`` uses the counts to propose a mask. The sample keeps no value of the column.
struct ColumnSample {
  private static let rowCount = 500

  private var textCount = 0
  private var emailCount = 0
  private var dateCount = 0
  private var phoneCount = 0
  private var documentCount = 0
  private var longCount = 0

  /// Reads at most 500 texts of the column, in the order in which SQLite finds them.
  init(_ column: String, of table: String, on connection: Connection) throws {
    let name = "\(column: column)" as SQL
    let statement = try connection.prepare(
      """
      SELECT substr(\(name), 1, 200), length(\(name)) > 60,
        length(\(name)) < 100000 AND json_valid(\(name))
      FROM main.\(table: table) WHERE typeof(\(name)) = 'text' LIMIT \(Self.rowCount)
      """
    )
    defer { statement.reset() }
    let shift = DateShift(HMACKey([]), owner: [])
    while try statement.step() {
      let text = statement.text(at: 0)
      textCount += 1
      if Self.isEmail(text) { emailCount += 1 }
      if shift.moved(text) != nil { dateCount += 1 }
      if Self.isPhone(text) { phoneCount += 1 }
      if statement.integer(at: 1) != 0 { longCount += 1 }
      if text.first == "{" || text.first == "[", statement.integer(at: 2) != 0 {
        documentCount += 1
      }
    }
  }

  /// The mask that suits at least nine of ten texts of the column, or nil if there is none.
  var kind: MaskKind? {
    guard textCount > 0 else { return nil }
    let counts = [
      (MaskKind.email, emailCount), (.date, dateCount), (.json, documentCount),
      (.phone, phoneCount),
    ]
    return counts.first { $0.1 * 10 >= textCount * 9 }?.0
  }

  /// Whether more than a quarter of the texts have more than 60 characters, so that the column
  /// probably contains prose.
  var isProse: Bool { longCount * 4 > textCount }

  private static func isEmail(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(UInt8(ascii: "."))
      && !text.utf8.contains(UInt8(ascii: " "))
  }

  /// Whether a text looks like a phone number: it begins with `+`, `0` or `(`, and contains at
  /// least six digits and otherwise only separators.
  private static func isPhone(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.count { (48...57).contains($0) } >= 6
      && bytes.allSatisfy { (48...57).contains($0) || "+ -/().".utf8.contains($0) }
      && (bytes.first == UInt8(ascii: "+") || bytes.first == UInt8(ascii: "0")
        || bytes.first == UInt8(ascii: "("))
  }
}
