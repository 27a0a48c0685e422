/// A source of bytes: a file, memory, or a layer that decompresses or decodes another input.
///
/// Each call of `read` returns a chunk of many bytes. Only one thread may use an input.
protocol ByteInput: AnyObject {
  /// The number of bytes that this input has taken from the file or pipe since it was created.
  ///
  /// If the file is compressed, this number counts compressed bytes. A caller can therefore
  /// compare it with the file size.
  var bytesTaken: Int64 { get }

  /// Writes up to `limit` bytes to `target` and returns the number of bytes that it wrote.
  ///
  /// Returns zero at the end of the input.
  func read(
    into target: UnsafeMutablePointer<UInt8>,
    atMost limit: Int
  ) throws(ImportError) -> Int
}

/// A function that a reader calls repeatedly while it waits for bytes from a pipe.
///
/// If the function throws, reading ends with its error. A program can use this to cancel an
/// import.
package typealias InputWaiting = () throws(ImportError) -> Void

/// An input whose bytes are all in memory, so reading never waits and never throws.
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
