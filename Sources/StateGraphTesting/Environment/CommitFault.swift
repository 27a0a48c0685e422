/// The way in which a commit fails. See ``DatabaseFaults/failNextCommit(_:)``.
public struct CommitFault: Sendable, Hashable, CustomStringConvertible {
  enum Kind: Hashable {
    case code(Int32)
    case space(Int)
  }

  let kind: Kind
  /// The name of the fault, such as `diskFull`.
  public let description: String

  private init(_ kind: Kind, description: String) {
    (self.kind, self.description) = (kind, description)
  }

  // The numbers below are result codes of SQLite (<https://sqlite.org/rescode.html>).
  /// The disk is full. The write throws `DatabaseError` with the code `.diskFull`.
  public static let diskFull = CommitFault(.code(13), description: "diskFull")
  /// The operating system cannot write the file. The write throws `DatabaseError` with the code
  /// `.inputOutput`.
  public static let inputOutput = CommitFault(.code(10 | 3 << 8), description: "inputOutput")
  /// Another connection holds a lock on the file. The write throws `DatabaseError` with the code
  /// `.busy`.
  public static let busy = CommitFault(.code(5), description: "busy")

  /// The disk becomes full after a number of bytes was written.
  ///
  /// The write that needs more space throws `DatabaseError` with the code `.diskFull`. Usually
  /// COMMIT fails. If a transaction is larger than SQLite's cache of two megabytes, a statement
  /// before COMMIT can fail, too.
  ///
  /// - Parameter bytes: The number of bytes by which the write-ahead log can grow. With the usual
  ///   page size, each changed page of the file needs 4,120 bytes.
  public static func outOfSpace(after bytes: Int) -> CommitFault {
    CommitFault(.space(max(0, bytes)), description: "outOfSpace(after: \(bytes))")
  }
}
