import Foundation
import TestSupport
import Testing

@testable import StateGraphSQLite

/// Another program truncates the sharing file while two databases write and follow. No process maps
/// the sharing file, because an access to the removed part of a mapping would raise SIGBUS.
@Suite struct TruncatedSharingFileTests {
  @Test func `a process writes and follows while another truncates the sharing file`() throws {
    let file = try FollowedFile()
    let other = try file.other()
    try other.execute("INSERT INTO t VALUES (0, 'a')")
    let (rounds, count) = (20_000, 3_000)
    let truncating = BackgroundThread { [path = file.watched.path] in
      let script = "i=0; while [ $i -lt $1 ]; do : > $0-sharing; i=$((i + 1)); done"
      try runInShell(script, path, "\(rounds)")
    }
    for number in 1...count {
      try other.execute("INSERT INTO t VALUES (\(number), 'a')")
      try file.database.execute("INSERT INTO u VALUES (\("\(number)"))")
      // A follower that joins and leaves.
      if number.isMultiple(of: 50), let sharing = try other.withWriterForTests({ $0.sharingFile }) {
        FollowerSlot(sharing)?.leave()
      }
    }
    try truncating.join()
    try file.database.catchUp()
    #expect(try file.database.rows("SELECT 1 FROM t").count == count + 1)
    #expect(try other.rows("SELECT 1 FROM u").count == count)
    // Every commit of the other process was reported.
    let told = file.drain().joined().filter { $0.hasPrefix("t ") }
    #expect(told == (0...count).map { "t \($0): none -> (\($0), 'a')" })
    #expect(try file.database.rows("PRAGMA integrity_check").map { $0[0] } == [.text("ok")])
  }

  @Test(arguments: [0, 1, 8, 4096, 6144])
  func `a truncated file becomes whole, and another process can open it`(size: Int) throws {
    let scene = try WriteLockScene()
    let database = try WriteLockScene.open(scene.path)
    #expect(truncate(scene.sharingPath, size) == 0)
    try waitUntil {
      try WriteLockScene.commit(database, writer: 1, number: 0)
      return scene.size("-sharing") == SharingFile.byteCount
    }
    let sharing = try SharingFile.open(beside: scene.location)
    try database.write { #expect(sharing.isLockedByAnother(SharingFile.writeLockBytes)) }
  }

  @Test func `a longer file is left as long as it is`() throws {
    let scene = try WriteLockScene()
    let location = try scene.location
    let sharing = try SharingFile.open(beside: location)
    #expect(truncate(scene.sharingPath, 10_000) == 0)
    #expect(sharing.condition == .whole)
    unlink(scene.sharingPath)
    #expect(sharing.condition == .removed)
  }

  @Test func `positions that were lost keep the log until they are written again`() throws {
    let scene = try WriteLockScene()
    let (writer, reader) = (
      try SharingFile.open(beside: scene.location), try SharingFile.open(beside: scene.location)
    )
    let slot = try #require(FollowerSlot(reader))
    slot.didRead(through: 7)
    #expect(writer.positionOfSlowestFollower == 7)
    #expect(truncate(scene.sharingPath, 0) == 0)
    #expect(writer.positionOfSlowestFollower == 0)
    writer.restoreSize()
    #expect(writer.positionOfSlowestFollower == 0)
    slot.didRead(through: 8)
    #expect(writer.positionOfSlowestFollower == 8)
  }
}
