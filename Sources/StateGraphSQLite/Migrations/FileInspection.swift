/// Looks at a file before it is opened for writing, so that a wrong one is refused untouched.
package enum FileInspection {
  /// "SGRF", in the header of files that this library's migrations created
  /// (<https://sqlite.org/pragma.html#pragma_application_id>).
  package static let applicationID: Int64 = 0x5347_5246

  /// - Parameter isToBeWritten: Whether a transaction that was interrupted may be undone where
  ///   nothing can be known of the file before.
  /// - Throws: `.notADatabase`, `.foreignFile`, and what ``MigrationPlan`` throws.
  package static func check(
    _ location: DatabaseLocation,
    migrations: [Migration]?,
    applicationID: Int64 = applicationID,
    isToBeWritten: Bool = false
  ) throws(DatabaseError) {
    do {
      try look(location, migrations: migrations, applicationID: applicationID)
    } catch {
      guard isToBeWritten, try InterruptedTransaction.undo(in: location, after: error) else {
        throw error
      }
      try look(location, migrations: migrations, applicationID: applicationID)
    }
  }

  private static func look(
    _ location: DatabaseLocation,
    migrations: [Migration]?,
    applicationID: Int64
  ) throws(DatabaseError) {
    guard try location.hasContent() else { return }
    let connection = try Connection.open(location, mode: .inspector)
    let identifier = try connection.firstValue("PRAGMA application_id")
    guard identifier == .integer(0) || identifier == .integer(applicationID) else {
      var found = ""
      if case .integer(let number) = identifier { found = String(number, radix: 16) }
      throw DatabaseError(
        .foreignFile,
        "The file belongs to another application: its id is 0x\(found), "
          + "ours is 0x\(String(applicationID, radix: 16)).",
        remedy: "Check the path."
      )
    }
    let applied = try MigrationTable.applied(on: connection)
    if let migrations { _ = try MigrationPlan(known: migrations, applied: applied) }
  }

  /// The same for a file that is only going to be read, which has to be there and up to date.
  ///
  /// - Throws: `.cannotOpen`, `.readOnly`, and what ``check(_:migrations:applicationID:)`` throws.
  static func checkReadable(
    _ location: DatabaseLocation,
    migrations: [Migration]?,
    applicationID: Int64
  ) throws(DatabaseError) {
    guard location != .memory, try location.hasContent() else {
      throw DatabaseError(
        .cannotOpen,
        "There is no database to read: the file is missing or empty.",
        remedy: "Check the path, or open it for writing, which creates it."
      )
    }
    try check(location, migrations: migrations, applicationID: applicationID)
    guard let migrations else { return }
    let connection = try Connection.open(location, mode: .inspector)
    let applied = try MigrationTable.applied(on: connection)
    let pending = try MigrationPlan(known: migrations, applied: applied).pending
    guard let first = pending.first else { return }
    throw DatabaseError(
      .readOnly,
      "The file was opened to be read only, and the migration \(first.name) is not applied to it.",
      remedy: "Open it for writing once."
    )
  }

  /// Marks a file as this library's, unless it already had tables of somebody else.
  static func claim(
    _ connection: Connection,
    as applicationID: Int64
  ) throws(DatabaseError) {
    guard try connection.firstValue("SELECT 1 FROM sqlite_schema") == nil else { return }
    // Runs inside the first migration's transaction: pragmas that write the header take part in it.
    try connection.run(SQL(text: "PRAGMA application_id = \(applicationID)"))
  }
}
