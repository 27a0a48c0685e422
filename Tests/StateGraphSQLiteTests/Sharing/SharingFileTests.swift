import Foundation
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct SharingFileTests {
  let directory: TemporaryDirectory
  let location: DatabaseLocation
  var path: String { directory.file("a.sqlite-sharing") }

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("", to: "a.sqlite")
    location = try DatabaseLocation(path: directory.file("a.sqlite"))
  }

  private func open() throws -> SharingFile { try SharingFile.open(beside: location) }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  private func information(_ path: String) -> stat {
    var information = stat()
    lstat(path, &information)
    return information
  }

  @Test func `only the owner can read the file, and its last user removes it`() throws {
    var first: SharingFile? = try open()
    var second: SharingFile? = try open()
    #expect(information(path).st_mode & 0o777 == 0o600)
    #expect(first?.isInPlace == true && second?.isInPlace == true)
    first = nil
    #expect(try files() == ["a.sqlite", "a.sqlite-sharing"])
    second = nil
    #expect(try files() == ["a.sqlite"])
    _ = (first, second)
  }

  @Test func `two objects exclude each other on a byte and on no other`() throws {
    let (first, second) = (try open(), try open())
    #expect(first.tryLock(byte: SharingFile.writeLockByte, exclusive: true))
    #expect(first.tryLock(byte: SharingFile.writeLockByte, exclusive: true))
    #expect(!second.tryLock(byte: SharingFile.writeLockByte, exclusive: true))
    #expect(!second.tryLock(byte: SharingFile.writeLockByte, exclusive: false))
    #expect(second.isLockedByAnother(0..<1) && !first.isLockedByAnother(0..<1))
    #expect(second.tryLock(byte: 64, exclusive: true))
    first.unlock(byte: SharingFile.writeLockByte)
    #expect(second.tryLock(byte: SharingFile.writeLockByte, exclusive: true))
    #expect(!first.tryLock(byte: SharingFile.writeLockByte, exclusive: true))
  }

  @Test func `shared locks go together, and one cannot become exclusive then`() throws {
    let (first, second) = (try open(), try open())
    #expect(first.tryLock(byte: 2, exclusive: false) && second.tryLock(byte: 2, exclusive: false))
    #expect(!first.tryLock(byte: 2, exclusive: true))
    // After the failed attempt, the first file keeps its shared lock.
    second.unlock(byte: 2)
    #expect(second.isLockedByAnother(2..<3))
    #expect(first.tryLock(byte: 2, exclusive: true))
    #expect(!second.tryLock(byte: 2, exclusive: false))
  }

  @Test func `a lock ends with its own object, not with another object of the file`() throws {
    let first = try open()
    var second: SharingFile? = try open()
    #expect(first.tryLock(byte: 70, exclusive: true))
    #expect(second?.tryLock(byte: 71, exclusive: true) == true)
    second = nil
    // Traditional POSIX locks of the process would all be released now.
    let third = try open()
    #expect(third.isLockedByAnother(70..<71))
    // A process that another test starts has a copy of each descriptor, and so of its locks, until
    // it runs its program.
    try waitUntil { !third.isLockedByAnother(71..<72) }
    _ = second
  }

  @Test func `bytes that other users of the file have locked are listed in order`() throws {
    let files = try (0..<4).map { _ in try open() }
    let locked = [64, 65, 100, 101, 319]
    for (index, byte) in locked.reversed().enumerated() {
      #expect(files[index % 3].tryLock(byte: byte, exclusive: index.isMultiple(of: 2)))
    }
    #expect(files[3].bytesLockedByOthers(in: SharingFile.slotBytes) == locked)
    #expect(files[3].bytesLockedByOthers(in: 65..<101) == [65, 100])
    #expect(files[3].bytesLockedByOthers(in: 66..<100) == [])
    #expect(files[0].bytesLockedByOthers(in: SharingFile.slotBytes).count == 3)
  }

  @Test func `a position is read as it was written, in every slot`() throws {
    let (writer, reader) = (try open(), try open())
    #expect(reader.readPosition(slot: 255) == 0)
    for (slot, position) in [(0, .max), (1, .min), (254, -1), (255, 77)] as [(Int, Int64)] {
      #expect(writer.writePosition(position, slot: slot))
    }
    #expect(reader.readPosition(slot: 0) == .max && reader.readPosition(slot: 1) == .min)
    #expect(reader.readPosition(slot: 254) == -1 && reader.readPosition(slot: 255) == 77)
    #expect(reader.readPosition(slot: 2) == 0)
    // The library recognizes a sharing file by its size.
    #expect(information(path).st_size == 4096 + 8 * 256 + 1)
  }

  @Test func `the next user replaces a removed file, and the last user removes the new one`() throws
  {
    var first: SharingFile? = try open()
    unlink(path)
    #expect(first?.isInPlace == false)
    var second: SharingFile? = try open()
    #expect(second?.isInPlace == true)
    first = nil
    #expect(second?.isInPlace == true)
    second = nil
    #expect(try files() == ["a.sqlite"])
    _ = (first, second)
  }

  @Test func `a file that was left behind is used and removed`() throws {
    try directory.write([UInt8](repeating: 7, count: 6145), to: "a.sqlite-sharing")
    let before = information(path).st_ino
    do {
      let file = try open()
      #expect(information(path).st_ino == before)
      #expect(file.isInPlace)
    }
    #expect(try files() == ["a.sqlite"])
  }

  @Test func `an incomplete sharing file is completed`() throws {
    try directory.write("", to: "a.sqlite-sharing")
    let file = try open()
    #expect(file.isInPlace && information(path).st_size == 6145)
    #expect(file.writePosition(3, slot: 255) && file.readPosition(slot: 254) == 0)
  }

  @Test(arguments: ["database", "folder", "link", "hard link", "pipe", "short"])
  func `a path that is no sharing file is neither opened nor changed`(kind: String) throws {
    let other = try directory.write("other", to: "other")
    switch kind {
    case "database": try directory.write([UInt8](repeating: 0, count: 8192), to: "a.sqlite-sharing")
    case "folder": mkdir(path, 0o700)
    case "link": symlink(other, path)
    case "hard link": link(other, path)
    case "pipe": mkfifo(path, 0o600)
    default: try directory.write("x", to: "a.sqlite-sharing")
    }
    let before = try FileProbe.all(in: directory.path)
    #expect(throws: SharingUnavailable.self) { _ = try open() }
    #expect(try FileProbe.all(in: directory.path) == before)
  }

  @Test func `a database in memory is not shared, and a reader creates no file`() throws {
    #expect(throws: SharingUnavailable.self) { _ = try SharingFile.open(beside: .memory) }
    #expect(throws: SharingUnavailable.self) {
      _ = try SharingFile.open(beside: location, isCreated: false)
    }
    #expect(try files() == ["a.sqlite"])
    let writer = try open()
    let reader = try SharingFile.open(beside: location, isCreated: false)
    #expect(writer.tryLock(byte: 0, exclusive: true) && reader.isLockedByAnother(0..<1))
  }

  @Test(arguments: [(0o600, 0o600), (0o644, 0o600), (0o660, 0o660), (0o666, 0o666)])
  func `exactly the users who may write the database may take the write lock`(
    database: Int,
    expected: Int
  ) throws {
    chmod(directory.file("a.sqlite"), mode_t(database))
    let file = try open()
    #expect(Int(information(path).st_mode & 0o777) == expected)
    #expect(information(path).st_gid == information(directory.file("a.sqlite")).st_gid)
    _ = file
  }

  @Test func `opening and closing at once from many threads never splits them`() throws {
    let holders = Recorder<Int>()
    let location = location
    try onThreads(8) { number in
      for _ in 0..<200 {
        let file = try SharingFile.open(beside: location)
        guard file.tryLock(byte: 0, exclusive: true) else { continue }
        // While the file is in place and the byte is locked, no other file object can lock it.
        #expect(file.isInPlace)
        let again = try SharingFile.open(beside: location)
        #expect(!again.tryLock(byte: 0, exclusive: true))
        holders.record(number)
      }
    }
    #expect(!holders.elements.isEmpty)
    #expect(try files() == ["a.sqlite"])
  }
}
