import Foundation
import Glibc
import StateGraphThreads
import TestSupport
import Testing

@testable import StateGraphTesting

@Suite struct FileLockTests {
  @Test func `one object at a time holds the lock`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a.lock")
    var first = try FileLock.attempt(path)
    #expect(first != nil)
    #expect(try FileLock.attempt(path) == nil)
    first = nil
    #expect(try FileLock.attempt(path) != nil)
  }

  @Test func `a released lock is free although a copy of its descriptor is open`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a.lock")
    var first = try FileLock.attempt(path)
    let copies = try DescriptorCopies(of: path)
    #expect(first != nil && copies.count > 0)
    first = nil
    #expect(try FileLock.attempt(path) != nil)
    withExtendedLifetime(copies) {}
  }

  @Test func `a thread that has waited for the lock of a removed file locks the new file`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a.lock")
    var held: FileLock? = try FileLock.acquire(path)
    let locks = Recorder<FileLock>()
    let waiting = BackgroundThread { locks.record(try FileLock.acquire(path)) }
    waitUntilLockIsWanted(path)
    unlink(path)
    held = nil
    try waiting.join()
    #expect(held == nil && locks.elements.count == 1)
    #expect(try FileLock.attempt(path) == nil)
    withExtendedLifetime(locks) {}
  }

  /// Returns when the kernel lists a thread that waits for the lock. Returns after a minute where
  /// the kernel has no list.
  private func waitUntilLockIsWanted(_ path: String) {
    var status = stat()
    stat(path, &status)
    let limit = ContinuousClock.now.advanced(by: .seconds(60))
    while ContinuousClock.now < limit {
      let locks = (try? String(contentsOfFile: "/proc/locks", encoding: .utf8)) ?? ""
      let waiters = locks.split(separator: "\n").filter { $0.contains("-> FLOCK") }
      if waiters.contains(where: { $0.contains(":\(status.st_ino) ") }) { return }
      sched_yield()
    }
  }
}
