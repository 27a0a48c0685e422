import Synchronization

/// How often live queries and relationships of one database have asked the file, by reason. Reading
/// what is kept, and following a commit by its rows, counts nowhere.
final class QueryReads: Sendable {
  /// Why a live query ran SQL.
  enum Reason: Int, CaseIterable {
    /// Nothing was kept: its first read, or the first after more changes than it pays to follow,
    /// a change of the schema, or an import.
    case first
    /// More rows left a window than it keeps behind its end.
    case refill
    /// Rows of another table have changed, and those that they belong to were asked again.
    case related
    /// A row could not be followed: it is gone again by a later commit.
    case lost
    /// The shape can only be answered by SQL.
    case unfollowed
    /// A fault: the kept rows did not fit the commit's. Always 0.
    case inconsistent
  }

  private let first = Atomic<Int>(0)
  private let refill = Atomic<Int>(0)
  private let related = Atomic<Int>(0)
  private let lost = Atomic<Int>(0)
  private let unfollowed = Atomic<Int>(0)
  private let inconsistent = Atomic<Int>(0)

  func note(_ reason: Reason) {
    switch reason {
    case .first: first.add(1, ordering: .relaxed)
    case .refill: refill.add(1, ordering: .relaxed)
    case .related: related.add(1, ordering: .relaxed)
    case .lost: lost.add(1, ordering: .relaxed)
    case .unfollowed: unfollowed.add(1, ordering: .relaxed)
    case .inconsistent: inconsistent.add(1, ordering: .relaxed)
    }
  }

  func count(_ reason: Reason) -> Int {
    switch reason {
    case .first: first.load(ordering: .relaxed)
    case .refill: refill.load(ordering: .relaxed)
    case .related: related.load(ordering: .relaxed)
    case .lost: lost.load(ordering: .relaxed)
    case .unfollowed: unfollowed.load(ordering: .relaxed)
    case .inconsistent: inconsistent.load(ordering: .relaxed)
    }
  }
}

extension QueryReads {
  /// For all reasons.
  var total: Int { Reason.allCases.reduce(0) { $0 + count($1) } }
}
