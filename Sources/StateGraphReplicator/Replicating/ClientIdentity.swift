import StateGraphReplication
import StateGraphSQLite

/// Whether the server's row of a file belongs to this file, and which pending transactions it has
/// decided.
///
/// A file that was copied or restored from a backup has the identity of another file. The random
/// ids of the transactions show this: the server has other transactions under the same numbers.
struct ClientIdentity: Equatable {
  /// Whether the file must continue under a new identity.
  let needsNewClient: Bool
  /// The number of the last pending transaction that the server has decided. It equals the number
  /// of the last decided one if there is none.
  let decided: Int64

  /// - Parameters:
  ///   - local: The number of the last transaction that the file knows to be decided.
  ///   - server: The number of the last transaction that the server has decided, or nil if the
  ///     server does not know the file.
  ///   - comparison: Compares the transaction with a number on both sides.
  /// - Throws: `.unknownHistory` if the server has forgotten what must be compared. Also the errors
  ///   of `comparison`.
  init(
    local: Int64,
    server: Int64?,
    comparison: (Int64) throws -> Comparison
  ) throws {
    guard let server, server >= local else {
      // The server has lost decisions, or it has never seen a file that has some.
      needsNewClient = server != nil || local > 0
      decided = local
      return
    }
    // Each copy of a file has the transactions before the copy in common, so that the last equal
    // one tells about all before it. The server never forgets its last one.
    if try server == local || comparison(server) == .same {
      (needsNewClient, decided) = (false, server)
      return
    }
    var last = local
    search: while last < server {
      switch try comparison(last + 1) {
      case .same: last += 1
      case .different: break search
      case .forgotten: throw ClientIdentity.unknownHistory
      }
    }
    needsNewClient = last < server
    decided = last
  }

  enum Comparison {
    case same
    /// The two sides have different transactions, or the file has none with the number.
    case different
    /// The server has decided a transaction that the file has too, and has forgotten its id.
    case forgotten

    init(own: String?, server: String?) {
      switch (own, server) {
      case (nil, _): self = .different
      case (_, nil): self = .forgotten
      case (let own?, let server?): self = own == server ? .same : .different
      }
    }
  }

  private static var unknownHistory: ReplicationError {
    ReplicationError(
      .unknownHistory,
      "The server no longer knows which of the file's pending writes it has applied.",
      remedy: "Run stategraph-sync leave --discard-pending and then init --replace-rows."
    )
  }
}
