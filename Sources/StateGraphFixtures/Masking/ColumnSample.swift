import StateGraphSQLite

/// What the first values of a column look like. It keeps no value.
struct ColumnSample {
  private static let rowCount = 500

  private var textCount = 0
  private var emailCount = 0
  private var dateCount = 0
  private var phoneCount = 0
  private var documentCount = 0
  private var longCount = 0

  /// Reads the first rows of a table.
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

  /// The mask that suits at least nine of ten values, or nil.
  var kind: MaskKind? {
    guard textCount > 0 else { return nil }
    let counts = [
      (MaskKind.email, emailCount), (.date, dateCount), (.json, documentCount),
      (.phone, phoneCount),
    ]
    return counts.first { $0.1 * 10 >= textCount * 9 }?.0
  }

  /// Whether a quarter of the texts have more than 60 characters.
  var isProse: Bool { longCount * 4 > textCount }

  private static func isEmail(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(UInt8(ascii: "."))
      && !text.utf8.contains(UInt8(ascii: " "))
  }

  /// Whether the text looks like a phone number: a plus or separators between at least six digits.
  private static func isPhone(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.count { (48...57).contains($0) } >= 6
      && bytes.allSatisfy { (48...57).contains($0) || "+ -/().".utf8.contains($0) }
      && (bytes.first == UInt8(ascii: "+") || bytes.first == UInt8(ascii: "0")
        || bytes.first == UInt8(ascii: "("))
  }
}
