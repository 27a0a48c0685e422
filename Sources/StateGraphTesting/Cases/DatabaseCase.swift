import StateGraphSQLite
import StateGraphThreads
import Synchronization

/// The database of one test case, from its opening to its removal, and everything that is recorded
/// about it: failed assignments, the state before a fault, and patches.
///
/// The trait `database` or `TestDatabase.with` creates the case. ``TestDatabase`` gives the test
/// access to it.
final class DatabaseCase: Sendable {
  /// How long the end of a test waits for a write that the test has left running.
  private static let writeTimeout: Duration = .seconds(5)

  let clone: Clone
  private let failures: Guarded<[any Error]>
  private let before = Guarded<DatabaseState?>(nil)
  private let patches = Guarded<[ExpectationPatch]>([])
  private let failed = Atomic<Bool>(false)

  /// Prepares the template of the fixture if necessary, copies it, and opens the copy.
  ///
  /// - Throws: The first error of a migration or a fixture file.
  init(
    _ fixture: TestFixture,
    in storage: TestDatabase.Storage,
    configuration: Database.Configuration,
    settings: EnvironmentSettings = EnvironmentSettings()
  ) throws {
    let failures = Guarded<[any Error]>([])
    self.failures = failures
    var configuration = configuration
    configuration.explainsCommits = true
    if configuration.onWriteFailure == nil {
      configuration.onWriteFailure = { error in failures.withLock { $0.append(error) } }
    }
    clone = try Clone(
      of: fixture.template.prepare(),
      in: storage,
      configuration,
      settings: settings
    )
  }

  /// Creates a case for a clone whose database is open, such as the result of a simulated crash.
  init(_ clone: Clone) {
    self.clone = clone
    failures = Guarded([])
  }

  /// The state of the database when the last fault was requested, or nil before the first request.
  var stateBeforeFault: DatabaseState? { before.withLock { $0 } }

  /// Reads the state of the database into ``stateBeforeFault``. A test compares it with the state
  /// after the fault.
  func rememberState() throws {
    let state = try DatabaseState(of: clone.database, clone.template.printer)
    before.withLock { $0 = state }
  }

  /// The patches that would correct the failed expectations. They are written to files if the test
  /// fails.
  var expectationPatches: [ExpectationPatch] { patches.withLock { $0 } }

  func add(_ patch: ExpectationPatch) { patches.withLock { $0.append(patch) } }

  /// Whether an expectation has recorded an issue that fails the test. The trait also sees the
  /// issues that other code records.
  var hasFailedExpectation: Bool { failed.load(ordering: .relaxed) }

  /// Notes that an expectation has failed the test.
  ///
  /// - Parameter patch: The patch that makes the expectation true, or nil.
  func fail(with patch: ExpectationPatch? = nil) {
    failed.store(true, ordering: .relaxed)
    if let patch { add(patch) }
  }

  /// Takes over the failures of the case of a crash's image, which belongs to the same test.
  func takeFailures(of image: DatabaseCase) {
    if image.hasFailedExpectation { fail() }
    for patch in image.expectationPatches { add(patch) }
  }

  func takeWriteFailures() -> [any Error] {
    failures.withLock { failures in
      defer { failures = [] }
      return failures
    }
  }

  /// Closes the database and removes its files.
  ///
  /// - Returns: One sentence for each problem that the test has left behind, such as a write that
  ///   does not end.
  func end(waitingAtMost timeout: Duration = writeTimeout) async -> [String] {
    var isClosed = DatabaseClosing(clone.database).closeIfIdle()
    if !isClosed {
      isClosed = await Self.waiting(atMost: timeout) { [clone] in try? clone.database.close() }
    }
    return problems(isClosed: isClosed, timeout: timeout)
  }

  /// Does the same as ``end(waitingAtMost:)``, but blocks the thread while it waits for a write.
  ///
  /// - Parameter removesFiles: Whether the files are removed. Pass false for files that the caller
  ///   needs after the call.
  func endBlocking(
    waitingAtMost timeout: Duration = writeTimeout,
    removesFiles: Bool = true
  ) -> [String] {
    let ended = Monitor(DatabaseClosing(clone.database).closeIfIdle())
    if !ended.read({ $0 }) {
      SystemThread { [clone] in
        try? clone.database.close()
        ended.change { $0 = true }
      }?.detach()
    }
    let isClosed = ended.wait(until: { $0 }, atMost: timeout)
    return problems(isClosed: isClosed, timeout: timeout, removesFiles: removesFiles)
  }

  private func problems(
    isClosed: Bool,
    timeout: Duration,
    removesFiles: Bool = true
  ) -> [String] {
    if removesFiles { clone.removeFiles() }
    var problems = clone.environment?.cancelFaults() ?? []
    problems += takeWriteFailures().map {
      "An assignment to a property could not be written: \($0)"
    }
    if !isClosed {
      problems.append(
        "A write of the test's database still ran \(timeout) after the end of the test."
      )
    }
    return problems
  }

  /// Runs `body` on a new thread. Returns false if `body` has not returned within `timeout`. The
  /// thread then continues in the background.
  private static func waiting(
    atMost timeout: Duration,
    _ body: @escaping @Sendable () -> Void
  ) async -> Bool {
    let (ends, end) = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingOldest(1))
    SystemThread {
      body()
      end.yield(true)
    }?.detach()
    let timer = Task {
      try await Task.sleep(for: timeout)
      end.yield(false)
    }
    defer { timer.cancel() }
    for await isDone in ends { return isDone }
    return false
  }
}
