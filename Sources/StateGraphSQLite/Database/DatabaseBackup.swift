/// Runs ``Database/backup(to:replacesExisting:progress:)``: copies the last commit of an open
/// database into a temporary file, and then renames this file.
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
    let target = try BackupTarget(
      path,
      source: database.location,
      replacesExisting: replacesExisting
    )
    defer { target.removePartialFile() }
    let copy = { (connection: Connection) in
      try PageCopy(source: connection).write(to: target.partialPath, progress: progress)
    }
    if let readers = database.readers {
      try readers.withConnection(copy)
    } else {
      guard !database.isWriting else {
        throw DatabaseError(
          .misuse,
          "A database in memory cannot be copied inside its own write.",
          remedy: "Make the backup after the write."
        )
      }
      try database.readHoldingWriterLock(copy)
    }
    try target.commit()
  }
}
