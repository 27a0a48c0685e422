import Foundation
import TestSupport

/// Runs a script in another process, and waits for its end. `$0`, `$1` and so on are `arguments`.
func runInShell(_ script: String, _ arguments: String...) throws {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/sh")
  process.arguments = ["-c", script] + arguments
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw TestFailure("status \(process.terminationStatus): \(script)")
  }
}
