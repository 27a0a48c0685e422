/// A source of bytes: a file, memory, or a layer that decompresses or decodes another input.
///
/// The reader calls `read` once for each chunk and not for each byte, so an additional layer costs
/// no measurable time. Only one thread may use an input.
protocol ByteInput: AnyObject {
  /// The number of bytes taken from the file or pipe so far. For a compressed file, this counts
  /// compressed bytes, so it can be compared with the size of the file.
  var bytesTaken: Int64 { get }

  /// Writes up to `limit` bytes to `target` and returns the number of written bytes. Zero means the
  /// end of the input.
  func read(
    into target: UnsafeMutablePointer<UInt8>,
    atMost limit: Int
  ) throws(ImportError) -> Int
}

/// A function that a reader calls again and again while it waits for bytes from a pipe. Reading
/// ends if the function throws.
package typealias InputWaiting = () throws(ImportError) -> Void

/// An input whose bytes are in memory.
final class MemoryInput: ByteInput {
  private let bytes: [UInt8]
  private var position = 0

  var bytesTaken: Int64 { Int64(position) }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  func read(into target: UnsafeMutablePointer<UInt8>, atMost limit: Int) -> Int {
    let length = min(limit, bytes.count - position)
    bytes.withUnsafeBufferPointer { source in
      guard length > 0, let base = source.baseAddress else { return }
      target.update(from: base + position, count: length)
    }
    position += length
    return length
  }
}
