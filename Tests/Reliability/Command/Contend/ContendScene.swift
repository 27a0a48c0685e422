import ArgumentParser
import Glibc

/// A kill or a stop of one of the processes that share a file.
enum ContendScene: String, CaseIterable {
  case killedHolder = "holder-killed"
  case stoppedHolder = "holder-stopped"
  /// A process is stopped while it waits in the queue for the write lock.
  case stoppedWaiter = "waiter-stopped"
  /// A process is stopped while it neither has the write lock nor waits for it.
  case stoppedIdler = "idler-stopped"

  /// The number of commits that each of two processes makes while another process is stopped.
  private static let commitCount = 200

  /// Returns the delay, in milliseconds, that the kill or stop caused for the other processes.
  func run(in directory: String) throws -> Int {
    let crew = ContendCrew(try ContendFile(at: directory + "/scene.sqlite"))
    switch self {
    case .killedHolder: return try killHolder(crew)
    case .stoppedHolder: return try stopHolder(crew)
    case .stoppedWaiter: return try stopWaiter(crew)
    case .stoppedIdler: return try stopIdler(crew)
    }
  }

  private func killHolder(_ crew: ContendCrew) throws -> Int {
    let holder = try crew.start(.holds, writer: 99)
    try crew.expect("holding", from: holder)
    let waiters = try (0..<3).map { try crew.start(.waits, writer: $0) }
    for waiter in waiters { try crew.expect("waiting", from: waiter) }
    try crew.expectTicket()
    let start = ContinuousClock.now
    try crew.kill(holder)
    _ = try waiters.map(crew.result)
    let milliseconds = (ContinuousClock.now - start).milliseconds
    try expect([0: 1, 1: 1, 2: 1], crew)
    return milliseconds
  }

  private func stopHolder(_ crew: ContendCrew) throws -> Int {
    let holder = try crew.start(.holds, writer: 99)
    try crew.expect("holding", from: holder)
    let waiter = try crew.start(.waits, writer: 0)
    try crew.expect("waiting", from: waiter)
    usleep(1_000_000)
    let start = ContinuousClock.now
    kill(holder.identifier, SIGCONT)
    let wait = try crew.result(of: waiter).longestWaitMilliseconds
    let milliseconds = (ContinuousClock.now - start).milliseconds
    guard wait >= 1_000 else {
      throw Violation("a waiting process got the write lock before its holder released it")
    }
    try crew.expect("done", from: holder)
    try crew.expectEnd(of: holder)
    try expect([0: 1, 99: 1], crew)
    return milliseconds
  }

  private func stopWaiter(_ crew: ContendCrew) throws -> Int {
    let holder = try crew.start(.holds, writer: 99)
    try crew.expect("holding", from: holder)
    let waiter = try crew.start(.waits, writer: 98)
    try crew.expect("waiting", from: waiter)
    try crew.expectTicket()
    kill(waiter.identifier, SIGSTOP)
    try crew.kill(holder)
    let wait = try commitBesides(crew)
    kill(waiter.identifier, SIGCONT)
    _ = try crew.result(of: waiter)
    try expect([0: Self.commitCount, 1: Self.commitCount, 98: 1], crew)
    return wait
  }

  private func stopIdler(_ crew: ContendCrew) throws -> Int {
    let idler = try crew.start(.idles, writer: 98)
    try crew.expect("idle", from: idler)
    let wait = try commitBesides(crew)
    kill(idler.identifier, SIGCONT)
    try crew.expect("done", from: idler)
    try crew.expectEnd(of: idler)
    try expect([0: Self.commitCount, 1: Self.commitCount, 98: 2], crew)
    return wait
  }

  /// Two processes make their commits while a third is stopped. Returns the longest wait for a
  /// commit, in milliseconds.
  private func commitBesides(_ crew: ContendCrew) throws -> Int {
    let writers = try (0..<2).map {
      try crew.start(.writes, writer: $0, ["--commits", "\(Self.commitCount)"])
    }
    for writer in writers { try crew.expect("ready", from: writer) }
    return try writers.map { try crew.result(of: $0).longestWaitMilliseconds }.max() ?? 0
  }

  private func expect(_ counts: [Int: Int], _ crew: ContendCrew) throws {
    let found = try crew.file.check()
    guard found == counts else {
      throw Violation("the file has the commits \(found) instead of \(counts)")
    }
  }
}
