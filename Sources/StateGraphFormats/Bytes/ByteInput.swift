/// A source of bytes: a file, memory, or a layer that decompresses or decodes another input.
///
/// The reader calls an input once for each chunk, so that an additional layer costs nothing
/// measurable. One thread uses an input.
protocol ByteInput: AnyObject {
  /// The number of bytes taken from the file or pipe so far, in the unit of the file's size: of a
  /// compressed file, compressed bytes.
  var bytesTaken: Int64 { get }

  /// Writes up to `limit` bytes to `target` and returns their number; zero means the end.
  func read(
    into target: UnsafeMutablePointer<UInt8>,
    atMost limit: Int
  ) throws(ImportError) -> Int
}

/// A function that a reader calls while it waits for bytes. It ends the reading if it throws.
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
