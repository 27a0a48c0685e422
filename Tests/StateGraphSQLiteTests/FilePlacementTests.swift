import Foundation
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct FilePlacementTests {
  @Test func `a file system without inode numbers tells files by their device only`() {
    let numbered = Inode(device: 1, inode: 7)
    let unnumbered = Inode(device: 1, inode: 0)
    #expect(numbered.mayBe(numbered) && unnumbered.mayBe(unnumbered))
    #expect(numbered.mayBe(unnumbered) && unnumbered.mayBe(numbered))
    #expect(!numbered.mayBe(Inode(device: 1, inode: 8)))
    #expect(!numbered.mayBe(Inode(device: 2, inode: 7)))
    #expect(!unnumbered.mayBe(Inode(device: 2, inode: 0)))
  }

  @Test func `a file that cannot be examined does not count as missing`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("x", to: "a")
    guard case .found(let identity) = FileAtPath(path) else { throw TestFailure("not found") }
    #expect(identity.inode != 0)
    #expect(FileAtPath(directory.file("b")) == .missing)
    #expect(FileAtPath(path + "/b") == .missing)
    let long = directory.file(String(repeating: "x", count: 300))
    #expect(FileAtPath(long) == .unknown(ENAMETOOLONG))
  }

  @Test func `a link is not the file to which it leads`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("x", to: "a")
    #expect(symlink(path, directory.file("b")) == 0)
    #expect(FileAtPath(directory.file("b")) != FileAtPath(path))
  }

  @Test func `a folder counts as reliable only after a time without changes`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a.sqlite")
    let writer = try WriterConnection.open(DatabaseLocation(path: path))
    let files = try #require(writer.placement?.files)
    let placement = FilePlacement(files, at: path, quietNanoseconds: 40_000_000)
    try placement.require()
    #expect(!placement.isFolderReliable)
    try waitUntil {
      try placement.require()
      return placement.isFolderReliable
    }
    try directory.write("x", to: "b")
    try placement.require()
    #expect(!placement.isFolderReliable)
  }

  /// The time of the folder's last change is 5.2 seconds and some nanoseconds, and later changes
  /// get the time of the clock.
  @Test(
    arguments: [
      // The clock has gone on.
      (123, timespec(tv_sec: 5, tv_nsec: 204_000_123), 20_000_000),
      (123, timespec(tv_sec: 6, tv_nsec: 0), 20_000_000),
      // A later change can have the same time.
      (123, timespec(tv_sec: 5, tv_nsec: 200_000_123), 3_000_000_000),
      (123, timespec(tv_sec: 5, tv_nsec: 100_000_000), 3_000_000_000),
      // The file system may have rounded the time.
      (0, timespec(tv_sec: 6, tv_nsec: 0), 3_000_000_000),
      (7_000, timespec(tv_sec: 6, tv_nsec: 0), 3_000_000_000),
    ]
  )
  func `the times of a folder are relied on soon only if they are precise and past`(
    nanoseconds: Int,
    clock: timespec,
    expected: Int64
  ) {
    let change = timespec(tv_sec: 5, tv_nsec: 200_000_000 + nanoseconds)
    #expect(FilePlacement.quietNanoseconds(after: change, clock: clock) == expected)
  }

  @Test func `a folder of this file system becomes reliable, and a new name ends this`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a.sqlite")
    let writer = try WriterConnection.open(DatabaseLocation(path: path))
    let placement = try #require(writer.placement)
    for name in ["b", "c", "d"] {
      try waitUntil {
        try placement.require()
        return placement.isFolderReliable
      }
      try directory.write("x", to: name)
      try placement.require()
      #expect(!placement.isFolderReliable)
    }
  }

  @Test func `a database in the root folder has a folder too`() throws {
    let directory = try TemporaryDirectory()
    let writer = try WriterConnection.open(DatabaseLocation(path: directory.file("a.sqlite")))
    let files = try #require(writer.placement?.files)
    let placement = FilePlacement(files, at: "/a.sqlite", quietNanoseconds: 0)
    try placement.require()
    try placement.require()
    #expect(placement.isFolderReliable)
  }
}
