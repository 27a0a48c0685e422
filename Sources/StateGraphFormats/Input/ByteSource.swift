import Glibc

/// Streams a file, standard input or bytes in memory through one buffer.
///
/// A reader reads `bytes[0..<count]` and then calls `refill(keeping:)`. The buffer grows only if
/// the kept bytes leave no room for another chunk, and the kept bytes never exceed
/// `maximumFieldBytes`. Hostile input thus cannot exhaust memory.
///
/// `paddingBytes` zeros follow the last byte. Scanners can therefore load whole words and stop at a
/// zero, and need not compare every index with `count`.
package final class ByteSource {
  package static let defaultChunkBytes = 256 * 1024
  package static let defaultMaximumFieldBytes = 64 * 1024 * 1024
  static let paddingBytes = 16

  /// The path that the caller passed, or `<standard input>`. Errors name it as the file.
  package let name: String
  /// The length of the input in bytes, or nil for a pipe, a terminal or a device.
  package let totalBytes: Int64?
  /// The largest number of bytes in a field, string or record. A reader may keep no more bytes than
  /// this in the buffer.
  package let maximumFieldBytes: Int
  /// The number of bytes taken from the input so far, for a progress display. For a compressed
  /// input, this and `totalBytes` count compressed bytes.
  package var bytesRead: Int64 { input.bytesTaken }
  /// The compression of the input; nil if it is not compressed.
  package let compression: InputCompression?
  /// The encoding of the input. Readers always receive UTF-8, because other encodings are
  /// converted.
  package let encoding: TextEncoding
  /// Whether the input begins with a byte order mark.
  package let hasByteOrderMark: Bool

  /// Called before each chunk. If it returns true, reading ends with an error. A thread that reads
  /// ahead sets this function to stop reading early, and ignores the error.
  var isAbandoned: (() -> Bool)?

  private let input: any ByteInput
  private let chunkBytes: Int
  private var capacity: Int
  private var reachedEnd = false
  /// The error that occurred after the bytes in the buffer. The next `refill` throws it, so that
  /// the reader first handles those bytes.
  private var failure: ImportError?

  /// The buffer, freed in deinit. A refill may move the bytes, so no reader keeps this pointer
  /// across a refill.
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  /// The number of valid bytes in `bytes`.
  private(set) var count = 0
  /// The offset of `bytes[0]` from the start of the input, counted after conversion to UTF-8.
  private(set) var baseOffset: Int64 = 0
  /// The index of the first byte of text: 3 after a UTF-8 byte order mark, otherwise 0.
  let textStart: Int

  init(
    _ layers: InputLayers,
    name: String,
    totalBytes: Int64?,
    chunkBytes: Int,
    maximumFieldBytes: Int
  ) throws(ImportError) {
    precondition(chunkBytes > 0 && maximumFieldBytes > 0, "sizes must be positive")
    input = layers.input
    compression = layers.compression
    encoding = layers.encoding
    hasByteOrderMark = layers.hasMark
    textStart = layers.textStart
    self.name = name
    self.totalBytes = totalBytes
    self.chunkBytes = chunkBytes
    self.maximumFieldBytes = maximumFieldBytes
    capacity = chunkBytes + Self.paddingBytes
    bytes = .allocate(capacity: capacity)
    bytes.initialize(repeating: 0, count: capacity)
    // Readers begin at the index `textStart`, so the bytes before it must be in the buffer.
    while count < textStart {
      guard try refill(keeping: 0) else { break }
    }
  }

  deinit {
    bytes.deallocate()
  }

  /// Reads more bytes. Before that, drops the bytes before `index`, so that `bytes[index]` becomes
  /// `bytes[0]`. Returns false at the end of the input.
  ///
  /// The bytes are also moved if this returns false or throws.
  func refill(keeping index: Int) throws(ImportError) -> Bool {
    if index > 0 {
      count -= index
      bytes.update(from: bytes + index, count: count)
      pad()
      baseOffset += Int64(index)
    }
    if let failure { throw failure }
    guard !reachedEnd else { return false }
    if let isAbandoned, isAbandoned() {
      throw ImportError(.interrupted, "the rest of the input is not needed")
    }
    guard count <= maximumFieldBytes else { throw oversizeError() }
    makeRoom()
    let received = try input.read(into: bytes + count, atMost: chunkBytes)
    guard received > 0 else {
      reachedEnd = true
      return false
    }
    count += received
    pad()
    return true
  }

  /// Reads until the buffer has `target` bytes, without dropping any. Returns false if the input
  /// ends earlier. This function never throws: the next `refill` throws an error of the input,
  /// because only then does the reader know the place.
  func fill(atLeast target: Int) -> Bool {
    while count < target, count <= maximumFieldBytes {
      do throws(ImportError) {
        guard try refill(keeping: 0) else { return false }
      } catch {
        failure = error
        return false
      }
    }
    return count >= target
  }

  func oversizeError() -> ImportError {
    ImportError(
      .fieldTooLarge,
      "a field or record is longer than the limit of \(maximumFieldBytes) bytes",
      remedy: "Look for a quote that is never closed, or raise the limit"
    )
  }

  private func pad() {
    (bytes + count).update(repeating: 0, count: Self.paddingBytes)
  }

  private func makeRoom() {
    let needed = count + chunkBytes + Self.paddingBytes
    guard needed > capacity else { return }
    let largerCapacity = max(needed, 2 * capacity)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: largerCapacity)
    larger.initialize(repeating: 0, count: largerCapacity)
    larger.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = larger
    capacity = largerCapacity
  }
}
