import StateGraphRows
import StateGraphSQLite
import StateGraphTools

/// A connection that reads the file, for one thread. It opens the file again if the file was
/// replaced.
final class ReaderSession {
  private let path: String
  private var session: ReadSession?
  private var inode: UInt64 = 0
  private var schema: StudioSchema?
  /// The version of the schema in the file when it was read.
  private var version: SQLiteValue?

  init(path: String) { self.path = path }

  /// Runs `body` in one read transaction, with the schema of the file.
  ///
  /// - Parameter schemaID: The schema that the caller knows. If the file has another one, the
  ///   method throws ``StudioError/schemaChanged``. It is nil for a caller that accepts any schema.
  func read<Result>(
    expecting schemaID: String? = nil,
    _ body: (Connection, StudioSchema) throws -> Result
  ) throws -> Result {
    do {
      return try readOnce(schemaID, body: body)
    } catch let error as InspectionError where error.code == .fileChanged {
      // Another program wrote to the file while it was read without locks.
      session = nil
      return try readOnce(schemaID, body: body)
    }
  }

  private func readOnce<Result>(
    _ schemaID: String?,
    body: (Connection, StudioSchema) throws -> Result
  ) throws -> Result {
    let session = try current()
    return try session.read { connection in
      let schema = try self.schema(on: connection)
      if let schemaID, !schema.id.utf8.elementsEqual(schemaID.utf8) {
        throw StudioError.schemaChanged
      }
      return try body(connection, schema)
    }
  }

  private func current() throws -> ReadSession {
    let inode = DatabaseWatch.inode(of: path)
    if let session, session.isCurrent, inode == self.inode { return session }
    let opened = try ReadSession(path: path, isLasting: true)
    (session, self.inode, schema) = (opened, inode, nil)
    return opened
  }

  private func schema(on connection: Connection) throws(DatabaseError) -> StudioSchema {
    let version = try connection.firstValue("PRAGMA schema_version")
    if let schema, version == self.version { return schema }
    let id = try StudioSchema.id(of: inode, on: connection)
    let read = try StudioSchema(id: id, connection)
    (schema, self.version) = (read, version)
    return read
  }
}
