/// Looks at a file before it is opened for writing, so that a wrong one is refused untouched.
package enum FileInspection {
  /// "SGRF", in the header of files that this library's migrations created
  /// (<https://sqlite.org/pragma.html#pragma_application_id>).
  package static let applicationID: Int64 = 0x5347_5246

  /// - Throws: `.notADatabase`, `.foreignFile`, and what ``MigrationPlan`` throws.
  package static func check(_ location: DatabaseLocation, migrations: [Migration]?)
    throws(DatabaseError)
  {
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

  /// Marks a file as this library's, unless it already had tables of somebody else.
  static func claim(_ connection: Connection) throws(DatabaseError) {
    guard try connection.firstValue("SELECT 1 FROM sqlite_schema") == nil else { return }
    // Runs inside the first migration's transaction: pragmas that write the header take part in it.
    try connection.run(SQL(text: "PRAGMA application_id = \(applicationID)"))
  }
}
