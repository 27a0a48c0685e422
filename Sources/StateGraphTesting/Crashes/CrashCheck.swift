import StateGraphSQLite

/// Simulates crashes after the recorded changes of a database's files, and checks what each crash
/// leaves.
///
/// `everyCrash` of ``DatabaseFaults`` creates it with a recording and a copy of the files.
struct CrashCheck {
  /// The error that the developer's check has thrown for the files that a crash leaves, with a
  /// description of the crash.
  struct Failure: Error {
    let message: String
  }

  private let opened: DatabaseCase
  private let image: CrashImage
  private let recording: FileRecording
  private(set) var checkedCount = 0
  private var hasFailed = false

  init(
    of opened: DatabaseCase,
    _ image: CrashImage,
    recording: FileRecording
  ) {
    (self.opened, self.image, self.recording) = (opened, image, recording)
  }

  static func misuse(_ place: String) -> TestDatabaseError {
    TestDatabaseError(.misuse, "everyCrash was called \(place).", remedy: "Call it outside.")
  }

  /// Follows the recording, and checks the files at each chosen moment. Returns after the first
  /// moment at which an expectation fails.
  ///
  /// - Throws: ``Failure`` if `check` throws. Other errors if the files cannot be changed.
  mutating func run(
    _ model: CrashModel,
    pointLimit: Int,
    check: (TestDatabase) throws -> Void
  ) throws {
    let wanted = Set(CrashPlan(recording, limit: pointLimit).moments)
    var loss = PowerLoss(seed: 1)
    for moment in 0...recording.count {
      if moment > 0 {
        let change = recording[moment - 1]
        for kept in model == .powerLoss ? loss.take(change) : [change] { try image.apply(kept) }
      }
      guard wanted.contains(moment) else { continue }
      let outcomes = model == .powerLoss ? loss.outcomes() : [[]]
      for outcome in outcomes {
        try visit(moment, changes: outcome, of: model, check: check)
        if hasFailed { return }
      }
    }
  }

  private mutating func visit(
    _ moment: Int,
    changes: [FileChange],
    of model: CrashModel,
    check: (TestDatabase) throws -> Void
  ) throws {
    checkedCount += 1
    let point = CrashPoint(description(moment, changes: changes, of: model))
    var failure: (any Error)?
    try image.afterChanges(changes) {
      do {
        try CrashPoint.$current.withValue(point) { try open(check) }
      } catch {
        failure = error
      }
    }
    if let failure {
      throw Failure(message: "After \(point.description), the check failed: \(failure)")
    }
    hasFailed = point.hasFailed
  }

  /// Opens the files that a crash leaves as a test database, calls `check`, and closes the
  /// database.
  private func open(_ check: (TestDatabase) throws -> Void) throws {
    let clone = try Clone(
      reopening: image.environment,
      of: opened.clone.template,
      opened.clone.database.configuration
    )
    let crashed = DatabaseCase(clone)
    let outcome = Result {
      try TestDatabase.$boundCase.withValue(crashed) { try check(TestDatabase(crashed)) }
    }
    opened.takeFailures(of: crashed)
    let problems = crashed.endBlocking(removesFiles: false)
    try outcome.get()
    guard problems.isEmpty else {
      throw TestDatabaseError(.unexpected, problems.joined(separator: "\n"))
    }
  }

  private func description(
    _ moment: Int,
    changes: [FileChange],
    of model: CrashModel
  ) -> String {
    let count = recording.count
    let place =
      moment == 0
      ? "before the first of \(count) changes of the files"
      : "after change \(moment) of \(count), \(recording[moment - 1].description)"
    guard model == .powerLoss else { return "a crash \(place)" }
    return "a power failure \(place), with \(changes.count) of the unflushed changes"
  }
}

/// The kind of crash that is simulated by
/// ``DatabaseFaults/everyCrash(_:pointLimit:of:fileID:filePath:line:column:after:)``.
public enum CrashModel: Sendable {
  /// The process ends, for example by SIGKILL. The operating system keeps each completed write.
  case processEnd
  /// The computer loses its power. The writes to a file since its last flush may be lost, all or
  /// some of them, and independently of other files.
  case powerLoss
}

/// Chooses the moments of a recording at which a crash is simulated.
struct CrashPlan {
  /// One element for each crash: how many file changes happen before the crash. In ascending order.
  let moments: [Int]

  /// - Parameters:
  ///   - recording: The recorded changes of the files.
  ///   - limit: The number of moments that are chosen at regular distances. The moments around each
  ///     commit are chosen in addition.
  init(_ recording: FileRecording, limit: Int) {
    let all = recording.count + 1
    guard all > limit else {
      moments = Array(0..<all)
      return
    }
    var chosen = Set((0..<max(1, limit)).map { $0 * (all - 1) / max(1, limit - 1) })
    for index in 0..<recording.count where recording[index].commits {
      chosen.formUnion([index, index + 1, index + 2].filter { $0 < all })
    }
    moments = chosen.sorted()
  }
}
