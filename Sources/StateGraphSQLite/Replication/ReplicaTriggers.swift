/// The triggers that act on the rows of replicated tables.
///
/// They also act while the replicator writes rows of the server. A trigger that writes a replicated
/// table then would make the file differ from the server, so that it belongs on the server.
enum ReplicaTriggers {
  /// - Parameters:
  ///   - tables: The replicated tables.
  ///   - connection: A connection that no statement uses.
  /// - Throws: `.schemaMismatch` if such a trigger writes a replicated table, also by another
  ///   trigger.
  static func requireNoWrites(
    to tables: [TableSchema],
    on connection: Connection
  ) throws(DatabaseError) {
    for table in tables {
      let hasTriggers = try connection.firstValue(
        """
        SELECT 1 FROM main.sqlite_schema
        WHERE type = 'trigger' AND tbl_name = \(table.name) COLLATE NOCASE
        """
      )
      guard hasTriggers != nil else { continue }
      for write in try writes(of: table, on: connection)
      where tables.contains(where: { $0.name.isSameName(as: write.table) }) {
        throw ReplicaError.triggerWritesReplica(write.trigger, table: write.table)
      }
    }
  }

  /// Compiles a statement of each kind, and returns what the triggers write that it fires.
  private static func writes(
    of table: TableSchema,
    on connection: Connection
  ) throws(DatabaseError) -> [TriggerWrite] {
    let columns = table.columns.filter { $0.generation == .none }.map(\.name)
    let updates = columns.map { "\(column: $0) = \(column: $0)" as SQL }
    return try connection.recordingTouches { () throws(DatabaseError) in
      var writes: [TriggerWrite] = []
      for sql: SQL in [
        "INSERT INTO main.\(table: table.name) DEFAULT VALUES",
        "UPDATE main.\(table: table.name) SET \(updates, separator: ", ")",
        "DELETE FROM main.\(table: table.name)",
      ] {
        writes += try connection.compile(sql.text).triggerWrites
      }
      return writes
    }
  }
}
