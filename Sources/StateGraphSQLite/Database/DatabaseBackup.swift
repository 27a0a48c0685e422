/// Runs ``Database/backup(to:replacesExisting:progress:)`` and
/// ``Database/vacuum(into:replacesExisting:)``: copies the last commit of an open database into a
/// temporary file, and then renames this file.
struct DatabaseBackup {
  private let database: Database

  init(of database: Database) {
    self.database = database
  }

  func write(
    to path: String,
    replacesExisting: Bool,
    progress: (_ copiedPageCount: Int, _ pageCount: Int) throws -> Void
  ) throws {
    try write(to: path, replacesExisting: replacesExisting) { partialPath in
      try withConnection { connection in
        try PageCopy(source: connection).write(to: partialPath, progress: progress)
      }
    }
  }

  /// Writes the rows of the last commit instead of its pages.
  func writeCompacted(to path: String, replacesExisting: Bool) throws {
    try write(to: path, replacesExisting: replacesExisting) { partialPath in
      guard let readers = database.readers else {
        return try withConnection { try DatabaseVacuum.run("VACUUM INTO \(partialPath)", on: $0) }
      }
      // The statement writes another file, which a connection of the pool must not do.
      let connection = try readers.openSeparate()
      try connection.run("PRAGMA query_only = OFF")
      try DatabaseVacuum.run("VACUUM INTO \(partialPath)", on: connection)
    }
  }

  private func write(
    to path: String,
    replacesExisting: Bool,
    copying: (_ partialPath: String) throws -> Void
  ) throws {
    let target = try BackupTarget(
      path,
      source: database.location,
      replacesExisting: replacesExisting
    )
    defer { target.removePartialFile() }
    try copying(target.partialPath)
    try target.commit()
  }

  /// Calls `body` with a connection that has no open transaction.
  private func withConnection(_ body: (Connection) throws -> Void) throws {
    if let readers = database.readers { return try readers.withConnection(body) }
    guard !database.isWriting else {
      throw DatabaseError(
        .misuse,
        "A database in memory cannot be copied inside its own write.",
        remedy: "Make the backup after the write."
      )
    }
    try database.readHoldingWriterLock(body)
  }
}
