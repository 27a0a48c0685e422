import StateGraphSQLite

extension Statement {
  /// Mixes in a column of the row, and its storage class too, by which 1 and '1' differ.
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
