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
    /// The recording of the last commit, or nil before the first commit, or if the configuration
    /// does not request recordings.
    var latest: CommitRecording?
    /// The recordings of running `explain` calls, each with all commits since the call began.
    var open: [CommitRecording] = []
    /// Whether commits are traced.
    var isTracing = false
  }

  let traces = CommitTraces()

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
      let isWanted = recordsAll || !state.open.isEmpty || state.isTracing
      self.isWanted.store(isWanted, ordering: .releasing)
    }
  }

  /// Begins or ends the tracing of commits.
  func setTracing(_ isTracing: Bool) {
    state.withLock { state in
      state.isTracing = isTracing
      traces.setWanted(isTracing)
      let isWanted = recordsAll || !state.open.isEmpty || isTracing
      self.isWanted.store(isWanted, ordering: .releasing)
    }
  }

  /// Adds a commit that is about to be published to all recordings. The caller must hold the write
  /// lock.
  ///
  /// Returns the log that adds the commit's observer calls to the recordings. Returns nil if there
  /// is no recording.
  ///
  /// - Parameter trace: Creates the trace of the commit, or returns nil if its write began before
  ///   the tracing. Is called only if commits are traced.
  func record(
    _ changes: CommitChanges,
    nodes: [GraphNode],
    in database: Database,
    trace: () -> CommitTrace?
  ) -> DeliveryLog? {
    let own = recordsAll ? CommitRecording(in: database) : nil
    let recordings = state.withLock { state in
      if let own { state.latest = own }
      return state.open + (own.map { [$0] } ?? [])
    }
    let traced = traces.isOn ? trace().map { traces.add($0) } : nil
    guard !recordings.isEmpty || traced != nil else { return nil }
    if !recordings.isEmpty {
      let marks = names(of: nodes)
      for recording in recordings { recording.note(changes, marks: marks) }
    }
    let note: @Sendable (ObserverCall) -> Void = { call in
      for recording in recordings { recording.note(call) }
    }
    guard let traced else { return DeliveryLog(note) }
    return DeliveryLog(note) { [traces] work, omittedCount in
      traced.add(work, omitting: omittedCount)
      traces.didChange()
    }
  }

  func noteRead(_ reason: CommitReport.Read.Reason, of signal: Signal) {
    let recordings = state.withLock { $0.open + ($0.latest.map { [$0] } ?? []) }
    guard !recordings.isEmpty else { return }
    let name = signal.description
    for recording in recordings { recording.noteRead(name, reason: reason) }
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
