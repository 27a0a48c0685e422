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

private final class Flag: Sendable {
  private let flag = Atomic<Bool>(false)
  var value: Bool { flag.load(ordering: .acquiring) }
  func set() { flag.store(true, ordering: .releasing) }
}
