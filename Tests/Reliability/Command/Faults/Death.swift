import ArgumentParser
import CFaults

/// The moment at which a process dies, relative to a system call of SQLite.
enum Death: String, CaseIterable, ExpressibleByArgument {
  case before, after
  /// After half of the bytes of a write.
  case within

  /// Makes the process die at the system call with this number. 0 only counts the calls.
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
