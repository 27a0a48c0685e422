import StateGraphSQLite
import Synchronization

/// The environment of one test database file: its file system with faults, clock and random
/// numbers, and the code that runs before COMMIT.
///
/// Each connection that this process opens to the file uses this environment, also a connection
/// that an import or a migration opens by the path.
final class TestEnvironment: Sendable {
  let path: String
  let fileSystem: TestFileSystem
  let nextCommit = NextCommit()
  let settings: EnvironmentSettings
  private let location: DatabaseLocation
  private let isCheckingCrashes = Atomic<Bool>(false)

  init(path: String, _ settings: EnvironmentSettings) throws {
    self.path = path
    self.settings = settings
    location = try DatabaseLocation(path: path)
    fileSystem = try TestFileSystem()
    var hooks = ConnectionHooks(fileSystem: fileSystem.name)
    if let milliseconds = settings.milliseconds { fileSystem.setTime(milliseconds) }
    if let seed = settings.seed {
      fileSystem.setSeed(seed)
      hooks.didOpen = { [fileSystem] in fileSystem.replaceRandom(of: $0) }
      hooks.linkKey = { [fileSystem] in
        [fileSystem.nextRandom(), fileSystem.nextRandom()].flatMap { number in
          (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
      }
    }
    hooks.willCommit = { [nextCommit] in try nextCommit.run() }
    ConnectionHooks.register(hooks, for: location)
  }

  /// Creates the environment for a copy of a test database's files, as a crash could leave them.
  /// The copy has the settings and the current time of the original.
  convenience init(path: String, like original: TestEnvironment) throws {
    try self.init(path: path, original.settings)
    guard settings.milliseconds != nil else { return }
    fileSystem.setTime(original.fileSystem.time)
  }

  /// Records that a check of crashes begins. Returns false if another check of the same database
  /// has not ended.
  func beginCrashCheck() -> Bool { !isCheckingCrashes.exchange(true, ordering: .relaxed) }

  func endCrashCheck() { isCheckingCrashes.store(false, ordering: .relaxed) }

  /// Ends the use of the environment for new connections to the path. Open connections keep it.
  func remove() { ConnectionHooks.register(nil, for: location) }

  /// Cancels the requested faults that have not happened. Returns one sentence for each of them.
  func cancelFaults() -> [String] {
    var problems: [String] = []
    if fileSystem.cancelFault(), let fault = nextCommit.fault {
      problems.append("The fault \(fault) did not happen, because no commit wrote after it.")
    }
    if nextCommit.isWaiting {
      nextCommit.set(nil)
      problems.append("The code of beforeNextCommit did not run, because no commit followed.")
    }
    return problems
  }
}
