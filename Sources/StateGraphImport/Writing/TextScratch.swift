/// The texts that are bound to a statement while it runs, in memory that is reused from row to row.
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

  /// Forgets all texts, and makes room for others of `byteCount` bytes altogether.
  func begin(byteCount: Int) {
    count = 0
    guard byteCount > capacity else { return }
    capacity = max(byteCount, 2 * capacity)
    bytes.deallocate()
    bytes = .allocate(byteCount: capacity, alignment: 1)
  }

  /// Copies a text, and returns where it stays until the next `begin`.
  func keep(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeRawBufferPointer {
    precondition(text.count <= capacity - count, "more text than begin() was told of")
    let start = bytes + count
    count += text.count
    if let source = text.baseAddress { start.copyMemory(from: source, byteCount: text.count) }
    return UnsafeRawBufferPointer(start: start, count: text.count)
  }
}
