import StateGraphSQLite

extension Statement {
  /// Adds the value of a column in the current row to a hash. The hash includes the storage class,
  /// so the integer 1 and the text '1' have different hashes.
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
