/// Memory for the texts that are bound to a statement while it runs, reused from row to row.
final class TextScratch {
  /// Owned here. Only `begin` moves it.
  private var bytes: UnsafeMutableRawPointer
  private var capacity = 256
  private var count = 0

  init() {
    bytes = .allocate(byteCount: capacity, alignment: 1)
  }

  deinit {
    bytes.deallocate()
  }

  /// Discards all texts, and makes room for others of `byteCount` bytes in total.
  func begin(byteCount: Int) {
    count = 0
    guard byteCount > capacity else { return }
    capacity = max(byteCount, 2 * capacity)
    bytes.deallocate()
    bytes = .allocate(byteCount: capacity, alignment: 1)
  }

  /// Copies a text. The returned bytes are valid until the next call of `begin`.
  func keep(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeRawBufferPointer {
    precondition(text.count <= capacity - count, "begin() was called with a smaller byte count")
    let start = bytes + count
    count += text.count
    if let source = text.baseAddress { start.copyMemory(from: source, byteCount: text.count) }
    return UnsafeRawBufferPointer(start: start, count: text.count)
  }
}
