import StateGraphCore
import StateGraphThreads
import Synchronization

/// Counts the reads of the file by live queries and relationships of a database, for each reason.
///
/// Reads and updates of rows in memory are not counted.
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

  /// Counts one read of the file.
  ///
  /// If commit reports are being recorded, also adds the read to the report.
  ///
  /// - Parameters:
  ///   - reason: Why the file is read.
  ///   - signal: The graph node that represents the query or relationship.
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

  /// Counts one read of the file, as ``note(_:of:)`` does, and runs it.
  ///
  /// If the work of this thread is being traced, the trace gets the read with its time.
  func read<Result>(
    _ reason: Reason,
    of signal: Signal,
    body: () throws -> Result
  ) rethrows -> Result {
    note(reason, of: signal)
    guard recorder.isOn, DeliveryLog.tracesThisThread else { return try body() }
    let start = SystemClock.uptime
    defer { DeliveryLog.didRead(signal, because: reason.rawValue, since: start) }
    return try body()
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
  /// The number of reads of the file, for all reasons together.
  var total: Int { Reason.allCases.reduce(0) { $0 + count($1) } }
}
