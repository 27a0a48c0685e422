#if GTK
import Foundation
import Glibc

/// The example with windows as a process of its own.
public struct ExampleProcess: Sendable {
  private let process: pid_t

  /// Starts the example.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the example.
  ///   - environment: Variables that differ from the test's; nil for variables that do not exist.
  public init(_ arguments: [String] = [], environment: [String: String?]) throws {
    // SwiftPM puts the example beside the test bundle.
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let example = tests.deletingLastPathComponent().appendingPathComponent("counter").path
    process = try ChildProcess.start(
      ["setpriv", "--pdeathsig", "KILL", example] + arguments,
      changes: environment
    )
  }

  /// Waits until the process has ended, and returns its exit code. The loop goes on meanwhile.
  public func exitCode() async -> Int32 {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: ChildProcess.wait(for: process))
      }
    }
  }

  /// Ends the process.
  public func end() {
    kill(process, SIGKILL)
    _ = ChildProcess.wait(for: process)
  }
}

#endif
