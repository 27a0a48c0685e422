import Glibc

/// Reads a file, standard input or bytes in memory through one buffer.
///
/// A reader handles `bytes[0..<count]` and then calls `refill(keeping:)`. The buffer grows only if
/// the kept bytes leave no room for another chunk. No more than `maximumFieldBytes` can be kept, so
/// hostile input cannot exhaust the memory.
///
/// After the last byte, the buffer contains `paddingBytes` zeros. A search can therefore load eight
/// bytes at once and stop at a zero. It need not compare every index with `count`.
package final class ByteSource {
  package static let defaultChunkBytes = 256 * 1024
  package static let defaultMaximumFieldBytes = 64 * 1024 * 1024
  static let paddingBytes = 16

  /// The path that the caller passed, or `<standard input>`. Errors contain it as the file name.
  package let name: String
  /// The length of the input in bytes, for a progress display. Nil for a pipe, a terminal or a
  /// device.
  package let totalBytes: Int64?
  /// The largest length of a field, string or record, in bytes.
  ///
  /// A reader may keep at most this number of bytes in the buffer.
  package let maximumFieldBytes: Int
  /// The number of bytes that were read from the input so far, for a progress display.
  ///
  /// For a compressed input, this property and `totalBytes` count compressed bytes.
  package var bytesRead: Int64 { input.bytesTaken }
  /// The compression that the first bytes of the input show; nil if the input is not compressed.
  package let compression: InputCompression?
  /// The encoding of the input file.
  ///
  /// Readers always receive UTF-8, because text in other encodings is converted.
  package let encoding: TextEncoding
  /// Whether the input begins with a byte order mark, which is not part of the text.
  package let hasByteOrderMark: Bool

  /// A function that is called before each chunk. If it returns true, `refill` throws an error.
  ///
  /// A thread that reads ahead sets this function to stop reading early. It ignores the error.
  var isAbandoned: (() -> Bool)?

  private let input: any ByteInput
  private let chunkBytes: Int
  private var capacity: Int
  private var reachedEnd = false
  /// An error that occurred after the bytes in the buffer, or nil.
  ///
  /// The next `refill` throws it. The reader can therefore first handle the bytes in the buffer.
  private var failure: ImportError?

  /// The memory of the buffer, which `deinit` frees.
  ///
  /// A refill may move the bytes to other memory. A reader must not use an old pointer after a
  /// refill.
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  /// The number of bytes in `bytes` that come from the input. Zeros follow them.
  private(set) var count = 0
  /// The offset of `bytes[0]` from the start of the input, in bytes after conversion to UTF-8.
  private(set) var baseOffset: Int64 = 0
  /// The index of the first byte of text in the first chunk.
  ///
  /// It is 3 after a UTF-8 byte order mark and otherwise 0.
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
    // Readers begin at the index `textStart`, so the buffer must contain the bytes before this
    // index.
    while count < textStart {
      guard try refill(keeping: 0) else { break }
    }
  }

  deinit {
    bytes.deallocate()
  }

  /// Removes the bytes before `index` and reads more bytes. Returns false at the end of the input.
  ///
  /// Afterwards, the old `bytes[index]` is at `bytes[0]`. This is also so if this method returns
  /// false or throws.
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

  /// Reads until the buffer contains `target` bytes, and removes none. Returns false if it has
  /// fewer.
  ///
  /// This method never throws. If reading fails, the next `refill` throws the error, because the
  /// reader can then add the place of the error.
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
