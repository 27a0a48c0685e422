public import StateGraphSQLite

/// A local write that the server has refused. The file keeps it, with its rows, until
/// ``sendAgain()`` or ``discard()``.
public struct RefusedWrite: Identifiable, Sendable {
  /// The number of the write in the file. Numbers grow with each local write.
  public let id: Int64
  /// PostgreSQL's SQLSTATE, such as 23505 for a value that another row has.
  public let code: String
  /// The server's message. PostgreSQL's own messages contain no values of rows here. The message of
  /// an exception that a trigger raises is that of the trigger's author, and can contain some.
  public let message: String
  private let database: ReplicaDatabase

  init(_ refusal: ReplicaState.Refusal, in database: ReplicaDatabase) {
    id = refusal.sequence
    (code, message) = (refusal.reason.code, refusal.reason.message)
    self.database = database
  }

  /// Returns the changed rows, as they were before the write and after it. Empty if the file no
  /// longer keeps the write.
  ///
  /// - Throws: `DatabaseError` if SQLite reports an error. The code is `.corrupt` if the stored
  ///   rows are damaged, and `.closed` if the database was released.
  public func changes() throws -> [RefusedChange] {
    try ReplicaContents(try database.get()).refusedChanges(of: id)
  }

  /// Makes the write again, as a new local write on the present rows. It is then pending.
  ///
  /// - Throws: `DatabaseError`. The code is `.constraint` if the write does not fit the rows of the
  ///   file now, and `.misuse` if the file no longer keeps it. Nothing has changed then. After
  ///   `.notDurable`, the new write is in the file.
  public func sendAgain() throws {
    try ReplicaFile(try database.get()).sendAgain(id)
  }

  /// Forgets the write. Does nothing if the file no longer keeps it.
  ///
  /// - Throws: `DatabaseError` if SQLite reports an error.
  public func discard() throws {
    try ReplicaFile(try database.get()).discardRefused(id)
  }
}

extension RefusedWrite: Hashable {
  public static func == (left: RefusedWrite, right: RefusedWrite) -> Bool {
    left.id == right.id && left.code == right.code
      && ByteText(left.message) == ByteText(right.message)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
