public import FoundationEssentials

/// A `UUID` is stored as TEXT of 36 characters in lower case, the form of RFC 9562.
///
/// People and other tools use this form, but it takes 20 bytes more than a BLOB. Text in upper case
/// cannot be read as a `UUID`, because keys are compared byte by byte.
extension UUID: Bindable {
  public static var placeholder: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }
  public static var columnType: ColumnType { .text }
  public var value: SQLiteValue { .text(uuidString.lowercased()) }
  public init?(value: SQLiteValue) {
    guard case .text(let text) = value, !text.utf8.contains(where: { 0x41...0x5A ~= $0 }),
      let found = UUID(uuidString: text)
    else { return nil }
    self = found
  }
}
