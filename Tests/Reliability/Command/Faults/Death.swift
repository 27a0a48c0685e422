import ArgumentParser
import CFaults

/// A moment at which a process dies: around the system calls of SQLite's.
enum Death: String, CaseIterable, ExpressibleByArgument {
  case before, after
  /// Half of what was to be written has been.
  case within

  /// From now on the process dies at the call of this number. 0 only counts.
  func arm(at point: Int) throws {
    let result = faults_system_calls_install()
    guard result == 0 else { throw Violation("the system calls cannot be wrapped: \(result)") }
    let writes: Set = ["write", "pwrite", "pwrite64"]
    let action =
      switch self {
      case .before: FAULTS_KILL_BEFORE
      case .after: FAULTS_KILL_AFTER
      case .within: FAULTS_KILL_WITHIN
      }
    faults_system_calls_arm(
      faults_plan(
        operations: SystemCalls.mask { self != .within || writes.contains($0) },
        action: Int32(action),
        code: 0,
        at: Int64(point),
        persists: false
      )
    )
  }
}
