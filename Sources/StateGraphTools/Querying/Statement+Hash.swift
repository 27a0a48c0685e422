import StateGraphSQLite

extension Statement {
  /// Hashes a column of the current row. The hash includes the storage class, so that 1 and '1'
  /// differ.
  func hash(_ column: Int, into hasher: inout Hasher) {
    let kind = storageClass(at: column)
    hasher.combine(kind)
    switch kind {
    case .null: break
    case .integer: hasher.combine(integer(at: column))
    case .real: hasher.combine(real(at: column).bitPattern)
    case .text, .blob:
      let bytes = bytes(at: column)
      hasher.combine(bytes.count)
      hasher.combine(bytes: bytes)
    }
  }
}
