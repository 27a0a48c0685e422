#if PostgreSQL
import StateGraphReplication

/// Takes transactions from a feed.
struct FeedRecording {
  let feed: PostgreSQLFeed
  private(set) var transactions: [ServerTransaction] = []
  private(set) var end = LogPosition.zero

  init(_ feed: PostgreSQLFeed) { self.feed = feed }

  mutating func take() async throws {
    let batch = try await feed.next()
    transactions += batch.transactions
    end = batch.end
  }

  mutating func take(_ count: Int) async throws {
    while transactions.count < count { try await take() }
  }

  /// The changes of all transactions, as text.
  func texts() throws -> [[String]] {
    try transactions.map { transaction in
      var changes = transaction.changes()
      var texts: [String] = []
      while let change = try changes.next() { texts.append(change.testText) }
      return texts
    }
  }
}

extension RowChange {
  var testText: String {
    switch self {
    case .insert(let relation, let new): "+\(relation.name)(\(Self.text(new)))"
    case .update(let relation, let old, let new):
      "\(relation.name)\(old.map { "[\(Self.text($0.values))]" } ?? "")(\(Self.text(new)))"
    case .delete(let relation, let old): "-\(relation.name)[\(Self.text(old.values))]"
    case .truncate(let relations, _, _): "0" + relations.map(\.name).joined(separator: ",")
    }
  }

  private static func text(_ values: [TupleValue]) -> String {
    values.map { value in
      switch value {
      case .null: "NULL"
      case .unchanged: "…"
      case .text(let bytes):
        bytes.count > 40 ? "\(bytes.count) bytes" : String(decoding: bytes, as: UTF8.self)
      }
    }.joined(separator: " ")
  }
}
#endif
