/// The errors of writing the server's transactions into a file.
enum RebaseError {
  static func replicaLacksRow(of table: String) -> DatabaseError {
    DatabaseError(
      .replicaDiverged,
      "The server has changed a row of the table \(table) that the file does not have.",
      remedy: "Reconcile the file with the server. Another program may have deleted the row."
    )
  }

  static func rowTooLarge(in table: String) -> DatabaseError {
    DatabaseError(
      .tooBig,
      "A row of the server's table \(table) is larger than 64 MiB, which is the limit of a file.",
      remedy: "Find it on the server by octet_length, make its values shorter, and run the "
        + "replicator again."
    )
  }

  static func damagedRebaseTable(_ table: String) -> DatabaseError {
    DatabaseError(
      .corrupt,
      "A row of the table \(table), in which the library keeps the state of a replicated file, is "
        + "damaged.",
      remedy: "Reconcile the file with the server."
    )
  }

  static func unknownDecision(_ sequence: Int64) -> DatabaseError {
    DatabaseError(
      .replicaDiverged,
      "The server has decided the local transaction \(sequence), which the file does not contain.",
      remedy: "The file may be a copy or an old backup. Reconcile it with the server."
    )
  }

  static func pendingRowsOfChangedTable(_ table: String) -> DatabaseError {
    DatabaseError(
      .schemaMismatch,
      "The table \(table) has fewer columns than at the time of a write that the server has not "
        + "decided.",
      remedy: "Send the pending writes before a migration drops columns."
    )
  }

  static func unorderedCopy(of table: String) -> DatabaseError {
    DatabaseError(
      .replicaDiverged,
      "The server has sent the rows of the table \(table) in another order than that of the file's "
        + "key.",
      remedy: "Use a key of the same type on the server, and the collation \"C\" for text."
    )
  }

  static func unknownRefusal(_ sequence: Int64) -> DatabaseError {
    DatabaseError(
      .misuse,
      "The server has refused no local write with the number \(sequence).",
      remedy: "List the refused writes."
    )
  }

  static func refusedAgain(_ reason: SetAsideReason) -> DatabaseError {
    DatabaseError(
      .constraint,
      "The refused write does not fit the rows of the file. \(reason)",
      remedy: "Write the values again, and discard the refused write."
    )
  }

  static func serverRowRefused(_ cause: DatabaseError) -> DatabaseError {
    DatabaseError(
      .schemaMismatch,
      "A rule of the file refuses a row that the server has accepted: \(cause.message)",
      remedy: "Give the file and the server the same rules, and reconcile then.",
      cause: cause
    )
  }
}
