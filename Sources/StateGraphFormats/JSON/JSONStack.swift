/// A stack that can remove several of its last values together, as one array.
///
/// The stack reuses its memory. Each array or object of a JSON tree therefore needs only one
/// allocation.
final class JSONStack<Element> {
  @exclusivity(unchecked) private var base: UnsafeMutablePointer<Element>
  @exclusivity(unchecked) private var capacity = 64
  @exclusivity(unchecked) private(set) var count = 0

  init() {
    base = .allocate(capacity: capacity)
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  func push(_ element: consuming Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count += 1
  }

  /// The value at `index`, which must be less than `count`.
  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count, "no such value on the stack")
      return base[index]
    }
    _modify {
      precondition(index >= 0 && index < count, "no such value on the stack")
      yield &base[index]
    }
  }

  /// Returns the values from the index `start` to the top.
  ///
  /// The returned buffer is valid until the stack changes.
  func values(from start: Int) -> UnsafeBufferPointer<Element> {
    precondition(start >= 0 && start <= count, "no such value on the stack")
    return UnsafeBufferPointer(start: base + start, count: count - start)
  }

  /// Removes the values from the index `start` to the top, and returns them.
  func take(from start: Int) -> [Element] {
    precondition(start >= 0 && start <= count, "no such value on the stack")
    var taken: [Element] = []
    taken.reserveCapacity(count - start)
    for index in start..<count { taken.append((base + index).move()) }
    count = start
    return taken
  }

  func removeAll() {
    base.deinitialize(count: count)
    count = 0
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: 2 * capacity)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}
