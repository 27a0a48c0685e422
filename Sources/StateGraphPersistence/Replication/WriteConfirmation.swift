public import StateGraphSQLite

/// Whose decision a write waits for.
public enum WriteConfirmation: Hashable, Sendable {
  /// The server's, which applies or refuses the write.
  case byServer
}

/// The server has refused a write whose caller has waited for the decision. The write is undone.
///
/// ``DatabaseReplica/refused`` contains the write, too, until it is sent again or discarded.
public struct WriteRefused: Error, Sendable {
  /// The refused write.
  public let write: RefusedWrite
}

extension WriteRefused: CustomStringConvertible {
  public var description: String {
    // A program may log this text, and the message of a trigger can contain values of rows.
    "The server has refused the write (PostgreSQL \(write.code)). Read its message for the reason."
  }
}

extension Database {
  /// Runs `body` as one transaction of a replicated file, and waits until the server has decided
  /// it.
  ///
  /// All programs see the write as soon as its local transaction has ended, before the server has
  /// decided it. The wait can be long: it lasts until a replicator has reached the server. If the
  /// task is cancelled meanwhile, the write stays in the file and is sent later.
  ///
  /// ```swift
  /// try await database.write(confirmed: .byServer) {
  ///   orders.add(Order(id: .new(), book: book))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - confirmation: Whose decision the write waits for.
  ///   - body: The writes and reads of the transaction. Runs on a thread of the database.
  /// - Returns: The result of `body`, after the server has applied the write.
  /// - Throws: ``WriteRefused`` if the server has refused the write, which is then undone. The
  ///   errors of the asynchronous `write(_:)`. `DatabaseError` with the code `.misuse` if the file
  ///   is not a replica, or if `body` changes the schema; nothing is written then. After
  ///   `.notDurable`, the write is in the file, and the method has not waited for the server.
  ///   `CancellationError` if the task is cancelled.
  @discardableResult
  public func write<Result: Sendable>(
    confirmed confirmation: WriteConfirmation,
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let written = try await StoredReplica(self).writeNumbered(body)
    let state = try await replica.wait { $0.decided >= written.sequence }
    if let refusal = state.refused.first(where: { $0.sequence == written.sequence }) {
      throw WriteRefused(write: RefusedWrite(refusal, in: ReplicaDatabase(self)))
    }
    return written.result
  }
}
