import Foundation
import Synchronization
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct FileWatcherTests {
  /// A commit becomes visible after the last write of its bytes, and still later if the disk is
  /// flushed in between.
  @Test func `a change that becomes visible after the last write is reported without a write`()
    throws
  {
    let directory = try TemporaryDirectory()
    let path = try directory.write("", to: "a.log")
    let watcher = try #require(FileWatcher.shared)
    let (heard, hasLooked) = (Gate(), Flag())
    let watch = try #require(
      watcher.watch(path) {
        // The first check does not see the change yet.
        defer { hasLooked.set() }
        if hasLooked.value { heard.open() }
        return hasLooked.value
      }
    )
    defer { watcher.stop(watch) }
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.write(contentsOf: Data("x".utf8))
    #expect(heard.wait())
  }

  @Test func `reports of a pause wake no thread, and its end calls the handlers`() throws {
    let file = try ReportedFile()
    // The writes take less time, also on a busy machine.
    let watcher = try #require(FileWatcher(shortestPause: 1_000_000_000))
    let heard = Gate()
    let watch = try #require(
      watcher.watch(file.path) {
        heard.open()
        return false
      }
    )
    defer { watcher.stop(watch) }
    for _ in 0..<100 {
      watcher.pause()
      try file.write()
    }
    try file.waitForReport()
    #expect(heard.wait())
    #expect(watcher.wakeCount.load(ordering: .relaxed) == 0)
  }

  @Test func `while a handler hears the program's own writes, there are no pauses`() throws {
    let file = try ReportedFile()
    let watcher = try #require(FileWatcher(shortestPause: Self.hour, longestPause: Self.hour))
    let heard = Gate()
    let watch = try #require(
      watcher.watch(file.path, isPrompt: true) {
        heard.open()
        return false
      }
    )
    watcher.pause()
    try file.write()
    #expect(heard.wait())
    watcher.stop(watch)
    watcher.stop(watch)
    let next = try #require(watcher.watch(file.path) { false })
    let wakeCount = watcher.wakeCount.load(ordering: .relaxed)
    watcher.pause()
    try file.write()
    try file.waitForReport()
    #expect(watcher.wakeCount.load(ordering: .relaxed) == wakeCount)
    watcher.stop(next)
  }

  private static let hour = 3_600_000_000_000

  @Test func `own commits wake no thread, and find the commits of another database`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a.sqlite")
    let location = try DatabaseLocation(path: path)
    let watcher = try #require(FileWatcher(shortestPause: Self.hour, longestPause: Self.hour))
    var hooks = ConnectionHooks(fileSystem: "unix")
    hooks.watcher = watcher
    ConnectionHooks.register(hooks, for: location)
    defer { ConnectionHooks.register(nil, for: location) }
    let database = try Database(path: path)
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    try database.watch(try #require(try database.table("t")))
    let commits = CommitRecorder()
    _ = database.attach { commits }
    for id in 1...500 { try database.execute("INSERT INTO t VALUES (\(id))") }
    let other = try Database(path: path)
    try other.execute("INSERT INTO t VALUES (501)")
    // The thread sleeps on, so that only the next write of this database can find the commit.
    _ = commits.changeSets.drain()
    try database.execute("INSERT INTO t VALUES (502)")
    #expect(
      commits.changeSets.drain().map(\.lines) == [
        ["t 501: none -> (501)"], ["t 502: none -> (502)"],
      ]
    )
    #expect(watcher.wakeCount.load(ordering: .relaxed) == 0)
  }

  @Test func `the kernel reports a durable commit of another database`() throws {
    let file = try FollowedFile()
    var configuration = Database.Configuration()
    configuration.durability = .full
    let other = try Database(path: file.watched.path, configuration: configuration)
    try other.execute("INSERT INTO t VALUES (1, 'a')")
    #expect(file.commits.ends.wait())
    #expect(file.drain() == [["t 1: none -> (1, 'a')"]])
  }
}

/// A file whose reports of the kernel arrive at another watcher, too. A report is in the queues of
/// both before either is read.
private struct ReportedFile {
  let directory: TemporaryDirectory
  let path: String
  private let file: FileHandle
  private let watcher: FileWatcher

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.write("", to: "a.log")
    file = try #require(FileHandle(forWritingAtPath: path))
    watcher = try #require(FileWatcher())
  }

  func write() throws { try file.write(contentsOf: Data("x".utf8)) }

  /// Writes once more, and waits until the other watcher has heard it.
  func waitForReport() throws {
    let heard = Gate()
    let watch = try #require(
      watcher.watch(path) {
        heard.open()
        return false
      }
    )
    defer { watcher.stop(watch) }
    try write()
    #expect(heard.wait())
  }
}

private final class Flag: Sendable {
  private let flag = Atomic<Bool>(false)
  var value: Bool { flag.load(ordering: .acquiring) }
  func set() { flag.store(true, ordering: .releasing) }
}
