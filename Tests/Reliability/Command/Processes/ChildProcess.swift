import Glibc

/// A child process with this executable, so that a crash does not end the parent. It is started by
/// exec, because SQLite's locks and Swift's runtime do not survive a fork.
final class ChildProcess {
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
    /// The child printed nothing before the timeout and was killed.
    case silence
  }

  let identifier: pid_t
  private let output: Int32
  private var buffer: [UInt8] = []
  private var isSilent = false

  init(_ arguments: [String]) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Violation("cannot create a pipe: errno \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    output = ends[0]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var strings = (["reliability"] + arguments).map { strdup($0) }
    defer { strings.forEach { free($0) } }
    strings.append(nil)
    var identifier: pid_t = 0
    let result = posix_spawn(&identifier, "/proc/self/exe", &actions, nil, strings, environ)
    guard result == 0 else {
      close(ends[0])
      throw Violation("cannot start a process: \(result)")
    }
    self.identifier = identifier
  }

  deinit { close(output) }

  /// The next line of the child's output; nil at the end of the output. The timeout ends a child
  /// that hangs. It is longer than the longest work of a child without output, of five minutes.
  func nextLine(timeoutSeconds: Int = 900) -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...end) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, Int32(timeoutSeconds * 1_000)) != 0 else {
        isSilent = true
        kill()
        return nil
      }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = read(output, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      buffer += chunk[..<count]
    }
  }

  func kill() { Glibc.kill(identifier, SIGKILL) }

  /// Asks the child to end.
  func stop() { Glibc.kill(identifier, SIGTERM) }

  /// Waits for the end of the child. Its remaining output can still be read.
  func wait() -> Ending {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    if isSilent { return .silence }
    return status & 0x7f == 0 ? .exit(status >> 8 & 0xff) : .signal(status & 0x7f)
  }
}

/// Writes a line to the parent at once, without a buffer, since the process may be killed.
func tell(_ line: String, descriptor: Int32 = 1) {
  let bytes = Array((line + "\n").utf8)
  var written = 0
  while written < bytes.count {
    let result = bytes.withUnsafeBytes {
      write(descriptor, $0.baseAddress! + written, $0.count - written)
    }
    guard result > 0 else { return }
    written += result
  }
}
