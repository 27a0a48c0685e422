import Measurement

/// A number of threads that read at the same time.
struct ReaderCrowd: CustomStringConvertible {
  enum Sharing {
    /// All threads read the same subject.
    case one
    /// Each thread reads a subject of its own.
    case none
  }

  let threadCount: Int
  let sharing: Sharing

  var description: String {
    switch (threadCount, sharing) {
    case (1, _): "1 thread"
    case (_, .one): "\(threadCount) threads, the same node"
    case (_, .none): "\(threadCount) threads, a node each"
    }
  }

  /// Measures one operation. `work` does `operations` operations on the subject of a thread.
  func measure<Subject: Sendable>(
    _ name: String,
    operations: Int,
    on subjects: [Subject],
    _ work: @escaping @Sendable (Subject) -> Void
  ) -> Measurement {
    // One reader runs on this thread: on a busy machine, starting a thread takes longer than the
    // work.
    if threadCount == 1 { return Measurement(name, operations: operations) { work(subjects[0]) } }
    return Measurement(
      name,
      operations: operations,
      on: { Team(threadCount: threadCount) { work(subjects[$0]) } }
    ) { team in team.runToEnd() }
  }

  /// Returns the subject of each thread.
  func subjects<Subject>(_ make: () -> Subject) -> [Subject] {
    switch sharing {
    case .one: return Array(repeating: make(), count: threadCount)
    case .none:
      // Only every sixteenth subject is used, so that two threads never read the same cache line.
      let all = (0..<(threadCount * 16)).map { _ in make() }
      return (0..<threadCount).map { all[$0 * 16] }
    }
  }
}
