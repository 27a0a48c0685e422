#if GTK
import Glibc

/// A virtual X server of its own, which ends with the test process.
@MainActor
public struct DisplayServer {
  private let process: pid_t
  /// The value of `DISPLAY` for programs that show windows on this server.
  public let name: String

  /// Starts Xvfb.
  ///
  /// - Parameter folder: The folder in which the server keeps the pixels of the screen.
  public init(folder: String) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw TestDisplayError.system(errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // `setpriv --pdeathsig` ends Xvfb with this process, even if this process crashes.
    let words = [
      "setpriv", "--pdeathsig", "KILL", "Xvfb", "-displayfd", "3", "-fbdir", folder, "-screen", "0",
      "1280x1024x24", "-nolisten", "tcp",
    ]
    defer { close(ends[0]) }
    do {
      defer { close(ends[1]) }
      process = try ChildProcess.start(words, &actions)
    }
    let number = TestDisplay.line(from: ends[0])
    guard !number.isEmpty else { throw TestDisplayError.noProgram("Xvfb") }
    name = ":\(number)"
  }

  /// Ends the server, as a crash of it does.
  public func end() {
    kill(process, SIGKILL)
    _ = ChildProcess.waitForEnd(of: process)
  }
}

#endif
