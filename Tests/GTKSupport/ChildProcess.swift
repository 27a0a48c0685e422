#if GTK
import Foundation
import Glibc

/// A program that a test starts with the environment of the tests.
enum ChildProcess {
  /// Starts a program, and returns its process identifier.
  static func start(
    _ words: [String],
    _ actions: UnsafePointer<posix_spawn_file_actions_t>? = nil
  ) throws -> pid_t {
    var arguments = words.map { strdup($0) } + [nil]
    var environment =
      ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var child = pid_t()
    let failure = posix_spawnp(&child, words[0], actions, nil, &arguments, &environment)
    guard failure == 0 else { throw TestDisplayError.noProgram(words[0]) }
    return child
  }

  /// Waits until a program has ended, and returns its exit code.
  static func wait(for child: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
  }
}

#endif
