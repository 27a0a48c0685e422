import Glibc

/// Streams a file, standard input or bytes in memory through one buffer.
///
/// A reader reads `bytes[0..<count]` and then calls `refill(keeping:)`. The buffer grows only if
/// the kept bytes leave no room for another chunk, and the kept bytes never exceed
/// `maximumFieldBytes`. Hostile input thus cannot exhaust memory.
///
/// `paddingBytes` zeros follow the last byte. The scanners load whole words and stop at a zero
/// instead of comparing every index with `count`.
package final class ByteSource {
  package static let defaultChunkBytes = 256 * 1024
  package static let defaultMaximumFieldBytes = 64 * 1024 * 1024
  static let paddingBytes = 16

  /// The path that the caller passed, or `<standard input>`. Places use it as `file`.
  package let name: String
  /// The length of the input in bytes, or nil for a pipe, a terminal or a device.
  package let totalBytes: Int64?
  /// The longest field, string or record that a reader may keep in the buffer.
  package let maximumFieldBytes: Int
  /// The number of bytes taken from the input so far, for a progress display. Like `totalBytes`, it
  /// counts the compressed bytes of a compressed input.
  package var bytesRead: Int64 { input.bytesTaken }
  /// The compression of the input, or nil.
  package let compression: InputCompression?
  /// The encoding of the input. The readers receive UTF-8 in every case.
  package let encoding: TextEncoding
  /// Whether the input begins with a byte order mark.
  package let hasByteOrderMark: Bool

  /// Called before each chunk. If it returns true, reading ends with an error. A reader that runs
  /// ahead sets it, and drops the error.
  var isAbandoned: (() -> Bool)?

  private let input: any ByteInput
  private let chunkBytes: Int
  private var capacity: Int
  private var reachedEnd = false
  /// The error behind the bytes that `fill` got. The next `refill` throws it.
  private var failure: ImportError?

  /// Freed in deinit. Any refill may move the bytes, so no reader keeps this pointer across a
  /// refill.
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  /// The number of valid bytes.
  private(set) var count = 0
  /// The offset of `bytes[0]` in the text of the input as UTF-8.
  private(set) var baseOffset: Int64 = 0
  /// The index of the first byte of text: 3 behind a UTF-8 byte order mark, else 0.
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
    // Readers begin at `textStart`, so the bytes before it must be in the buffer.
    while count < textStart {
      guard try refill(keeping: 0) else { break }
    }
  }

  deinit {
    bytes.deallocate()
  }

  /// Drops the bytes before `index`, so that `bytes[index]` becomes `bytes[0]`, and reads more.
  ///
  /// The bytes are moved even at the end of the input, where this returns false, and before an
  /// error.
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

  /// Reads until the buffer has `target` bytes, and drops none. Returns false if the input ends
  /// earlier. The next `refill` throws an error of the input, because the reader then knows the
  /// place.
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
