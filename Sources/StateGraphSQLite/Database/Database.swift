/// A SQLite database file, with one private writer connection and several readers.
///
/// A database is safe to share between threads. One thread at a time writes; reads on other threads
/// see the last commit. After each commit, the database tells its graph which rows have changed.
///
/// ```swift
/// let database = try Database(path: "app.sqlite", migrations: .directory("Migrations"))
/// try database.write {
///   try database.execute("INSERT INTO users (name) VALUES (\(name))")
/// }
/// let names = try database.fetchValues(String.self, "SELECT name FROM users")
/// ```
public final class Database: Sendable {
  /// The settings with which the database was opened.
  public let configuration: Configuration
  package let location: DatabaseLocation
  /// Counts the statements of all connections.
  package let statementCounter = StatementCounter()

  /// Held by the one thread that writes.
  let writerLock = WriterLock()
  /// The writer connection.
  let writers: WriterSlot
  /// Nil in memory, where a second connection would see another database.
  let readers: ReaderPool?
  /// Runs writes.
  let transactions = WriteTransactions()
  /// Publishes commits to everything live.
  let publisher = CommitPublisher()
  /// The commit observer.
  let observers = ObserverSlot()
  /// Follows the commits of other processes.
  let foreignCommits = ForeignCommits()
  /// The open snapshots of all threads.
  let snapshots = Snapshots()
  /// Runs asynchronous writes.
  let writeQueue = WriteQueue()
  /// The folder of a temporary database, which is deleted with it.
  private let temporaryFolder: TemporaryFolder?

  /// Opens the file at `path`. Creates it, readable by its owner only, where it is missing.
  ///
  /// - Parameters:
  ///   - path: A file path, or `:memory:` for a database that lives as long as this object.
  ///   - migrations: Bring the schema of the file up to date before it can be used.
  ///   - configuration: The settings of the database.
  /// - Throws: ``DatabaseError``: `.notADatabase`, `.foreignFile` or `.schemaTooNew` before a byte
  ///   is written; `.migrationModified`, `.migrationMissing` or `.migrationFailed`; `.cannotOpen`;
  ///   `.readOnly` where a read-only database lacks a migration.
  public convenience init(
    path: String,
    migrations: MigrationSource? = nil,
    configuration: Configuration = .init()
  ) throws(DatabaseError) {
    try self.init(
      DatabaseLocation(path: path),
      in: nil,
      migrations: migrations,
      configuration: configuration
    )
  }

  init(
    _ location: DatabaseLocation,
    in folder: TemporaryFolder?,
    migrations: MigrationSource?,
    configuration: Configuration
  ) throws(DatabaseError) {
    let opened = try DatabaseOpening(
      location,
      migrations: migrations,
      configuration: configuration,
      counter: statementCounter
    )
    self.configuration = configuration
    self.location = location
    temporaryFolder = folder
    readers = opened.readers
    writers = WriterSlot(opened.writer)
  }

  deinit {
    foreignCommits.lockedTracker?.end()
    // Also after `close`: entities can look the database up until now.
    observer?.databaseDidClose()
  }

  /// Closes the file. Afterwards every read and write throws `.closed`, and live entities keep
  /// their last values.
  ///
  /// Waits for an open write of another thread. A read that is under way goes on, and its
  /// connection closes when it ends. A second call does nothing.
  ///
  /// - Throws: `.misuse` inside a write of this database.
  public func close() throws(DatabaseError) {
    guard !writerLock.isHeldByCurrentThread else {
      throw DatabaseError(
        .misuse,
        "A database cannot be closed inside its own write.",
        remedy: "Close it after the write."
      )
    }
    readers?.close()
    writerLock.acquire()
    let isFirst = writers.close()
    let tracker = foreignCommits.stop()
    writerLock.release()
    tracker?.end()
    guard isFirst else { return }
    temporaryFolder?.remove()
    observer?.databaseDidClose()
  }
}
