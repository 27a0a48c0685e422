#if PostgreSQL
import StateGraphReplication
import StateGraphRows
import StateGraphSQLite

/// A complete copy of the server's tables in a temporary file.
///
/// The copy is complete before the file is written, so that no local write waits for the network.
struct SpooledCopy: ServerCopy {
  private struct Part {
    /// Its places are those of the copied columns, and not those of the server's table.
    let mapping: TableMapping
    let file: SpoolFile
    let rowCount: Int
  }

  private let parts: [ByteText: Part]

  /// Copies the tables, in the snapshot that the connection reads.
  init(
    of tables: [TableMapping],
    _ connection: PostgreSQLConnection,
    in directory: String
  ) throws(ReplicationError) {
    var parts: [ByteText: Part] = [:]
    for mapping in tables {
      let file = try SpoolFile(in: directory)
      let copy = TableCopy(
        table: mapping.server,
        columns: mapping.columns.map(\.name),
        key: mapping.key.map { (mapping.columns[$0].name, mapping.columns[$0].conversion.type) }
      )
      let count = try copy.forEachLine(connection) { line throws(ReplicationError) in
        try withUnsafeBytes(of: UInt32(line.count)) { length throws(ReplicationError) in
          try file.append(length)
        }
        try file.append(line)
      }
      try file.seal()
      parts[mapping.name] = Part(mapping: mapping.inOrderOfColumns, file: file, rowCount: count)
    }
    self.parts = parts
  }

  func forEachRow(of table: String, _ body: (ServerRow, RowKey) throws -> Void) throws {
    // A comparison with a missing part would delete all rows of the table.
    guard let part = parts[ByteText(table)] else { throw ReplicaSchemaChanged() }
    var reader = SpoolReader(part.file)
    for _ in 0..<part.rowCount {
      let values = try CopyRowDecoder.decode(
        try reader.next(),
        columnCount: part.mapping.columns.count,
        limits: ReplicationLimits()
      ).map { $0.map(TupleValue.text) ?? .null }
      try body(try part.mapping.row(values), try part.mapping.key(values))
    }
  }
}

/// Reads the lines of a ``SpooledCopy`` one after the other.
private struct SpoolReader {
  private let file: SpoolFile
  private var offset = 0
  private var chunk: ArraySlice<UInt8> = []
  private static let chunkBytes = 256 << 10

  init(_ file: SpoolFile) { self.file = file }

  mutating func next() throws(ReplicationError) -> ArraySlice<UInt8> {
    let length = try take(MemoryLayout<UInt32>.size)
    return try take(Int(length.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }))
  }

  private mutating func take(_ count: Int) throws(ReplicationError) -> ArraySlice<UInt8> {
    if chunk.count < count {
      chunk = try file.read(max(count, SpoolReader.chunkBytes), at: offset)[...]
    }
    guard chunk.count >= count else {
      throw ReplicationError(.inputOutput, "The temporary file of a copy is too short.")
    }
    defer {
      chunk = chunk.dropFirst(count)
      offset += count
    }
    return chunk.prefix(count)
  }
}
#endif
