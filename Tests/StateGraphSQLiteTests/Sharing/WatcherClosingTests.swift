import Foundation
import SQLiteTestSupport
import StateGraphThreads
import Synchronization
import TestSupport
import Testing

@testable import StateGraphSQLite

/// The closing of a database while a thread looks at its file.
@Suite struct WatcherClosingTests {
  /// Closing takes time, for which the commits of all other files would not be seen.
  @Test func `the thread that watches all files closes no database`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a.sqlite")
    let writer = try Database(path: path)
    try writer.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    let watching = try watcherThread(directory)
    let isDone = Atomic<Bool>(false)
    let closing = Recorder<UInt>()
    try onThreads(2) { number in
      if number == 0 {
        // Each commit makes the thread look at the file.
        while !isDone.load(ordering: .acquiring) {
          try writer.execute("INSERT INTO t DEFAULT VALUES")
        }
      } else {
        defer { isDone.store(true, ordering: .releasing) }
        for _ in 0..<300 {
          let database = try Database(path: path)
          _ = database.attach { ClosingObserver(closing) }
          while database.foreignCommits.tracker?.newest == nil { sched_yield() }
        }
      }
    }
    #expect(!closing.elements.isEmpty)
    #expect(!closing.elements.contains(watching))
  }

  @Test func `closing removes the sharing file while a check for commits still runs`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a.sqlite")
    let database = try Database(path: path)
    _ = database.attach { ClosingObserver(Recorder()) }
    // A thread that checks the file holds this object.
    let tracker = try #require(database.foreignCommits.tracker)
    #expect(FileManager.default.fileExists(atPath: path + "-sharing"))
    try database.close()
    #expect(!FileManager.default.fileExists(atPath: path + "-sharing"))
    withExtendedLifetime(tracker) {}
  }

  /// The identity of the thread that watches all files.
  private func watcherThread(_ directory: TemporaryDirectory) throws -> UInt {
    let file = try directory.write("", to: "watched")
    let (thread, called) = (Recorder<UInt>(), Gate())
    let watcher = try #require(FileWatcher.shared)
    let watch = try #require(
      watcher.watch(file) {
        thread.record(threadIdentity())
        called.open()
        return false
      }
    )
    defer { watcher.stop(watch) }
    try Data("x".utf8).write(to: URL(fileURLWithPath: file))
    #expect(called.wait())
    return try #require(thread.elements.first)
  }
}

/// Notes the threads on which databases are closed.
private final class ClosingObserver: CommitListener {
  private let threads: Recorder<UInt>

  init(_ threads: Recorder<UInt>) { self.threads = threads }

  func databaseDidClose() { threads.record(threadIdentity()) }
}
