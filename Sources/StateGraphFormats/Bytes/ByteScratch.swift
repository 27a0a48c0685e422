/// A buffer for field text in which the reader has replaced escapes or doubled quotes.
///
/// For example, the buffer contains `a"b` for the CSV field `"a""b"`. The reader reuses its
/// memory for every record.
final class ByteScratch {
  /// The memory of the buffer. `deinit` frees it.
  ///
  /// A call of `append` may move the bytes to other memory. Callers therefore store offsets instead
  /// of pointers.
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity = 256

  init() {
    bytes = .allocate(capacity: capacity)
  }

  deinit {
    bytes.deallocate()
  }

  func removeAll() {
    count = 0
  }

  func append(_ source: UnsafePointer<UInt8>, count added: Int) {
    reserve(added)
    (bytes + count).initialize(from: source, count: added)
    count += added
  }

  func append(_ byte: UInt8) {
    reserve(1)
    (bytes + count).initialize(to: byte)
    count += 1
  }

  private func reserve(_ added: Int) {
    guard count + added > capacity else { return }
    capacity = max(count + added, 2 * capacity)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.initialize(from: bytes, count: count)
    bytes.deallocate()
    bytes = larger
  }
}
