import Glibc

/// Reads a file, standard input or bytes in memory through one buffer.
///
/// A reader parses `bytes[0..<count]` and then calls `refill(keeping:)`. A reader can keep at most
/// `maximumFieldBytes` in the buffer, so hostile input cannot exhaust the memory.
///
/// The buffer ends with `paddingBytes` zeros. A search can therefore load eight bytes at once and
/// stop at a zero. It need not compare every index with `count`.
package final class ByteSource {
  package static let defaultChunkBytes = 256 * 1024
  package static let defaultMaximumFieldBytes = 64 * 1024 * 1024
  static let paddingBytes = 16

  /// The path that the caller passed, or `<standard input>`. Errors contain this name.
  package let name: String
  /// The length of the input in bytes, or nil for a pipe, a terminal or a device.
  package let totalBytes: Int64?
  /// The largest length of a field, string or record, in bytes.
  ///
  /// If a reader keeps more bytes than this in the buffer, `refill(keeping:)` throws.
  package let maximumFieldBytes: Int
  /// The number of bytes that this source has read from the input, for a progress display.
  ///
  /// If the input is compressed, both this number and `totalBytes` count compressed bytes.
  package var bytesRead: Int64 { input.bytesTaken }
  /// The compression of the input, or nil if the input is not compressed.
  ///
  /// The first bytes of the input determine the compression.
  package let compression: InputCompression?
  /// The encoding of the input file.
  ///
  /// The source converts text in other encodings, so readers always receive UTF-8.
  package let encoding: TextEncoding
  /// Whether the input begins with a byte order mark, which is not part of the text.
  package let hasByteOrderMark: Bool

  /// A function that `refill` calls before it reads a chunk. If the function returns true, `refill`
  /// throws.
  ///
  /// A thread that reads ahead of the import sets this function, so that it can stop before the end
  /// of the input. If nil, `refill` always reads.
  package var isAbandoned: (() -> Bool)?

  private let input: any ByteInput
  private let chunkBytes: Int
  private var capacity: Int
  private var reachedEnd = false
  /// A read error that `fill(atLeast:)` has stored, or nil if no such error occurred.
  ///
  /// The reader first handles the bytes in the buffer. The next `refill` then throws this error.
  private var failure: ImportError?

  /// The memory of the buffer. `deinit` frees it.
  ///
  /// A refill may move the bytes to other memory. A reader must therefore get the pointer again
  /// after each refill.
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  /// The number of bytes in the buffer that come from the input. Zeros follow these bytes.
  private(set) var count = 0
  /// The offset of `bytes[0]` from the start of the input, in bytes of UTF-8 text.
  private(set) var baseOffset: Int64 = 0
  /// The index of the first byte of text in the first chunk.
  ///
  /// The index is 3 after a UTF-8 byte order mark and otherwise 0. A file that was joined of others
  /// can begin with several marks, which are all skipped.
  private(set) var textStart: Int

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
    // Readers begin at the index `textStart`, so `bytes` must already contain the byte order mark
    // before that index.
    while count < textStart {
      guard try refill(keeping: 0) else { break }
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    while hasByteOrderMark, fill(atLeast: textStart + mark.count),
      mark.indices.allSatisfy({ bytes[textStart + $0] == mark[$0] })
    {
      textStart += mark.count
    }
  }

  deinit {
    bytes.deallocate()
  }

  /// Removes the bytes before `index` and reads more bytes. Returns false at the end of the
  /// input.
  ///
  /// The byte at `index` moves to index 0, even if this method returns false or throws.
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

  /// Reads until the buffer contains `target` bytes. Returns false if the buffer then has fewer
  /// bytes, for example because the input is shorter.
  ///
  /// This method stores a read error instead of throwing it. The next `refill` throws the error, so
  /// that the reader can add the line and column.
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
