import Glibc

/// A file without a name that keeps chunks of changed rows while a statement runs.
///
/// The preupdate hook cannot run SQL, so it cannot write to the database. It appends the chunks to
/// this file instead, and the memory stays bounded. The file has no name, so it disappears with the
/// process.
///
/// Only the thread that holds the writer connection uses this object.
final class SpillFile {
  private let descriptor: Int32
  private var end: off_t = 0

  /// Creates the file.
  ///
  /// - Parameter open: Returns the descriptor of an empty file, or -1 with `errno` set.
  /// - Throws: `.cannotOpen`, or `.diskFull` if the folder has no space left.
  init(_ open: () -> Int32) throws(DatabaseError) {
    descriptor = open()
    guard descriptor >= 0 else { throw SpillFile.error(errno, or: .cannotOpen) }
  }

  deinit { close(descriptor) }

  var isEmpty: Bool { end == 0 }

  /// Creates a file without a name in the folder for temporary files.
  static func openUnnamed() -> Int32 {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((folder + "/.stategraph-spill-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return -1 }
    unlink(template)
    // A program that this process starts must not keep the file.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// Appends one chunk.
  ///
  /// - Throws: `.diskFull` or `.inputOutput`. The file then ends as before.
  func append(_ chunk: [UInt8]) throws(DatabaseError) {
    let count = withUnsafeBytes(of: UInt64(chunk.count).littleEndian) { Array($0) }
    try write(count, at: end)
    try write(chunk, at: end + off_t(count.count))
    end += off_t(count.count + chunk.count)
  }

  /// Calls `body` with each chunk, in the order in which they were appended.
  ///
  /// - Throws: The errors of `body`. `.inputOutput` if the file cannot be read.
  func forEachChunk(_ body: ([UInt8]) throws(DatabaseError) -> Void) throws(DatabaseError) {
    var offset: off_t = 0
    while offset < end {
      let header = try read(8, at: offset)
      let word = header.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
      let count = UInt64(littleEndian: word)
      guard count <= UInt64(end - offset) else { throw SpillFile.error(EIO, or: .inputOutput) }
      try body(try read(Int(count), at: offset + 8))
      offset += 8 + off_t(count)
    }
  }

  /// Discards all chunks.
  func removeAll() {
    end = 0
    // The space is released, but an error is harmless: later chunks overwrite the old ones.
    _ = ftruncate(descriptor, 0)
  }

  private func write(_ bytes: [UInt8], at place: off_t) throws(DatabaseError) {
    var done = 0
    while done < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        pwrite(
          descriptor,
          buffer.baseAddress.map { $0 + done },
          buffer.count - done,
          place + off_t(done)
        )
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw SpillFile.error(errno, or: .inputOutput) }
      done += written
    }
  }

  private func read(_ count: Int, at place: off_t) throws(DatabaseError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let found = bytes.withUnsafeMutableBytes { buffer in
        pread(descriptor, buffer.baseAddress.map { $0 + done }, count - done, place + off_t(done))
      }
      if found < 0, errno == EINTR { continue }
      guard found > 0 else { throw SpillFile.error(found == 0 ? EIO : errno, or: .inputOutput) }
      done += found
    }
    return bytes
  }

  private static func error(_ code: Int32, or other: DatabaseError.Code) -> DatabaseError {
    DatabaseError(
      code == ENOSPC || code == EDQUOT ? .diskFull : other,
      "The temporary file for the changes of a large write to a replicated file failed: "
        + systemMessage(code) + ".",
      remedy: "Free space in the folder for temporary files (TMPDIR), or write in smaller steps."
    )
  }
}
