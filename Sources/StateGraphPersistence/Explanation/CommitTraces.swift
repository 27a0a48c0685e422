import StateGraphThreads
import Synchronization

/// The traces of the newest commits of a database. Commits are traced only while somebody wants
/// traces.
package final class CommitTraces: Sendable {
  private struct State {
    var recordings: [CommitTraceRecording] = []
    var changeCount = 0
  }

  /// The number of traces that are kept.
  package static let limit = 64

  private let state = Guarded(State())
  private let isWanted = Atomic(false)

  /// Whether commits are traced. If false, a commit only reads this property.
  var isOn: Bool { isWanted.load(ordering: .relaxed) }

  /// A number that increases with each change of the traces.
  package var changeCount: Int { state.withLock { $0.changeCount } }

  /// The kept traces, the oldest first.
  package var all: [CommitTrace] { state.withLock { $0.recordings }.map(\.current) }

  /// Returns the trace of the commit with this number, or nil if it is not kept.
  package func trace(_ number: UInt64) -> CommitTrace? { all.first { $0.number == number } }

  func setWanted(_ isWanted: Bool) { self.isWanted.store(isWanted, ordering: .relaxed) }

  /// Keeps a trace. Returns the recording that receives its work.
  func add(_ trace: CommitTrace) -> CommitTraceRecording {
    let recording = CommitTraceRecording(trace)
    state.withLock { state in
      state.changeCount += 1
      state.recordings.append(recording)
      if state.recordings.count > Self.limit { state.recordings.removeFirst() }
    }
    return recording
  }

  func didChange() { state.withLock { $0.changeCount += 1 } }
}
