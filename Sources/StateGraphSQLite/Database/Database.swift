/// A SQLite database file, with one private writer connection and several readers.
///
/// A database can be shared between threads. Only one thread at a time writes. Reads on other
/// threads see the last commit. After each commit, the database tells its observer, the graph of
/// entities and queries, which rows have changed.
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
  /// Counts the statements of all connections of this database.
  package let statementCounter = StatementCounter()

  /// Held by the one thread that writes at the moment.
  let writerLock = WriterLock()
  let writers: WriterSlot
  /// Nil for a database in memory: a second connection would open another database.
  let readers: ReaderPool?
  /// Runs the transactions of `write`.
  let transactions = WriteTransactions()
  /// Updates the entities and queries in memory after each commit.
  let publisher = CommitPublisher()
  let observers = ObserverSlot()
  /// Follows the commits of other processes.
  let foreignCommits = ForeignCommitPublisher()
  /// Has the open snapshots of all threads.
  let snapshots = Snapshots()
  /// Runs the writes that were requested with `await`.
  let writeQueue = WriteQueue()
  /// The folder of a temporary database. It is deleted when the database is closed or deallocated.
  private let temporaryFolder: TemporaryFolder?

  /// Opens the database file at `path`. If the file does not exist, creates it so that only its
  /// owner can read it.
  ///
  /// - Parameters:
  ///   - path: A file path, or `:memory:` for a database that exists as long as this object.
  ///   - migrations: The migrations that bring the schema of the file up to date.
  ///   - configuration: The settings of the database.
  /// - Throws: ``DatabaseError``. `.notADatabase`, `.foreignFile` or `.schemaTooNew` if the file is
  ///   refused, before a byte is written. `.migrationModified`, `.migrationMissing` or
  ///   `.migrationFailed`. `.cannotOpen`. `.readOnly` if the database is opened for reading only
  ///   and a migration is not applied yet.
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
    // Needed even after `close()`, because entities may look the database up until it is
    // deallocated.
    observer?.databaseDidClose()
  }

  /// Closes the file. Afterwards every read and write throws `.closed`. Entities in memory keep
  /// their last values.
  ///
  /// The method waits for an open write of another thread. It does not wait for a running read: the
  /// connection of that read closes when the read ends. A second call does nothing.
  ///
  /// - Throws: `.misuse` inside a write of this database.
  public func close() throws(DatabaseError) {
    guard !writerLock.isHeldByCurrentThread else {
      throw DatabaseError.closeInsideWrite
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
