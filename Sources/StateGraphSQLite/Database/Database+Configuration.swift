public import Logging

extension Database {
  /// Choices made when a database is opened.
  public struct Configuration: Sendable {
    /// What a returned write survives.
    public var durability: Durability = .normal

    /// How long a write waits for another process to finish before it fails with `.busy`.
    public var busyTimeout: Duration = .seconds(5)

    /// How many entities of each type are kept alive because they were used last, so that walking
    /// over a thousand rows twice is not two thousand SELECTs. Beyond these an entity lives as long
    /// as somebody holds it.
    public var recentEntityCount = 1_024

    /// Whether the file may be written.
    public var access: Access = .readWrite

    /// What a file made by this program says in its header, and what a file must say to be opened
    /// (<https://sqlite.org/pragma.html#pragma_application_id>). The default is the library's own;
    /// a program that wants to know its files from those of others chooses a number, once. A file
    /// that says nothing (0) is opened, too.
    public var applicationID = Int32(FileInspection.applicationID)

    /// Called when a write that cannot throw (`user.name = "…"`) fails outside of
    /// ``Database/write(_:)``. The property then reads as the file has it. On the writing thread,
    /// with no lock held. The default logs at level error.
    public var onWriteFailure: (@Sendable (any Error) -> Void)?

    /// How many rows a table may have before a live query that reads all of it, for want of an
    /// index, is logged as a warning.
    public var scanWarningRowCount = 10_000

    /// Whether every commit is followed to those whom it woke, for `Database.lastCommit` to say: a
    /// help for looking, in a test or a debugger. It names every node that a commit touches, which
    /// costs a microsecond or so for each, and keeps what it found until the next commit.
    public var explainsCommits = false

    /// Where the library logs. Row values are never logged.
    public var logger = Logger(label: "stategraph")

    /// The defaults.
    public init() {}
  }

  /// Whether a database's file may be written.
  public enum Access: Sendable {
    /// Reads and writes; creates a file that is missing.
    case readWrite
    /// Reads, and writes no byte: not to the file, and not beside it where nobody has it open. A
    /// write throws `.readOnly`. For a file on read-only media, or one that is somebody else's.
    case readOnly
  }
}
