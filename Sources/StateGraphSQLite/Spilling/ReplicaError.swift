/// The errors of replicated files.
enum ReplicaError {
  static var damagedReplica: DatabaseError {
    DatabaseError(
      .corrupt,
      "The table \(LibraryTable.replica) of the file does not have the one row that a replicated "
        + "file has.",
      remedy: "Restore the file, or create the replica again."
    )
  }

  static var newerReplica: DatabaseError {
    DatabaseError(
      .schemaTooNew,
      "A newer version of the library replicates the file.",
      remedy: "Update the program."
    )
  }

  static var alreadyReplica: DatabaseError {
    DatabaseError(
      .misuse,
      "The file is already a replica, or an object of it has the name of a table of replicas.",
      remedy: "End the replication of the file first."
    )
  }

  static var noReplica: DatabaseError {
    DatabaseError(
      .misuse,
      "The file is not a replica.",
      remedy: "Set up the replication of the file first."
    )
  }

  static var replicaWithoutLog: DatabaseError {
    DatabaseError(
      .misuse,
      "A replicated database must be a file in WAL mode, which contains its outbox.",
      remedy: "Open a file, and leave its journal mode as it is."
    )
  }

  static func replicaOfUnknownTable(_ table: String) -> DatabaseError {
    DatabaseError(
      .misuse,
      "The table \(table) cannot be replicated: it does not exist, is virtual, or declares no "
        + "primary key.",
      remedy: "Replicate other tables, or declare a PRIMARY KEY."
    )
  }

  static func replicaOfNumberedTable(_ table: TableSchema) -> DatabaseError {
    DatabaseError(
      .misuse,
      "The table \(table.name) cannot be replicated: SQLite numbers its key "
        + "\(table.primaryKey.joined(separator: ", ")) by itself (INTEGER PRIMARY KEY), and two "
        + "machines would give the same number to different rows.",
      remedy: "Use a key that machines make independently, such as a UUID in a TEXT column, or "
        + "replicate other tables."
    )
  }

  static func triggerWritesReplica(_ trigger: String, table: String) -> DatabaseError {
    DatabaseError(
      .schemaMismatch,
      "The trigger \(trigger) writes the replicated table \(table). It would also act on rows of "
        + "the server, and the file would differ from the server.",
      remedy: "Create the trigger on the server, and drop it in the file."
    )
  }

  static var undecidedTransactions: DatabaseError {
    DatabaseError(
      .misuse,
      "The server has not decided all local writes of the file.",
      remedy: "Wait until they are decided, or discard them."
    )
  }

  static func decidedOutOfRange(_ seq: Int64) -> DatabaseError {
    DatabaseError(
      .misuse,
      "The transaction \(seq) cannot be marked as decided. Either the outbox does not contain it, "
        + "or a later one is already decided.",
      remedy: "Reconcile the file with the server."
    )
  }

  static var nestedServerWrite: DatabaseError {
    DatabaseError(
      .misuse,
      "The replicator wrote inside another write.",
      remedy: "Write in a transaction of its own."
    )
  }

  static func rowsWithSchemaChange(_ table: String) -> DatabaseError {
    DatabaseError(
      .misuse,
      "A write has changed rows of the replicated table \(table) and the schema. The outbox cannot "
        + "contain both.",
      remedy: "Change the schema in a migration or in a write of its own."
    )
  }

  static var confirmedSchemaChange: DatabaseError {
    DatabaseError(
      .misuse,
      "A write that waits for the server's decision has changed the schema. The server does not "
        + "receive changes of the schema.",
      remedy: "Change the schema in a migration or in a write of its own."
    )
  }

  static func valueBeyondServer(table: String, column: String) -> DatabaseError {
    DatabaseError(
      .typeMismatch,
      "The column \(column) of the replicated table \(table) would contain a text that the server "
        + "cannot hold: a NUL byte, or bytes that are not UTF-8.",
      remedy: "Store such bytes in a BLOB column."
    )
  }

  static func keyBeyondServer(table: String) -> DatabaseError {
    DatabaseError(
      .typeMismatch,
      "A row of the replicated table \(table) would have a key that cannot identify it on the "
        + "server: NULL, or a text that is not UTF-8.",
      remedy: "Give each row a key of its own, such as a UUID."
    )
  }

  static var damagedSpill: DatabaseError {
    DatabaseError(
      .inputOutput,
      "The temporary file for the changes of a large write to a replicated file is damaged.",
      remedy: "Check the disk of the folder for temporary files (TMPDIR)."
    )
  }
}
