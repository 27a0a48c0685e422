import Glibc

extension DatabaseError {
  static var databaseIsClosed: DatabaseError {
    DatabaseError(.closed, "The database is closed.", remedy: "Open it again.")
  }

  static var databaseIsReadOnly: DatabaseError {
    DatabaseError(
      .readOnly,
      "The database was opened with `access = .readOnly` in its configuration.",
      remedy: "Open it with `access = .readWrite`, which is the default."
    )
  }

  /// The error that a read without locks throws if another process has changed the file during the
  /// read.
  static var changedWhileReadWithoutLocks: DatabaseError {
    DatabaseError(
      .busy,
      "Another process began to write the file while it was read without locks.",
      remedy: "Read again. The next read takes the locks of the writer into account."
    )
  }

  /// The error that a statement throws if SQLite has already rolled back the transaction around it.
  static var transactionHasEnded: DatabaseError {
    DatabaseError(
      .interrupted,
      "SQLite rolled the transaction back after an error in it.",
      remedy: "Run the transaction again."
    )
  }

  /// The error that a statement throws if SQLite has rolled the transaction back without reporting
  /// an error.
  ///
  /// This happens if memory runs out while SQLite compiles a statement again after a schema change.
  /// SQLite then runs the statement outside of the transaction.
  static var transactionWasUndone: DatabaseError {
    DatabaseError(
      .outOfMemory,
      "SQLite ran out of memory and rolled the transaction back.",
      remedy: "Run the transaction again."
    )
  }

  static func refusedSetting(_ sql: String) -> DatabaseError {
    DatabaseError(
      .misuse,
      "A statement cannot change a setting of the connection: "
        + "durability, foreign keys and isolation depend on it.",
      remedy: "Choose the setting in the configuration of the database. Reading it is allowed.",
      sql: sql
    )
  }

  static func unwatchable(_ table: String) -> DatabaseError {
    DatabaseError(
      .misuse,
      "The table \(table) is virtual. SQLite does not report changes of its rows.",
      remedy: "Watch the tables that it is made from."
    )
  }
}

/// Returns the operating system's message for an `errno` value, such as "No such file or
/// directory".
package func systemMessage(_ code: Int32) -> String {
  strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
