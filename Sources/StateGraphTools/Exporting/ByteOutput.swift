import Glibc
import StateGraphSQLite

/// Bytes on their way to a descriptor, gathered into large writes. Bounded: what does not fit the
/// buffer is written.
///
/// Confined to one thread. Does not close the descriptor.
package final class ByteOutput {
  /// What messages call the descriptor.
  package let name: String
  private let descriptor: Int32
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var count = 0
  /// Bytes that the system has taken.
  private var writtenByteCount: Int64 = 0

  package init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  deinit { buffer.deallocate() }

  /// Bytes appended so far.
  package var byteCount: Int64 { writtenByteCount + Int64(count) }

  package func append(_ byte: UInt8) throws(LookingError) {
    if count == buffer.count { try flush() }
    buffer[count] = byte
    count += 1
  }

  package func append(_ bytes: UnsafeRawBufferPointer) throws(LookingError) {
    if bytes.count > buffer.count - count {
      try flush()
      if bytes.count >= buffer.count { return try write(bytes) }
    }
    guard let start = bytes.baseAddress, let target = buffer.baseAddress else { return }
    (target + count).copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  package func append(_ text: String) throws(LookingError) {
    var text = text
    do {
      try text.withUTF8 { try append(UnsafeRawBufferPointer($0)) }
    } catch let error as LookingError {
      throw error
    } catch {
      throw failure(EIO)
    }
  }

  /// Hands everything to the system.
  package func flush() throws(LookingError) {
    let gathered = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    count = 0
    try write(gathered)
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(LookingError) {
    var rest = bytes
    while !rest.isEmpty {
      let taken = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if taken < 0 {
        if errno == EINTR { continue }
        throw failure(errno)
      }
      writtenByteCount += Int64(taken)
      rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
    }
  }

  private func failure(_ code: Int32) -> LookingError {
    guard code != EPIPE else {
      return LookingError(.readerGone, "the reader of \(name) has gone away")
    }
    return LookingError(
      .outputFailed,
      "\(name) cannot be written: \(systemMessage(code))",
      remedy: code == ENOSPC ? "Free some space; nothing of it was kept" : ""
    )
  }
}
