import StateGraphSQLite

/// The rows of a table as of one look: of each its key, and a digest or its values. In the order
/// of the keys, without an object for each row.
struct TableSnapshot {
  /// One after the other, each as ``PackedRow`` has it.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var digests: [UInt64] = []

  var count: Int { ends.count }
  /// What the rows take in memory.
  var byteCount: Int { bytes.count + ends.count * 8 + digests.count * 8 }

  func digest(_ index: Int) -> UInt64 { digests[index] }

  func packed(_ index: Int) -> ArraySlice<UInt8> {
    bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  /// Adds the statement's row, of which the first `kept` columns are kept.
  mutating func append(_ statement: Statement, keeping kept: Int, digest: UInt64) {
    for column in 0..<kept { PackedRow.append(statement, column, to: &bytes) }
    ends.append(bytes.count)
    digests.append(digest)
  }
}

/// Values in as few bytes as they need: one for the storage class, then the value.
enum PackedRow {
  static func append(_ statement: Statement, _ column: Int, to bytes: inout [UInt8]) {
    let kind = statement.storageClass(at: column)
    bytes.append(UInt8(truncatingIfNeeded: kind.rawValue))
    switch kind {
    case .null: break
    case .integer: append(UInt64(bitPattern: statement.integer(at: column)), to: &bytes)
    case .real: append(statement.real(at: column).bitPattern, to: &bytes)
    case .text, .blob:
      let value = statement.bytes(at: column)
      append(UInt64(value.count), to: &bytes)
      bytes.append(contentsOf: value)
    }
  }

  private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  static func values(_ bytes: ArraySlice<UInt8>) -> [SQLiteValue] {
    var rest = bytes
    var values: [SQLiteValue] = []
    while let tag = rest.popFirst() {
      switch StorageClass(rawValue: UInt32(tag)) {
      case .integer: values.append(.integer(Int64(bitPattern: word(&rest))))
      case .real: values.append(.real(Double(bitPattern: word(&rest))))
      case .text:
        let count = Int(word(&rest))
        values.append(.text(String(decoding: rest.prefix(count), as: UTF8.self)))
        rest = rest.dropFirst(count)
      case .blob:
        let count = Int(word(&rest))
        values.append(.blob(Array(rest.prefix(count))))
        rest = rest.dropFirst(count)
      default: values.append(.null)
      }
    }
    return values
  }

  private static func word(_ rest: inout ArraySlice<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for (index, byte) in rest.prefix(8).enumerated() { word |= UInt64(byte) << UInt64(8 * index) }
    rest = rest.dropFirst(8)
    return word
  }
}
