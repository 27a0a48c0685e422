/// A fingerprint of the names, types and order of a table's columns, and of its key.
///
/// The images of a row fit only a table with the same fingerprint.
struct UndoTableShape: Hashable, Sendable {
  let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  init(_ table: TableSchema) {
    // No name contains a NUL byte, so that it separates the names.
    var text = table.hasRowID ? "rowid\0" : "\0"
    for column in table.columns {
      text += "\(column.name)\0\(column.declaredType)\0\(column.generation)\0"
    }
    text += "\0"
    for column in table.primaryKey { text += "\(column)\0" }
    var digest = SHA256()
    digest.append(Array(text.utf8))
    bits = digest.finish().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The tables of a file whose rows an undo step can contain, as of one version of the schema.
///
/// Only the thread that holds the writer lock of the database may use this object.
final class UndoSchemas {
  struct Known {
    let table: TableSchema
    let shape: UndoTableShape
  }

  /// The committed version of the schema for which `tables` was read, or nil before the first use.
  @exclusivity(unchecked) private var schemaVersion: SQLiteValue?
  @exclusivity(unchecked) private var tables: [ByteText: Known] = [:]

  init() {}

  subscript(name: ByteText) -> Known? { tables[name] }

  /// All tables, in any order.
  var all: some Collection<TableSchema> { tables.values.lazy.map(\.table) }

  /// Makes the writer record the changed rows of all tables.
  ///
  /// Call this at the beginning of a transaction that has changed nothing. The schema is then the
  /// committed one, so that its version is not used again for another schema.
  ///
  /// - Throws: `.schemaMismatch` if the table of steps is missing or another one.
  func begin(on writer: WriterConnection) throws(DatabaseError) {
    guard try beginInMemory(on: writer) else { return }
    do throws(DatabaseError) {
      guard try UndoStepTable.watch(on: writer) else { throw .unknownUndoTable }
    } catch {
      // The next call must check the table of steps again.
      schemaVersion = nil
      throw error
    }
  }

  /// Makes the writer record the changed rows of all tables, for steps that are not in the file.
  ///
  /// - Returns: Whether the schema was read, because it is another one than at the last call.
  @discardableResult
  func beginInMemory(on writer: WriterConnection) throws(DatabaseError) -> Bool {
    let version = try writer.firstValue("PRAGMA schema_version")
    guard version != schemaVersion else { return false }
    schemaVersion = nil
    tables = [:]
    for table in try SchemaReader(writer).tables() {
      try writer.changeLog.watch(table, on: writer)
      tables[ByteText(table.name)] = Known(table: table, shape: UndoTableShape(table))
    }
    schemaVersion = version
    return true
  }
}
