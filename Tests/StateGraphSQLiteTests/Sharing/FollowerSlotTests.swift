import TestSupport
import Testing

@testable import StateGraphSQLite

/// The followers that a writer sees.
@Suite struct FollowerSlotTests {
  let directory: TemporaryDirectory
  let writer: SharingFile
  let other: SharingFile

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("", to: "a.sqlite")
    let location = try DatabaseLocation(path: directory.file("a.sqlite"))
    (writer, other) = (
      try SharingFile.open(beside: location), try SharingFile.open(beside: location)
    )
  }

  @Test func `the writer sees a follower arrive and leave`() {
    #expect(!writer.hasOtherFollowers)
    for _ in 1...3 {
      let slot = FollowerSlot(other)
      #expect(slot != nil)
      #expect(writer.hasOtherFollowers && writer.hasOtherFollowers)
      slot?.leave()
      #expect(!writer.hasOtherFollowers && !writer.hasOtherFollowers)
    }
  }

  @Test func `the writer sees a follower that was there first`() throws {
    let slot = FollowerSlot(other)
    let location = try DatabaseLocation(path: directory.file("a.sqlite"))
    #expect(try SharingFile.open(beside: location).hasOtherFollowers)
    _ = slot
  }

  @Test func `the writer sees a second follower after the first has left`() throws {
    let location = try DatabaseLocation(path: directory.file("a.sqlite"))
    let third = try SharingFile.open(beside: location)
    let (first, second) = (FollowerSlot(other), FollowerSlot(third))
    #expect(writer.hasOtherFollowers)
    first?.leave()
    #expect(writer.hasOtherFollowers)
    second?.leave()
    #expect(!writer.hasOtherFollowers)
  }

  @Test func `the writer's own slot does not count`() {
    let slot = FollowerSlot(writer)
    #expect(slot != nil)
    #expect(!writer.hasOtherFollowers)
    #expect(other.hasOtherFollowers)
  }

  @Test func `the next write sees a follower that arrives just after a check`() throws {
    let location = try DatabaseLocation(path: directory.file("a.sqlite"))
    let lock = InterprocessWriteLock(location)
    for _ in 0..<50 {
      _ = try lock.acquire(orFailAfter: .seconds(60))
      // The lock does not look again before its slice is over.
      #expect(!lock.isFollowed && !lock.isFollowed)
      lock.release()
      let slot = FollowerSlot(other)
      #expect(slot != nil)
      _ = try lock.acquire(orFailAfter: .seconds(60))
      #expect(lock.isFollowed)
      lock.release()
      slot?.leave()
    }
  }

  @Test func `each new follower is counted, for writers of version 0.1`() {
    func count() -> [UInt8] {
      Array(FileProbe(directory.file("a.sqlite-sharing")).bytes[8..<12])
    }
    #expect(count() == [0, 0, 0, 0])
    for _ in 0..<3 { FollowerSlot(other)?.leave() }
    #expect(count() == [3, 0, 0, 0])
  }
}
