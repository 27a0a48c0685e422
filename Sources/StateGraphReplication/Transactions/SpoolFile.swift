import Glibc

/// A temporary file without a name, which ends with the process.
///
/// One thread appends, and then seals the file. Afterwards any thread may read.
package final class SpoolFile: @unchecked Sendable {
  // SAFETY: `buffer` and `writtenBytes` change only before `seal`, on the thread that appends.
  // Other threads get the file after `seal` and call `read` only.
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var writtenBytes: off_t = 0
  private static let bufferBytes = 256 << 10

  /// - Parameter directory: The folder of the file. It needs room for a large transaction.
  package init(in directory: String) throws(ReplicationError) {
    var path = Array((directory + "/stategraph-spool-XXXXXX").utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw Self.failure("created", directory: directory) }
    unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    buffer.reserveCapacity(Self.bufferBytes)
  }

  deinit { close(descriptor) }

  package func append(_ bytes: UnsafeRawBufferPointer) throws(ReplicationError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferBytes { try writeBuffer() }
  }

  package func append(_ bytes: ArraySlice<UInt8>) throws(ReplicationError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferBytes { try writeBuffer() }
  }

  package func seal() throws(ReplicationError) { try writeBuffer() }

  /// Reads up to `count` bytes at an offset. The result is shorter only at the end of the file.
  package func read(_ count: Int, at offset: Int) throws(ReplicationError) -> [UInt8] {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { memory, initialized in
      while initialized < count {
        let size = pread(
          descriptor,
          memory.baseAddress.map { $0 + initialized },
          count - initialized,
          off_t(offset + initialized)
        )
        if size < 0, errno == EINTR { continue }
        failed = size < 0
        guard size > 0 else { return }
        initialized += size
      }
    }
    guard !failed else { throw Self.failure("read", directory: nil) }
    return bytes
  }

  private func writeBuffer() throws(ReplicationError) {
    var position = 0
    while position < buffer.count {
      let size = buffer[position...].withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, writtenBytes)
      }
      if size < 0, errno == EINTR { continue }
      guard size > 0 else { throw Self.failure("written", directory: nil) }
      position += size
      writtenBytes += off_t(size)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private static func failure(_ verb: String, directory: String?) -> ReplicationError {
    let reason = String(cString: strerror(errno))
    let place = directory.map { " in \($0)" } ?? ""
    return ReplicationError(
      .inputOutput,
      "The temporary file for a large transaction\(place) could not be \(verb): \(reason).",
      remedy: "Free space on the disk, or choose another folder for temporary files."
    )
  }
}
