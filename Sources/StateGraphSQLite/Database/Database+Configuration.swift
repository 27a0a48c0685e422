public import Logging

extension Database {
  /// The settings with which a database is opened.
  public struct Configuration: Sendable {
    /// Whether a committed transaction survives only a crash of the program, or also a power
    /// failure.
    public var durability: Durability = .normal

    /// How long a write waits for the locks of other processes before it fails with `.busy`.
    public var busyTimeout: Duration = Connection.defaultBusyTimeout

    /// How many recently used entities of each type the library keeps in memory, even if the
    /// program does not hold them. If a program reads the same thousand rows twice, the second pass
    /// then needs no SELECT.
    public var recentEntityCount = 1_024

    /// Whether the file may be written, or only read.
    public var access: Access = .readWrite

    /// The application id in the header of the file
    /// (<https://sqlite.org/pragma.html#pragma_application_id>). It is written to files that this
    /// program creates. A file with another id is refused, unless its id is 0. The default is the
    /// library's own id. Choose a number of your own if the program must recognise its own files,
    /// and never change it.
    public var applicationID = Int32(FileInspection.applicationID)

    /// Called when an assignment such as `user.name = "…"`, which cannot throw, fails outside of
    /// `Database.write`. The property then has the value that is in the file. Called on the writing
    /// thread with no lock held. If nil, the failure is logged at level error.
    public var onWriteFailure: (@Sendable (any Error) -> Void)?

    /// A live query that cannot use an index logs a warning if its table has more rows than this.
    public var scanWarningRowCount = 10_000

    /// Whether the library records which nodes each commit marks as changed and which observers it
    /// calls. `Database.lastCommit` returns this record. Meant for tests and debugging, because
    /// recording costs about a microsecond for each node. The record is kept until the next commit.
    public var explainsCommits = false

    /// The logger that the library uses. The library never logs the values of rows.
    public var logger = Logger(label: "stategraph")

    /// Creates the default settings.
    public init() {}
  }

  /// Whether the file of a database may be written.
  public enum Access: Sendable {
    /// Reads and writes the file. Creates the file if it does not exist.
    case readWrite
    /// Only reads the file. A write throws `.readOnly`. No byte of the file is changed, and no file
    /// is created beside it unless another process has the database open. For a file on read-only
    /// media, or a file that belongs to another program.
    case readOnly
  }
}
