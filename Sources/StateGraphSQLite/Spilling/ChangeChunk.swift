/// The format of a chunk, which contains changed rows of a transaction that is too large for one
/// row of the commit log:
///
///     chunk:  version, entries
///     entry:  1, name of the table of the following rows | 2, row
///
/// ``RowChangeDecoder`` describes names and rows. Each chunk begins with the name of a table, so
/// that it can be decoded alone.
enum ChangeChunkFormat {
  /// The version of the format, which is the first byte of each chunk.
  static let version: UInt8 = 1
  static let table: UInt8 = 1
  static let row: UInt8 = 2
}

/// Collects changed rows into one chunk.
struct ChangeChunkEncoder {
  private var output = RowChangeEncoder()
  /// The table of the newest row, or nil at the beginning of a chunk.
  private var table: String?

  var byteCount: Int { output.bytes.count }
  var isEmpty: Bool { output.bytes.isEmpty }

  mutating func append(_ row: RowChange, of name: String) {
    if output.bytes.isEmpty { output.bytes.append(ChangeChunkFormat.version) }
    if table?.hasSameBytes(as: name) != true {
      output.bytes.append(ChangeChunkFormat.table)
      output.append(name)
      table = name
    }
    output.bytes.append(ChangeChunkFormat.row)
    output.append(row)
  }

  /// Returns the chunk, and begins the next one.
  mutating func take() -> [UInt8] {
    let chunk = output.bytes
    output.bytes.removeAll(keepingCapacity: chunk.count <= ChangeSpill.standardBufferLimit * 2)
    table = nil
    return chunk
  }
}

/// Decodes a chunk row by row. Any program may have written the bytes, so all of them are checked.
struct ChangeChunkDecoder {
  private var input: RowChangeDecoder
  private var table: ByteText?

  /// - Parameter bytes: The chunk. The memory must stay valid as long as this value.
  init(_ bytes: UnsafeRawBufferPointer) throws(RowChangeDecoder.Malformed) {
    input = RowChangeDecoder(bytes)
    guard try input.byte() == ChangeChunkFormat.version else { throw RowChangeDecoder.Malformed() }
  }

  /// Returns all rows of a chunk that this process has encoded.
  static func all(
    of chunk: [UInt8]
  ) throws(DatabaseError) -> [(table: ByteText, row: RowChange)] {
    var rows: [(table: ByteText, row: RowChange)] = []
    do {
      try chunk.withUnsafeBytes { bytes in
        var decoder = try ChangeChunkDecoder(bytes)
        while let row = try decoder.next() { rows.append(row) }
      }
    } catch {
      throw ReplicaError.damagedSpill
    }
    return rows
  }

  /// Returns the next row and its table, or nil after the last row.
  mutating func next() throws(RowChangeDecoder.Malformed) -> (table: ByteText, row: RowChange)? {
    while !input.isAtEnd {
      switch try input.byte() {
      case ChangeChunkFormat.table: table = ByteText(try input.text())
      case ChangeChunkFormat.row:
        guard let table else { throw RowChangeDecoder.Malformed() }
        return (table, try input.row())
      default: throw RowChangeDecoder.Malformed()
      }
    }
    return nil
  }
}
