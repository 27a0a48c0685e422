import Glibc
import StateGraphSQLite

/// The processes that share one file, none of which outlives this.
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

  /// Waits for a process to say a word, which nothing comes before.
  func expect(_ word: String, from child: ChildProcess) throws {
    let line = child.nextLine()
    guard line == word else { throw Violation("\(line ?? "nothing") was said, and not \(word)") }
  }

  /// What a writer of one thread says last. It has to end well.
  func result(of child: ChildProcess) throws -> ContendResult {
    try results(of: child, threadCount: 1)[0]
  }

  /// The same of several threads, in their order.
  func results(of child: ChildProcess, threadCount: Int) throws -> [ContendResult] {
    let results = try (0..<threadCount).map { _ in
      guard let result = child.nextLine().flatMap(ContendResult.init) else {
        throw Violation("a writer did not come to its end: \(end(child))")
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
    guard ending == .signal(SIGKILL) else { throw Violation("a killed process said \(ending)") }
  }

  private func end(_ child: ChildProcess) -> ChildProcess.Ending {
    running.removeAll { $0 === child }
    return child.wait()
  }

  /// Waits until a process is in the queue for the write lock.
  func expectTicket() throws {
    let sharing = try SharingFile.open(beside: DatabaseLocation(path: file.path))
    // Where tickets are: behind all that is written in the file.
    let tickets = 1 << 32..<1 << 41
    for _ in 0..<20_000 {
      if sharing.isLockedByAnother(tickets) { return }
      usleep(500)
    }
    throw Violation("nobody waits in the queue for the write lock")
  }
}
