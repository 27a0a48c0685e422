/// The format of the rows of an undo step.
enum UndoStepFormat {
  /// The version of the format, which is the first byte of each step.
  ///
  /// A step of a newer version is refused.
  static let version: UInt8 = 1
}

/// Encodes the rows of an undo step. ``UndoStepDecoder`` describes the format.
enum UndoStepEncoder {
  /// The number of bytes that most steps need at most, so that their array does not grow.
  private static let smallStep = 512

  static func encode(_ changes: UndoChanges) -> [UInt8] {
    let tables = changes.tables
    var header: [UInt8] = []
    header.reserveCapacity(smallStep)
    header.append(UndoStepFormat.version)
    append(UInt32(tables.count), to: &header)
    for table in tables { append(table.shape.bits, to: &header) }
    return ChangeSetEncoder(sorted: tables.lazy.map { ($0.name, $0.rows) }, after: header).bytes
  }

  private static func append(_ integer: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: integer.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

/// Decodes the rows of an undo step. The format is:
///
///     step:  version, table count (4 bytes), the shape of each table (8 bytes), change set
///
/// Numbers are little endian. The shapes are in the order of the tables' names.
/// ``ChangeSetDecoder`` describes the change set. Any program may have written the bytes, so all of
/// them are checked.
enum UndoStepDecoder {
  /// - Throws: `.schemaTooNew` for a newer version of the format. `.corrupt` if the bytes are no
  ///   step.
  static func decode(_ bytes: UnsafeRawBufferPointer) throws(DatabaseError) -> UndoChanges {
    guard let version = bytes.first else { throw .damagedUndoStep }
    guard version <= UndoStepFormat.version else { throw .newerUndoStep }
    guard version == UndoStepFormat.version, bytes.count >= 5 else { throw .damagedUndoStep }
    let count = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt32.self)))
    guard count <= (bytes.count - 5) / 8 else { throw .damagedUndoStep }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[(5 + 8 * count)...])
    guard let changeSet = try? ChangeSetDecoder.decode(rest), !changeSet.schemaChanged,
      changeSet.tables.count == count
    else { throw .damagedUndoStep }
    var changes = UndoChanges()
    for (place, name) in changeSet.tables.keys.sorted().enumerated() {
      guard case .rows(let rows) = changeSet.tables[name], !LibraryTable.contains(name.string),
        Set(rows.map(\.key)).count == rows.count
      else { throw .damagedUndoStep }
      let bits = bytes.loadUnaligned(fromByteOffset: 5 + 8 * place, as: UInt64.self)
      changes.tables.append(
        UndoChanges.Table(
          name: name,
          shape: UndoTableShape(bits: UInt64(littleEndian: bits)),
          rows: rows
        )
      )
    }
    return changes
  }
}
