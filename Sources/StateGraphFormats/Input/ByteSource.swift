import Glibc

/// Streams a file, standard input or bytes in memory through one buffer.
///
/// A reader looks at `bytes[0..<count]` and calls `refill(keeping:)` when it runs out. The buffer
/// grows only when what the reader keeps leaves no room for another chunk, and never beyond
/// `maximumFieldBytes` of kept bytes, so hostile input cannot exhaust memory.
///
/// `bytes[count]` and the seven bytes after it are always zero and readable: the scanners load
/// whole words and stop at the zero instead of comparing every index with `count`.
package final class ByteSource {
  package static let defaultChunkBytes = 256 * 1024
  package static let defaultMaximumFieldBytes = 64 * 1024 * 1024
  static let paddingBytes = 16

  /// The path as given, or `<standard input>`; the `file` of every place.
  package let name: String
  /// The length of the input in bytes, or nil for a pipe, a terminal or a device.
  package let totalBytes: Int64?
  /// The longest field, string or record that a reader may keep in the buffer.
  package let maximumFieldBytes: Int
  /// The bytes taken from the input so far, for a progress display. As `totalBytes` counts them:
  /// of a compressed input, the compressed ones.
  package var bytesRead: Int64 { input.bytesTaken }
  /// How the input is compressed, or nil.
  package let compression: InputCompression?
  /// The encoding of the input, which the readers see as UTF-8 in every case.
  package let encoding: TextEncoding
  /// Whether the input begins with a byte order mark.
  package let hasByteOrderMark: Bool

  /// Asked before every chunk where somebody may lose interest in the rest. It ends with an error
  /// then, which nobody gets to see.
  var isAbandoned: (() -> Bool)?

  private let input: any ByteInput
  private let chunkBytes: Int
  private var capacity: Int
  private var reachedEnd = false
  /// What was wrong with the bytes behind those that `fill` got.
  private var failure: ImportError?

  /// Owned here and freed in deinit. Any refill may move it, so no reader keeps a copy across one.
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  /// The number of valid bytes.
  private(set) var count = 0
  /// Where `bytes[0]` lies in the text of the input, as UTF-8.
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
    // Readers begin at `textStart`, so what stands before it must be here.
    while count < textStart {
      guard try refill(keeping: 0) else { break }
    }
  }

  deinit {
    bytes.deallocate()
  }

  /// Drops the bytes before `index`, so that `bytes[index]` becomes `bytes[0]`, and reads more.
  ///
  /// The move happens in every case. Returns false at the end of the input.
  func refill(keeping index: Int) throws(ImportError) -> Bool {
    if index > 0 {
      count -= index
      bytes.update(from: bytes + index, count: count)
      pad()
      baseOffset += Int64(index)
    }
    if let failure { throw failure }
    guard !reachedEnd else { return false }
    if let isAbandoned, isAbandoned() { throw ImportError(.interrupted, "nobody wants the rest") }
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

  /// Reads on until `target` bytes are there, dropping nothing; returns false where the input ends
  /// before. What is wrong with the input is told by the `refill` that comes to it, since then a
  /// reader knows the place.
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
