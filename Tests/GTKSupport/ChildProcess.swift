#if GTK
import Foundation
import Glibc

/// Starts programs that inherit the environment of the test process, and waits for them.
enum ChildProcess {
  /// Starts a program, and returns its process identifier.
  ///
  /// - Parameters:
  ///   - words: The name of the program, and its arguments.
  ///   - actions: The changes of file descriptors that are made before the program starts.
  ///   - changes: The environment variables that differ from those of the test process. A nil value
  ///     removes a variable.
  static func start(
    _ words: [String],
    _ actions: UnsafePointer<posix_spawn_file_actions_t>? = nil,
    changes: [String: String?] = [:]
  ) throws -> pid_t {
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in changes { variables[name] = value }
    var arguments = words.map { strdup($0) } + [nil]
    var environment = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var child = pid_t()
    let failure = posix_spawnp(&child, words[0], actions, nil, &arguments, &environment)
    guard failure == 0 else { throw TestDisplayError.noProgram(words[0]) }
    return child
  }

  /// How a program has ended.
  enum End: Equatable {
    case exit(code: Int32)
    case signal(Int32)
  }

  /// Waits until a program has ended, and returns its exit code. Returns -1 if a signal has ended
  /// the program.
  static func wait(for child: pid_t) -> Int32 {
    if case .exit(let code) = waitForEnd(of: child) { code } else { -1 }
  }

  /// Waits until a program has ended.
  static func waitForEnd(of child: pid_t) -> End {
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    return status & 0x7F == 0 ? .exit(code: (status >> 8) & 0xFF) : .signal(status & 0x7F)
  }
}

#endif
