import StateGraphThreads
import Synchronization

/// Records the statements that a database runs, while a test asks for a recording.
package final class StatementRecorder: Sendable {
  /// One run of a statement.
  package struct Run: Sendable {
    package let sql: String
    package let isRead: Bool
  }

  private struct State {
    var runs: [Run] = []
    /// The number of recordings that have begun and not ended. Several recordings may be open at
    /// the same time.
    var recordingCount = 0
  }

  private let state = Guarded(State())
  /// Whether a recording is open. If false, a statement costs only one load of this value.
  private let isRecording = Atomic<Bool>(false)

  /// Begins a recording. Returns the position of its first run, to be passed to ``end(from:)``.
  package func begin() -> Int {
    state.withLock { state in
      state.recordingCount += 1
      isRecording.store(true, ordering: .relaxed)
      return state.runs.count
    }
  }

  /// Ends a recording, and returns the runs of all threads since the recording began.
  package func end(from start: Int) -> [Run] {
    state.withLock { state in
      let runs = Array(state.runs[start...])
      state.recordingCount -= 1
      if state.recordingCount == 0 {
        state.runs = []
        isRecording.store(false, ordering: .relaxed)
      }
      return runs
    }
  }

  func note(_ sql: @autoclosure () -> String, isRead: Bool) {
    guard isRecording.load(ordering: .relaxed) else { return }
    let run = Run(sql: sql(), isRead: isRead)
    state.withLock { if $0.recordingCount > 0 { $0.runs.append(run) } }
  }
}
