import Glibc
import StateGraphSQLite

/// Collects bytes in a buffer of 64 KiB and writes them to a file descriptor, or passes them to a
/// function. The caller must call ``flush()`` at the end and close the descriptor. Only one thread
/// may use an output.
package final class ByteOutput {
  /// The name of the output in error messages, such as the path of a file.
  package let name: String
  private let descriptor: Int32
  /// Receives the bytes in the place of the descriptor, and returns whether it wants more. It is
  /// nil for an output with a descriptor.
  private var receive: ((UnsafeRawBufferPointer) -> Bool)?
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var count = 0
  /// The number of bytes that the operating system has accepted. Bytes that wait in the buffer do
  /// not count.
  private var writtenByteCount: Int64 = 0

  package init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Creates an output that passes its bytes to a function, which returns whether it wants more.
  package convenience init(name: String, receive: @escaping (UnsafeRawBufferPointer) -> Bool) {
    self.init(descriptor: -1, name: name)
    self.receive = receive
  }

  deinit { buffer.deallocate() }

  /// The number of bytes that were appended. Bytes that wait in the buffer count too.
  package var byteCount: Int64 { writtenByteCount + Int64(count) }

  package func append(_ byte: UInt8) throws(InspectionError) {
    if count == buffer.count { try flush() }
    buffer[count] = byte
    count += 1
  }

  package func append(_ bytes: UnsafeRawBufferPointer) throws(InspectionError) {
    if bytes.count > buffer.count - count {
      try flush()
      if bytes.count >= buffer.count { return try write(bytes) }
    }
    guard let start = bytes.baseAddress, let target = buffer.baseAddress else { return }
    (target + count).copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  package func append(_ text: String) throws(InspectionError) {
    var text = text
    do {
      try text.withUTF8 { try append(UnsafeRawBufferPointer($0)) }
    } catch let error as InspectionError {
      throw error
    } catch {
      throw failure(EIO)
    }
  }

  /// Writes the bytes in the buffer to the descriptor. The caller must call this method after the
  /// last append.
  package func flush() throws(InspectionError) {
    let gathered = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    count = 0
    try write(gathered)
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(InspectionError) {
    if let receive {
      guard bytes.isEmpty || receive(bytes) else { throw failure(EPIPE) }
      writtenByteCount += Int64(bytes.count)
      return
    }
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

  private func failure(_ code: Int32) -> InspectionError {
    guard code != EPIPE else {
      return InspectionError(.readerGone, "the reading end of \(name) is closed")
    }
    return InspectionError(
      .outputFailed,
      "\(name) cannot be written: \(systemMessage(code))",
      remedy: code == ENOSPC ? "Free some space; the incomplete file was removed" : ""
    )
  }
}
