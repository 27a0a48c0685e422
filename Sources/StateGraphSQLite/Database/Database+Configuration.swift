public import FoundationEssentials
public import Logging

extension Database {
  /// The settings with which a database is opened. They cannot be changed while the database is
  /// open.
  public struct Configuration: Sendable {
    /// The failures that a committed transaction survives: only a crash of the program, or also a
    /// power failure.
    public var durability: Durability = .normal

    /// How long a write waits for the locks of other processes before it throws `.busy`. The
    /// default is five seconds.
    public var busyTimeout: Duration = Connection.defaultBusyTimeout

    /// The number of recently used entities of each type that the library keeps in memory.
    ///
    /// The library keeps them even if the program has no reference to them. A program that reads
    /// the same thousand rows twice therefore runs no SELECT for the second read.
    public var recentEntityCount = 1_024

    /// Whether the database may write its file, or only read it.
    public var access: Access = .readWrite

    /// The application id, a number in the header of the file that identifies the program.
    ///
    /// The library writes this id to each file that it creates. It refuses a file with another id,
    /// unless that id is 0. The default is the library's own id. Choose your own number if your
    /// program must recognise its own files, and never change that number
    /// (<https://sqlite.org/pragma.html#pragma_application_id>).
    public var applicationID = Int32(FileInspection.applicationID)

    /// Called when an assignment such as `user.name = "…"` fails outside of `Database.write`.
    ///
    /// An assignment cannot throw, so the error is passed to this closure. The property then has
    /// the value that is in the file. After `.notDurable`, this is the new value. The closure runs
    /// on the writing thread, and no lock is held. If the closure is nil, the library logs
    /// the error at level error.
    public var onWriteFailure: (@Sendable (any Error) -> Void)?

    /// Called when a read fails that cannot throw, such as `user.posts`, `users.getAll()` or the
    /// read of a live query.
    ///
    /// Such a read returns no rows, which looks like an empty table. With this closure, a program
    /// can tell a failing disk or a damaged file from an empty table. The methods that throw, such
    /// as `fetch()`, pass their errors only to their caller. A row that an entity type cannot
    /// represent is no failure; see `EntityStore.unreadable`. The closure runs on the reading
    /// thread, and may be called often. The library also logs the error at level error.
    public var onReadFailure: (@Sendable (any Error) -> Void)?

    /// The closure that returns the current time for the timestamps that the library sets.
    ///
    /// A write calls the closure at most once, on the writing thread and with the write lock held.
    /// All timestamps of the write have this time. A test can pass a closure with a fixed time.
    public var transactionClock: @Sendable () -> Date = { Date() }

    /// The number of rows above which the library warns of a slow live query.
    ///
    /// A live query logs a warning if it cannot use an index and its table has more than this
    /// number of rows.
    public var scanWarningRowCount = 10_000

    /// Whether the library records how each commit changes the graph of entities and queries.
    ///
    /// The record lists the graph nodes that the commit invalidates, and the observers that it
    /// calls. `Database.lastCommit` returns this record until the next commit. Use it for tests and
    /// debugging, because recording costs about a microsecond for each node.
    public var explainsCommits = false

    /// The logger for errors and warnings of the library. The library never logs the values of
    /// rows.
    public var logger = Logger(label: "stategraph")

    var extensions = ConnectionExtensions()

    /// Creates the default settings: normal durability, and access for reading and writing.
    public init() {}

    /// Adds a collation of the program to every connection of the database, for example for a file
    /// of a program that has a collation with this name. A later one with the same name replaces
    /// it. Opening the database throws `.misuse` if SQLite does not accept the collation.
    public mutating func add(collation: DatabaseCollation) { extensions.add(collation) }

    /// Adds a function of the program to every connection of the database. A later one with the
    /// same name and number of arguments replaces it. Opening the database throws `.misuse` if
    /// SQLite has a function with the name.
    public mutating func add(function: DatabaseFunction) { extensions.add(function) }
  }

  /// Whether a database may write its file.
  public enum Access: Sendable {
    /// Reads and writes the file. Creates the file if it does not exist.
    case readWrite
    /// Only reads the file. A write throws `.readOnly`.
    ///
    /// Use it for a file on read-only media, or for a file that belongs to another program. The
    /// library changes no byte of the file. It creates no file beside it, unless another process
    /// has the database open.
    case readOnly
  }
}
