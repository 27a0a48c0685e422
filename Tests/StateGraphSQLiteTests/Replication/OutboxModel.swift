import TestSupport
import Testing

@testable import StateGraphSQLite

/// What the outbox of a file must contain: the net changes of each acknowledged transaction.
struct OutboxModel {
  typealias Changes = [String: [RowKey: (old: [SQLiteValue]?, new: [SQLiteValue]?)]]

  struct Transaction {
    let seq: Int64
    let changes: Changes
  }

  static let tables = ["t", "w", "k", "c"]

  private(set) var pending: [Transaction] = []
  private(set) var newestSeq: Int64 = 0

  /// Adds an acknowledged transaction.
  ///
  /// - Parameter newest: The newest number of the file. A large transaction without a net change
  ///   may have a number of its own.
  /// - Returns: A description of what is wrong, or nil.
  mutating func add(
    from before: CollidingTables.Model,
    to after: CollidingTables.Model,
    newest: Int64
  ) -> String? {
    let changes = OutboxModel.difference(before, after)
    let expected = newestSeq + 1
    guard newest == expected || (newest == newestSeq && changes.isEmpty) else {
      return "the number is \(newest) after \(newestSeq), with \(changes.count) changed tables"
    }
    if newest == expected { pending.append(Transaction(seq: newest, changes: changes)) }
    newestSeq = newest
    return nil
  }

  mutating func decide(through seq: Int64) { pending.removeAll { $0.seq <= seq } }

  /// Returns a description of the first difference to the outbox, or nil.
  func difference(to received: [RecordingSink.Received]) -> String? {
    guard received.map(\.transaction.seq) == pending.map(\.seq) else {
      return "pending \(received.map(\.transaction.seq)), expected \(pending.map(\.seq))"
    }
    for (found, expected) in zip(received, pending) {
      var left = expected.changes
      for change in found.changes {
        let (table, key) = (change.table.string, change.row.key)
        let row = left[table]?.removeValue(forKey: key)
        guard let row, OutboxModel.isSame(row.old, change.row.old),
          OutboxModel.isSame(row.new, change.row.new)
        else {
          let wanted = row.map { "\($0)" } ?? "no change"
          return "transaction \(expected.seq): \(table) \(key) is wrong: \(found.lines), "
            + "expected \(wanted)"
        }
      }
      let missing = left.filter { !$0.value.isEmpty }
      guard missing.isEmpty else { return "transaction \(expected.seq): missing \(missing)" }
    }
    return nil
  }

  private static func isSame(_ values: [SQLiteValue]?, _ image: RowImage?) -> Bool {
    guard let values, let image else { return values == nil && image == nil }
    return values.count == image.count && zip(values, image).allSatisfy { $0.isIdentical(to: $1) }
  }

  private static func difference(
    _ before: CollidingTables.Model,
    _ after: CollidingTables.Model
  ) -> Changes {
    var changes: Changes = [:]
    for table in tables {
      let (old, new) = (before[table] ?? [:], after[table] ?? [:])
      for key in Set(old.keys).union(new.keys) {
        if let first = old[key], let second = new[key], first.count == second.count,
          zip(first, second).allSatisfy({ $0.isIdentical(to: $1) })
        {
          continue
        }
        changes[table, default: [:]][key] = (old[key], new[key])
      }
    }
    return changes
  }
}
