extension SQLiteValue {
  /// The number of bytes that this value needs in a ``RowImage``, a compact copy of a row.
  ///
  /// A small integer needs fewer bytes than a large one.
  @inlinable
  package var imageSize: Int {
    switch self {
    case .null: 0
    case .integer(let integer): RowCell.size(of: integer)
    case .real: 8
    case .text(let text): text.utf8.count
    case .blob(let bytes): bytes.count
    }
  }

  /// Calls `body` with a cell, which is a reference to this value without a copy.
  ///
  /// The cell is valid only during the call.
  @inlinable
  @inline(__always)
  package func withCell<Result>(_ body: (RowCell) -> Result) -> Result {
    switch self {
    case .null: return body(.null)
    case .integer(let integer): return body(RowCell(integer))
    case .real(let real): return body(RowCell(real))
    case .text(var text):
      return text.withUTF8 { bytes in
        body(
          RowCell(
            storageClass: .text,
            bits: 0,
            bytes: UnsafeRawPointer(bytes.baseAddress),
            byteCount: bytes.count
          )
        )
      }
    case .blob(let bytes):
      return bytes.withUnsafeBytes { bytes in
        body(
          RowCell(
            storageClass: .blob,
            bits: 0,
            bytes: bytes.baseAddress,
            byteCount: bytes.count
          )
        )
      }
    }
  }
}
