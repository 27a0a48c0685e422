import Logging
import StateGraphThreads
import Synchronization

/// A SQLite database file: one private writer connection, readers beside it, and the net changes of
/// every commit for whoever keeps memory equal to the file.
///
/// Safe to share between threads. Writes take turns; reads on other threads see the last commit.
public final class Database: @unchecked Sendable {
  // SAFETY: `writer`, `isClosed`, `transaction`, `schemas` and what is named `OfTurn` are touched
  // only while `turn` is held; everything else is immutable or guards itself.

  /// What the database was opened with.
  public let configuration: Configuration
  package let location: DatabaseLocation
  let turn = WriterTurn()
  /// Counts the statements of all connections.
  package let statementCounter = StatementCounter()
  /// Nil once closed, where the file is only read, and while none can be opened. Guarded by turn.
  @exclusivity(unchecked) var writer: Connection?
  /// Of a writer in whose place none could be opened yet. Guarded by turn.
  @exclusivity(unchecked) var legacyOfWriter: WriterLegacy?
  /// Guarded by turn.
  private var isClosed = false
  /// The open transaction. Guarded by turn.
  @exclusivity(unchecked) var transaction: Transaction?
  /// Tables by name, compared by its bytes, as the writer last saw them. Guarded by turn.
  var schemas: [SQLiteValue: TableSchema] = [:]
  /// Nil in memory, where there is no second connection to have.
  let readers: ReaderPool?
  /// Held from COMMIT until everything live is up to date, and while a snapshot begins.
  let commitGate = Lock()
  /// Whether a commit may be readable that is not published yet. Changed under the gate.
  let isCommitting = Atomic<Bool>(false)
  /// Counts the commits of this database. Changed under the gate.
  let commitCount = Atomic<UInt64>(0)
  /// The snapshots that threads are in.
  let snapshots = Snapshots()

  /// The folder of a temporary database, which goes with it.
  private let temporaryFolder: TemporaryFolder?
  /// Writes whose tasks wait without a thread of theirs.
  let writeQueue = WriteQueue()
  private let following = Guarded<Following?>(nil)
  /// The same, for those who have the turn. Guarded by turn.
  @exclusivity(unchecked) private(set) var followingOfTurn: Following?
  private let commitObserver = Guarded<(any CommitObserver)?>(nil)
  /// The same, for those who have the turn, without which none is attached. Guarded by turn.
  @exclusivity(unchecked) private(set) var observerOfTurn: (any CommitObserver)?

