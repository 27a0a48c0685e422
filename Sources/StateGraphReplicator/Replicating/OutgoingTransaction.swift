import StateGraphReplication
import StateGraphSQLite

/// A pending transaction on its way to the server.
struct OutgoingTransaction: Sendable {
  let transaction: PushTransaction
  /// Why the server cannot store a value of the transaction, or nil if it can store all values.
  let refusal: ReplicationError?
  /// About how much memory the transaction needs.
  let byteCount: Int

  /// - Throws: `.schemaMismatch` if a table has lost columns since the transaction. Also the errors
  ///   of reading the outbox.
  init(
    _ pending: PendingTransaction,
    in outbox: OutboxReader,
    with maker: PatchMaker
  ) throws {
    var patches: [Patch] = []
    var refusal: ReplicationError?
    try outbox.forEachChange(of: pending) { change in
      guard refusal == nil else { return }
      do throws(ReplicationError) {
        if let patch = try maker.patch(change) { patches.append(patch) }
      } catch {
        guard error.code != .schemaMismatch else { throw error }
        refusal = error
      }
    }
    self.refusal = refusal
    byteCount = patches.reduce(256) { $0 + $1.byteCount }
    transaction = PushTransaction(
      sequence: pending.seq,
      identifier: UUIDText.text(of: pending.id.bytes),
      patches: refusal == nil ? patches : []
    )
  }
}

extension Patch {
  fileprivate var byteCount: Int {
    let values =
      switch kind {
      case .insert(let values), .update(let values): values
      case .delete: [PatchValue]()
      }
    return (values + key + expected).reduce(128) { $0 + 64 + ($1.text?.count ?? 0) }
  }
}
