extension TableSchema {
  /// Returns the name of a column to which the change writes a value that PostgreSQL cannot hold.
  ///
  /// PostgreSQL refuses text that contains a NUL byte or is not valid UTF-8. Columns that keep
  /// their value are not checked, because the server does not receive them.
  func columnBeyondServer(_ change: RowChange) -> String? {
    guard let new = change.new else { return nil }
    for index in new.indices
    where new.storageClass(at: index) == .text && change.mayChange(column: index) {
      let isHeld = withExtendedLifetime(new) { RowCell.isTextOfServer(new.cell(at: index).buffer) }
      if !isHeld { return index < columns.count ? columns[index].name : "" }
    }
    return nil
  }
}

extension RowChange {
  fileprivate func mayChange(column index: Int) -> Bool {
    guard let old, let new, index < old.count else { return true }
    return !old.isIdentical(at: index, to: new)
  }
}

extension RowCell {
  fileprivate static func isTextOfServer(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var isASCII = true
    for byte in bytes {
      if byte == 0 { return false }
      if byte >= 0x80 { isASCII = false }
    }
    return isASCII
      || String(validating: bytes.bindMemory(to: UInt8.self), as: UTF8.self) != nil
  }
}
