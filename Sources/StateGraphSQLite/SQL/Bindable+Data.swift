public import FoundationEssentials

/// `Data` is stored as a BLOB with the same bytes. Text cannot be read as `Data`.
extension Data: Bindable {
  public static var placeholder: Data { Data() }
  public static var columnType: ColumnType { .blob }
  public var value: SQLiteValue { .blob([UInt8](self)) }
  public init?(value: SQLiteValue) {
    guard case .blob(let bytes) = value else { return nil }
    self.init(bytes)
  }
}
