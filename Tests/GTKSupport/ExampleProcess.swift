#if GTK
import Foundation
import Glibc
import Testing

/// The example app `counter`, or another executable of the package, in a process of its own. A
/// critical message of GLib ends the process by a signal, and so fails the test.
public struct ExampleProcess: Sendable {
  private let process: pid_t

  /// Starts the example.
  ///
  /// - Parameters:
  ///   - program: The name of an executable of this part of the package, or the path of another one.
  ///   - arguments: The arguments of the example.
  ///   - environment: The environment variables that differ from those of the test process. A nil
  ///     value removes a variable.
  public init(
    _ program: String = "counter",
    arguments: [String] = [],
    environment: [String: String?]
  ) throws {
    let example = Self.path(of: program)
    process = try ChildProcess.start(
      ["setpriv", "--pdeathsig", "KILL", example] + arguments,
      changes: environment.merging(["G_DEBUG": "fatal-criticals"]) { given, _ in given }
    )
  }

  /// Whether the executable was built.
  public static func exists(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: path(of: program))
  }

  private static func path(of program: String) -> String {
    if program.hasPrefix("/") { return program }
    // SwiftPM puts the executables into the directory of the test bundle.
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent(program).path
  }

  /// Waits until the process has ended, and returns its exit code. GTK's loop in the test process
  /// continues meanwhile.
  public func exitCode() async -> Int32 {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: ChildProcess.wait(for: process))
      }
    }
  }

  /// Stops the process, so that it answers no call, until it is ended.
  public func pause() { kill(process, SIGSTOP) }

  /// Kills the process, and waits for its end. Records an issue if the process has ended before,
  /// for example because of a critical message.
  public func end() {
    kill(process, SIGKILL)
    let end = ChildProcess.waitForEnd(of: process)
    if end != .signal(SIGKILL) { Issue.record("The example has ended by itself: \(end)") }
  }
}

#endif
