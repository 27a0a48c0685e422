public import Logging

extension Database {
  /// The settings with which a database is opened.
  public struct Configuration: Sendable {
    /// What a committed transaction survives.
    public var durability: Durability = .normal

    /// How long a write waits for other processes before it fails with `.busy`.
    public var busyTimeout: Duration = .seconds(5)

    /// How many recently used entities of each type the library keeps alive, so that a second pass
    /// over a thousand rows needs no SELECT. Other entities live as long as the program holds them.
    public var recentEntityCount = 1_024

    /// Whether the file may be written.
    public var access: Access = .readWrite

    /// The application id in the header of files that this program creates, and the id that a file
    /// must have to be opened (<https://sqlite.org/pragma.html#pragma_application_id>). The default
    /// is the library's own id. A program that must recognise its own files chooses a number, once.
    /// A file with the id 0 is opened too.
    public var applicationID = Int32(FileInspection.applicationID)

    /// Called when a write that cannot throw, such as `user.name = "…"`, fails outside of
    /// `Database.write`. The property then has the value in the file. Called on the
    /// writing thread, with no lock held. If nil, the failure is logged at level error.
    public var onWriteFailure: (@Sendable (any Error) -> Void)?

    /// A live query without an index logs a warning where its table has more rows than this.
    public var scanWarningRowCount = 10_000

    /// Whether the library records which nodes each commit marks and which observers it calls, for
    /// `Database.lastCommit`. For tests and debugging: it costs about a microsecond for each node,
    /// and keeps the record until the next commit.
    public var explainsCommits = false

    /// The logger of the library. Values of rows are never logged.
    public var logger = Logger(label: "stategraph")

    /// Creates the default settings.
    public init() {}
  }

  /// Whether the file of a database may be written.
  public enum Access: Sendable {
    /// Reads and writes. Creates the file where it is missing.
    case readWrite
    /// Only reads. Writes no byte to the file, nor beside it while no other process has it open. A
    /// write throws `.readOnly`. For a file on read-only media, or a file of another program.
    case readOnly
  }
}
