/// A SQLite database file, with one connection that writes and several connections that read.
///
/// Several threads can share a database. Only one thread at a time writes, and reads on other
/// threads see the last commit. After each commit, the database reports the changed rows to its
/// observer, the graph of entities and queries.
///
/// ```swift
/// let database = try Database(path: "app.sqlite", migrations: .directory("Migrations"))
/// try database.write {
///   try database.execute("INSERT INTO users (name) VALUES (\(name))")
/// }
/// let names = try database.fetchValues(String.self, "SELECT name FROM users")
/// ```
public final class Database: Sendable {
  /// A copy of the settings with which the database was opened.
  public let configuration: Configuration
  package let location: DatabaseLocation
  /// The absolute path of the file, or `:memory:` for a database in memory.
  ///
  /// Symbolic links in the path of its folder are resolved.
  public var path: String { location.path }
  /// Counts the statements that all connections of this database run, for ``statementCounts``.
  package let statementCounter = StatementCounter()

  /// The lock that a thread holds while it writes, so that only one thread at a time writes.
  let writerLock = WriterLock()
  let writers: WriterSlot
  /// The connections that read. Nil for a database in memory, which has only the writer.
  let readers: ReaderPool?
  /// Runs each outermost `write` as a transaction, and each nested `write` as a savepoint.
  let transactions: WriteTransactions
  /// Updates the entities and queries in memory after each commit of any process.
  let publisher = CommitPublisher()
  let observers = ObserverSlot()
  /// Detects commits of other processes, and updates the entities and queries in memory.
  package let foreignCommits = ForeignCommitPublisher()
  /// The open snapshots. A snapshot is one thread's view of one commit inside ``read(_:)``.
  package let snapshots = Snapshots()
  /// The folder of a temporary database, which is deleted with it. Nil for other databases.
  let temporaryFolder: TemporaryFolder?

  /// Opens the database file at `path`.
  ///
  /// If the file does not exist, the library creates it. Only the owner of a new file can read it.
  ///
  /// - Parameters:
  ///   - path: A file path. Pass `:memory:` for a database that exists as long as this object.
  ///   - migrations: The migrations that bring the schema of the file up to date.
  ///   - configuration: The settings of the database.
  /// - Throws: ``DatabaseError``. It is `.notADatabase`, `.foreignFile` or `.schemaTooNew` if the
  ///   library refuses the file, before it writes a byte. It is `.migrationModified`,
  ///   `.migrationMissing` or `.migrationFailed` if the migrations do not fit the file or fail. It
  ///   is `.cannotOpen` if the file cannot be opened. It is `.readOnly` if the database is opened
  ///   for reading only and a migration is not applied yet.
  public convenience init(
    path: String,
    migrations: MigrationSource? = nil,
    configuration: Configuration = .init()
  ) throws(DatabaseError) {
    try self.init(
      DatabaseLocation(path: path),
      content: .unknown(migrations),
      configuration: configuration
    )
  }

  package init(
    _ location: DatabaseLocation,
    in folder: TemporaryFolder? = nil,
    content: DatabaseContent,
    configuration: Configuration
  ) throws(DatabaseError) {
    let opened = try DatabaseOpening(
      location,
      content: content,
      configuration: configuration,
      counter: statementCounter
    )
    self.configuration = configuration
    self.location = location
    transactions = WriteTransactions(sharesFlushes: opened.sharesFlushes)
    temporaryFolder = folder
    readers = opened.readers
    writers = WriterSlot(opened.writer)
  }

  deinit {
    readers?.close()  // The writer closes last, so that it moves the log into the file.
    transactions.groupCommit.end(beforeClosing: writers.writer)
    foreignCommits.lockedTracker?.end()
    // After `close()`, entities may look up their database again until it is deallocated. The
    // observer must therefore be called a second time to release them.
    observer?.databaseDidClose()
  }

  /// Closes the file. Afterwards, every read and write throws `.closed`.
  ///
  /// Entities in memory keep their last values. If another thread has an open write, the method
  /// waits until that write ends. It does not wait for a running read, whose connection closes when
  /// the read ends. A second call does nothing.
  ///
  /// - Throws: `.misuse` inside a write of this database.
  public func close() throws(DatabaseError) { try DatabaseClosing(self).close() }
}
