import StateGraphSQLite

/// A row as JSON: its key, and the shortened values of its columns. Two rows that look alike are
/// equal.
struct ShownRow: Equatable, Sendable {
  /// A JSON array, or null for a source without a key.
  let key: [UInt8]
  /// A JSON array of the values that make each order unique, or nil if these are the key.
  let tie: [UInt8]?
  /// The JSON of all cells, without separators.
  private var bytes: [UInt8] = []
  /// The end of each cell in ``bytes``.
  private var ends: [Int] = []

  init(key: [UInt8], tie: [UInt8]? = nil) { (self.key, self.tie) = (key, tie) }

  var cellCount: Int { ends.count }

  /// The memory that the row needs, in bytes.
  var size: Int { key.count + (tie?.count ?? 0) + bytes.count + ends.count * 8 }

  mutating func append(_ cell: [UInt8]) {
    bytes += cell
    ends.append(bytes.count)
  }

  func cell(_ index: Int) -> ArraySlice<UInt8> {
    bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  func write(to writer: inout JSONBuilder) {
    writer.object { writer in
      writer.key("key")
      writer.raw(key)
      if let tie {
        writer.key("tie")
        writer.raw(tie)
      }
      writer.key("values")
      writer.array(of: ends.indices) { writer, index in writer.raw(cell(index)) }
    }
  }
}
