import StateGraphCore
import Synchronization

/// How often live queries and relationships of one database have asked the file, by reason. Reading
/// what is kept, and following a commit by its rows, counts nowhere.
final class QueryReads: Sendable {
  typealias Reason = CommitReport.Read.Reason

  private let first = Atomic<Int>(0)
  private let refill = Atomic<Int>(0)
  private let related = Atomic<Int>(0)
  private let lost = Atomic<Int>(0)
  private let unfollowed = Atomic<Int>(0)
  private let inconsistent = Atomic<Int>(0)

  private let recorder: CommitRecorder

  init(_ recorder: CommitRecorder) { self.recorder = recorder }

  /// - Parameter signal: Of the slot that asks.
  func note(_ reason: Reason, of signal: Signal) {
    if recorder.isOn { recorder.noteRead(reason, of: signal) }
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
