/// Where the bytes of an input come from: a file, memory, or a layer that makes text of them.
///
/// Asked once for each chunk, so that a layer too many costs nothing. One input belongs to one
/// thread.
protocol ByteInput: AnyObject {
  /// The bytes taken from the file or pipe itself so far, which is what its size is measured in:
  /// compressed ones where it is compressed.
  var bytesTaken: Int64 { get }

  /// Writes up to `limit` bytes to `target` and returns their number; zero means the end.
  func read(
    into target: UnsafeMutablePointer<UInt8>,
    atMost limit: Int
  ) throws(ImportError) -> Int
}

/// What is called while there is nothing to read yet. It may end the reading by an error.
package typealias InputWaiting = () throws(ImportError) -> Void

/// Bytes that are in memory already.
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
