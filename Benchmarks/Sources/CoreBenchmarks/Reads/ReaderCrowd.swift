import Measurement

/// Threads that read at the same time.
struct ReaderCrowd: CustomStringConvertible {
  enum Sharing {
    /// All threads read the same subject.
    case one
    /// Each reads its own.
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

  /// The time of one of the `operations` that `work` does on each thread's subject.
  func measure<Subject: Sendable>(
    _ name: String,
    operations: Int,
    on subjects: [Subject],
    _ work: @escaping @Sendable (Subject) -> Void
  ) -> Measurement {
    // On this thread, because on a busy machine starting another takes longer than the work.
    if threadCount == 1 { return Measurement(name, operations: operations) { work(subjects[0]) } }
    return Measurement(
      name,
      operations: operations,
      on: { Team(threadCount: threadCount) { work(subjects[$0]) } }
    ) { team in team.runToEnd() }
  }

  /// For each thread what it reads.
  func subjects<Subject>(_ make: () -> Subject) -> [Subject] {
    switch sharing {
    case .one: return Array(repeating: make(), count: threadCount)
    case .none:
      // Every sixteenth, so that what one thread reads shares no cache line with what another does.
      let all = (0..<(threadCount * 16)).map { _ in make() }
      return (0..<threadCount).map { all[$0 * 16] }
    }
  }
}
