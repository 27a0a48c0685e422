/// Checks whether a database file belongs to this program and fits the program's migrations, before
/// the file is opened for writing. A file that does not fit is refused and stays unchanged.
package enum FileInspection {
  /// The application id that this library writes into the header of a new file: "SGRF" in ASCII.
  ///
  /// The id is described at <https://sqlite.org/pragma.html#pragma_application_id>.
  package static let applicationID: Int64 = 0x5347_5246

  /// Checks that the file is a database of this application, and that its applied migrations fit
  /// `migrations`.
  ///
  /// - Parameters:
  ///   - location: The database file. A missing or empty file is accepted.
  ///   - migrations: The migrations that the program contains. If nil, applied migrations are not
  ///     checked.
  ///   - applicationID: The application id that the file must have. A file with the id 0 is also
  ///     accepted.
  ///   - acceptsAnyApplication: Whether a file with any application id is accepted.
  ///   - isToBeWritten: Whether SQLite may roll back an interrupted transaction if the file cannot
  ///     be read otherwise.
  ///   - busyTimeout: How long to wait for the locks of other processes.
  /// - Throws: `.notADatabase`, `.foreignFile`, and the errors of ``MigrationPlan``. `.busy` if
  ///   other processes still lock or change the file after the timeout.
  package static func check(
    _ location: DatabaseLocation,
    migrations: [Migration]?,
    applicationID: Int64 = applicationID,
    acceptsAnyApplication: Bool = false,
    isToBeWritten: Bool = false,
    busyTimeout: Duration = Connection.defaultBusyTimeout
  ) throws(DatabaseError) {
    func inspect() throws(DatabaseError) {
      guard try location.hasContent() else { return }
      try read(location, busyTimeout: busyTimeout) {
        connection throws(DatabaseError) in
        if !acceptsAnyApplication { try requireID(applicationID, on: connection) }
        let applied = try MigrationTable.applied(on: connection)
        if let migrations { _ = try MigrationPlan(known: migrations, applied: applied) }
      }
    }
    do {
      try inspect()
    } catch {
      guard isToBeWritten, try InterruptedTransaction.undo(in: location, after: error) else {
        throw error
      }
      try inspect()
    }
  }

  /// Throws an error if the file has the application id of another program.
  private static func requireID(
    _ applicationID: Int64,
    on connection: Connection
  ) throws(DatabaseError) {
    let identifier = try ReplicaTable.originalID(
      connection.firstValue("PRAGMA application_id"),
      on: connection
    )
    guard identifier == .integer(0) || identifier == .integer(applicationID) else {
      var found = ""
      if case .integer(let number) = identifier { found = Self.hexadecimal(number) }
      throw DatabaseError(
        .foreignFile,
        "The file belongs to another application: its application id is 0x\(found), "
          + "and this program's is 0x\(Self.hexadecimal(applicationID)).",
        remedy: "Check the path, or set the id of the file in `Configuration.applicationID`."
      )
    }
  }

  /// The header of the file has 32 bits, which SQLite reads as a signed number.
  private static func hexadecimal(_ id: Int64) -> String {
    String(UInt32(truncatingIfNeeded: id), radix: 16)
  }

  /// Reads the file through an inspector, a connection that creates no file beside the database.
  ///
  /// An inspector without locks may read some pages before and others after a change by another
  /// process. The result of `body`, or its error, then describes a file that never existed. In that
  /// case, this method opens the file again and repeats `body`.
  ///
  /// - Parameters:
  ///   - location: The file to read.
  ///   - busyTimeout: How long to wait for locks, and how long to repeat `body`.
  ///   - body: The reads. Must not change anything, because it may run several times.
  /// - Throws: The errors of `body`. `.busy` if other processes changed the file during each run.
  package static func read<Result>(
    _ location: DatabaseLocation,
    busyTimeout: Duration = Connection.defaultBusyTimeout,
    body: (Connection) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    let deadline = ContinuousClock.deadline(after: busyTimeout)
    while true {
      let connection = try Connection.open(
        location,
        mode: .inspector,
        busyTimeout: busyTimeout
      )
      let outcome: Swift.Result<Result, DatabaseError>
      do throws(DatabaseError) {
        outcome = .success(try body(connection))
      } catch {
        outcome = .failure(error)
      }
      if connection.readsOneState(of: location) { return try outcome.get() }
      guard ContinuousClock.now < deadline else { throw .changedWhileReadWithoutLocks }
    }
  }

  /// Checks a file that the program will only read.
  ///
  /// A read-only database cannot apply migrations. The file must therefore exist and already have
  /// every migration.
  ///
  /// - Throws: `.cannotOpen` if the file is missing or empty. `.readOnly` if the file lacks a
  ///   migration. Also the errors of
  ///   ``check(_:migrations:applicationID:acceptsAnyApplication:isToBeWritten:busyTimeout:)``.
  static func checkReadable(
    _ location: DatabaseLocation,
    migrations: [Migration]?,
    applicationID: Int64,
    busyTimeout: Duration
  ) throws(DatabaseError) {
    guard location != .memory, try location.hasContent() else {
      throw DatabaseError(
        .cannotOpen,
        "The database does not exist: its file is missing or empty.",
        remedy: "Check the path, or open it for writing, which creates the file."
      )
    }
    try check(
      location,
      migrations: migrations,
      applicationID: applicationID,
      busyTimeout: busyTimeout
    )
    guard let migrations else { return }
    let applied = try read(location, busyTimeout: busyTimeout, body: MigrationTable.applied(on:))
    let pending = try MigrationPlan(known: migrations, applied: applied).pending
    guard let first = pending.first else { return }
    throw DatabaseError(
      .readOnly,
      "The file was opened for reading only, but lacks the migration \(first.name).",
      remedy: "Open it for writing once, which applies the migration."
    )
  }

  /// Writes the application id into the header of a new file. The id shows to which program the
  /// file belongs.
  ///
  /// A file that already has tables keeps its id.
  static func claim(
    _ connection: Connection,
    as applicationID: Int64
  ) throws(DatabaseError) {
    guard try connection.firstValue("SELECT 1 FROM sqlite_schema") == nil else { return }
    // This pragma changes the header of the file. The open transaction of the first migration
    // includes the change.
    try connection.run(SQL(text: "PRAGMA application_id = \(applicationID)"))
  }
}
