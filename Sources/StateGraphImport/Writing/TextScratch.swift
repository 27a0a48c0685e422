/// Memory for the texts that are bound to a statement.
///
/// All statements reuse this memory, which avoids one allocation for each text.
final class TextScratch {
  /// The memory, which `deinit` frees. Only `begin` may replace it.
  private var bytes: UnsafeMutableRawPointer
  private var capacity = 256
  private var count = 0

  init() {
    bytes = .allocate(byteCount: capacity, alignment: 1)
  }

  deinit {
    bytes.deallocate()
  }

  /// Discards all texts, and makes room for new texts with a total length of `byteCount` bytes.
  ///
  /// Earlier results of `keep` become invalid.
  func begin(byteCount: Int) {
    count = 0
    guard byteCount > capacity else { return }
    capacity = max(byteCount, 2 * capacity)
    bytes.deallocate()
    bytes = .allocate(byteCount: capacity, alignment: 1)
  }

  /// Copies a text into this memory. The returned bytes are valid until the next call of `begin`.
  ///
  /// Traps if the texts are longer than the `byteCount` of the last call of `begin`.
  func keep(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeRawBufferPointer {
    precondition(text.count <= capacity - count, "begin() was called with a smaller byte count")
    let start = bytes + count
    count += text.count
    if let source = text.baseAddress { start.copyMemory(from: source, byteCount: text.count) }
    return UnsafeRawBufferPointer(start: start, count: text.count)
  }
}