  /// Opens the file at `path`, creating it (readable by its owner only) where it is missing.
  ///
  /// - Parameters: - path: A file path, or `:memory:` for a database that lives as long as this
  ///   object. - migrations: Brings the file's schema up to date before anything else can see it.
  /// - Throws: ``DatabaseError``: `.notADatabase`, `.foreignFile` or `.schemaTooNew` before a byte
  ///   is written; `.migrationModified`, `.migrationMissing`, `.migrationFailed`; `.cannotOpen`;
  ///   `.readOnly` where a migration is missing that may not be written.
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
    let known = try migrations?.load()
    let id = Int64(configuration.applicationID)
    self.configuration = configuration
    self.location = location
    temporaryFolder = folder
    guard configuration.access == .readWrite else {
      try FileInspection.checkReadable(location, migrations: known, applicationID: id)
      readers = Database.readers(of: location, .bystander, configuration, statementCounter)
      return
    }
    try FileInspection.check(location, migrations: known, applicationID: id, isToBeWritten: true)
    if location != .memory { Database.noteSQLiteVersion(to: configuration.logger) }
    let writer = try Connection.open(
      location,
      mode: .writer,
      durability: configuration.durability,
      busyTimeout: configuration.busyTimeout,
      counter: statementCounter
    )
    if let known {
      let applied = try Migrator(writer, migrations: known, applicationID: id).migrate()
      for migration in applied {
        configuration.logger.debug("applied migration", metadata: ["name": "\(migration.name)"])
      }
    }
    self.writer = writer
    readers =
      location == .memory
      ? nil : Database.readers(of: location, .reader, configuration, statementCounter)
  }

  private static func readers(
    of location: DatabaseLocation,
    _ mode: ConnectionMode,
    _ configuration: Configuration,
    _ counter: StatementCounter
  ) -> ReaderPool {
    ReaderPool(
      location: location,
      mode: mode,
      idleLimit: 4,
      busyTimeout: configuration.busyTimeout,
      counter: counter
    )
  }

  deinit {
    followingOfTurn?.end()
    // Also after `close`: only now can nobody find anything by it.
    observer?.databaseDidClose()
  }

  /// Closes the file. Afterwards every read and write throws `.closed`, and live entities keep what
  /// they last said. Waits for an open write of another thread; a read that is under way goes on,
  /// and its connection closes when it ends. Closing again does nothing.
  ///
  /// - Throws: `.misuse` when called inside ``write(_:)``.
  public func close() throws(DatabaseError) {
    guard !turn.isHeldByCurrentThread else {
      throw DatabaseError(
        .misuse,
        "A database cannot be closed inside its own write.",
        remedy: "Close it after."
      )
    }
    readers?.close()
    turn.acquire()
    let isFirst = !isClosed
    isClosed = true
    (writer, legacyOfWriter) = (nil, nil)
    let following = followingOfTurn
    setFollowing(nil)
    turn.release()
    following?.end()
    guard isFirst else { return }
    temporaryFolder?.remove()
    observer?.databaseDidClose()
  }

  /// Whether this thread is inside ``write(_:)``.
  package var isWriting: Bool { turn.isHeldByCurrentThread && transaction != nil }

  /// Lets `observer` see every commit. There is one, because there is one graph for a database; an
  /// observer that is already there stays and is returned.
  package func attach(_ make: () -> any CommitObserver) -> any CommitObserver {
    if let observer {
      snapshot?.begin(for: observer)
      return observer
    }
    // With the turn, so that an observer comes before or after another thread's write and not into
    // it.
    let isOurs = turn.isHeldByCurrentThread
    if !isOurs { turn.acquire() }
    defer { if !isOurs { turn.release() } }
    let (attached, isNew) = commitObserver.withLock { current in
      if let current { return (current, false) }
      let made = make()
      current = made
      return (made, true)
    }
    if isNew {
      observerOfTurn = attached
      beginFollowing()
    }
    if isNew, isWriting {
      attached.writeWillBegin()
      for _ in 1..<(transaction?.depth ?? 1) { attached.nestedWriteWillBegin() }
    }
    snapshot?.begin(for: attached)
    return attached
  }

  /// How the commits of others are followed; nil before somebody wants to know.
  var currentFollowing: Following? { following.withLock { $0 } }

  /// Call with the turn held.
  func setFollowing(_ new: Following?) {
    followingOfTurn = new
    following.withLock { $0 = new }
  }

  package var observer: (any CommitObserver)? {
    commitObserver.withLock { $0 }
  }

  /// The writer, with the turn held by this thread.
  func requireWriter() throws(DatabaseError) -> Connection {
    if let writer { return writer }
    guard let legacyOfWriter else { throw .databaseIsClosed }
    let fresh = try openWriter(inPlaceOf: legacyOfWriter)
    (writer, self.legacyOfWriter) = (fresh, nil)
    return fresh
  }

  /// The writer inside the open transaction. SQLite may have ended that by itself, and the next
  /// statement would then be a transaction of its own, kept whatever becomes of the write.
  func requireOpenTransaction() throws(DatabaseError) -> Connection {
    let writer = try requireWriter()
    guard !writer.isAutocommit else { throw .transactionHasEnded }
    return writer
  }
}

extension DatabaseError {
  static var transactionHasEnded: DatabaseError {
    DatabaseError(
      .interrupted,
      "SQLite ended the transaction by itself after an error inside it.",
      remedy: "Nothing of it was kept; run it again."
    )
  }

  /// Where memory is refused at the moment at which SQLite finds that a statement has to be
  /// compiled anew, it undoes the transaction and tries again, outside of any.
  static var transactionWasUndone: DatabaseError {
    DatabaseError(
      .outOfMemory,
      "SQLite has undone the transaction for want of memory.",
      remedy: "Run it again."
    )
  }
}
