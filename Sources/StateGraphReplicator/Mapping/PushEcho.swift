import StateGraphReplication
import StateGraphRows
import StateGraphSQLite

/// Finds the server's decision about a pushed transaction in the transaction that returns by the
/// feed.
///
/// A push begins with the change of the file's row in `stategraph.clients`, and a refusal continues
/// with a row in `stategraph.refusals`. So only the first changes are read.
struct PushEcho {
  /// The UUID of the file, in lower case.
  let client: String

  /// Returns the decision, or nil if the transaction is not an echo of this file.
  func decision(in transaction: ServerTransaction) throws(ReplicationError) -> PushDecision? {
    var reader = transaction.changes()
    var sequence: Int64?
    while let change = try reader.next() {
      switch change {
      case .insert(let relation, let new) where relation.schema == "stategraph":
        let values = ColumnTexts(relation, values: new)
        if relation.name == "refusals", values["client"] == client,
          let refused = values["seq"].flatMap({ Int64($0) })
        {
          let reason = RefusalReason(code: values["state"] ?? "", message: values["message"] ?? "")
          return .refused(refused, reason: reason)
        }
      case .update(let relation, _, let new) where relation.schema == "stategraph":
        let values = ColumnTexts(relation, values: new)
        if relation.name == "clients", values["id"] == client {
          sequence = values["seq"].flatMap { Int64($0) }
        }
      default: return sequence.map { .applied(through: $0) }
      }
    }
    return sequence.map { .applied(through: $0) }
  }
}

/// The values of a row as texts, by the names of the columns.
private struct ColumnTexts {
  private let relation: Relation
  private let values: [TupleValue]

  init(_ relation: Relation, values: [TupleValue]) {
    (self.relation, self.values) = (relation, values)
  }

  subscript(name: String) -> String? {
    guard let place = relation.columns.firstIndex(where: { $0.name.hasSameBytes(as: name) }),
      place < values.count, case .text(let bytes) = values[place]
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
