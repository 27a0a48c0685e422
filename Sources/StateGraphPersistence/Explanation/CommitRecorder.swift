import StateGraphCore
import StateGraphSQLite
import StateGraphThreads
import Synchronization

/// Records the effects of a database's commits. A ``CommitReport`` is made from such a recording.
///
/// Each running call of `Database.explain` has a recording of its own. If the configuration
/// requests it (`explainsCommits`), the last commit also has a recording.
final class CommitRecorder: Sendable {
  private struct State {
    /// The recording of the last commit. Nil before the first commit, or if the configuration does
    /// not request recordings.
    var latest: CommitRecording?
    /// The recordings of running `explain` calls, each with all commits since the call began.
    var open: [CommitRecording] = []
  }

  private let recordsAll: Bool
  private let state = Guarded(State())
  /// Whether commits must be recorded. If false, a commit does no work for recordings.
  private let isWanted: Atomic<Bool>

  init(recordsAll: Bool) {
    self.recordsAll = recordsAll
    isWanted = Atomic(recordsAll)
  }

  var isOn: Bool { isWanted.load(ordering: .acquiring) }

  var latest: CommitRecording? { state.withLock { $0.latest } }

  func begin(_ recording: CommitRecording) {
    state.withLock { state in
      state.open.append(recording)
      isWanted.store(true, ordering: .releasing)
    }
  }

  func end(_ recording: CommitRecording) {
    state.withLock { state in
      state.open.removeAll { $0 === recording }
      if state.open.isEmpty { isWanted.store(recordsAll, ordering: .releasing) }
    }
  }

  /// Adds a commit that is about to be published to all recordings. The caller must hold the write
  /// lock.
  ///
  /// Returns the log that adds the commit's observer calls to the recordings. Returns nil if there
  /// is no recording.
  func record(
    _ changes: CommitChanges,
    _ nodes: [GraphNode],
    in database: Database
  ) -> DeliveryLog? {
    let own = recordsAll ? CommitRecording(in: database) : nil
    let recordings = state.withLock { state in
      if let own { state.latest = own }
      return state.open + (own.map { [$0] } ?? [])
    }
    guard !recordings.isEmpty else { return nil }
    let marks = names(of: nodes)
    for recording in recordings { recording.note(changes, marks) }
    return DeliveryLog { call in
      for recording in recordings { recording.note(call) }
    }
  }

  func noteRead(_ reason: CommitReport.Read.Reason, of signal: Signal) {
    let name = signal.description
    let recordings = state.withLock { $0.open + ($0.latest.map { [$0] } ?? []) }
    for recording in recordings { recording.noteRead(name, reason) }
  }

  /// Returns the number of different nodes for each node name.
  private func names(of nodes: [GraphNode]) -> [ByteText: Int] {
    var seen: Set<ObjectIdentifier> = []
    var names: [ByteText: Int] = [:]
    for node in nodes where seen.insert(ObjectIdentifier(node)).inserted {
      names[ByteText(node.description), default: 0] += 1
    }
    return names
  }
}
