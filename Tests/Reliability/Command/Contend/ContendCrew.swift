import Glibc
import StateGraphSQLite

/// The child processes that share one file. The release of this object kills them.
final class ContendCrew {
  let file: ContendFile
  private var running: [ChildProcess] = []

  init(_ file: ContendFile) { self.file = file }

  deinit {
    for child in running {
      child.kill()
      _ = child.wait()
    }
  }

  func start(
    _ role: ContendWriter.Role,
    writer: Int = 0,
    _ options: [String] = []
  ) throws -> ChildProcess {
    let child = try ChildProcess(
      ["contend-writer", role.rawValue, "--path", file.path, "--writer=\(writer)"] + options
    )
    running.append(child)
    return child
  }

  /// Waits for a process to print `word`. It must be the next line that the process prints.
  func expect(_ word: String, from child: ChildProcess) throws {
    let line = child.nextLine()
    guard line == word else {
      throw Violation("a process printed \(line ?? "nothing") instead of \(word)")
    }
  }

  /// The result that a writer with one thread prints at its end. The process must exit with 0.
  func result(of child: ChildProcess) throws -> ContendResult {
    try results(of: child, threadCount: 1)[0]
  }

  /// The results of a writer with several threads, in the order of the threads.
  func results(of child: ChildProcess, threadCount: Int) throws -> [ContendResult] {
    let results = try (0..<threadCount).map { _ in
      guard let result = child.nextLine().flatMap(ContendResult.init) else {
        throw Violation("a writer printed no result, and ended with \(end(child))")
      }
      return result
    }
    try expectEnd(of: child)
    let failureCount = results.map(\.failureCount).reduce(0, +)
    guard failureCount == 0 else { throw Violation("\(failureCount) writes failed") }
    return results
  }

  func expectEnd(of child: ChildProcess) throws {
    let ending = end(child)
    guard ending == .exit(0) else { throw Violation("a process ended with \(ending)") }
  }

  func kill(_ child: ChildProcess) throws {
    child.kill()
    let ending = end(child)
    guard ending == .signal(SIGKILL) else {
      throw Violation("a killed process ended with \(ending)")
    }
  }

  private func end(_ child: ChildProcess) -> ChildProcess.Ending {
    running.removeAll { $0 === child }
    return child.wait()
  }

  /// Waits until a process is in the queue for the write lock.
  func expectTicket() throws {
    let sharing = try SharingFile.open(beside: DatabaseLocation(path: file.path))
    // Tickets are locks on bytes behind the content of the sharing file.
    let tickets = 1 << 32..<1 << 41
    for _ in 0..<20_000 {
      if sharing.isLockedByAnother(tickets) { return }
      usleep(500)
    }
    throw Violation("no process waits in the queue for the write lock")
  }
}
