import Glibc

/// The parts in which two arrays of objects differ: everything between their common beginning and
/// their common end.
struct ArrayDifference<Element: AnyObject> {
  let old: ArraySlice<Element>
  let new: ArraySlice<Element>

  /// Compares the arrays by the identity of their objects. Compares the references as plain memory,
  /// for speed.
  init(from old: [Element], to new: [Element]) {
    // SAFETY: arrays of different classes have the same memory layout.
    let (left, right) = (
      unsafeBitCast(old, to: [AnyObject].self), unsafeBitCast(new, to: [AnyObject].self)
    )
    let prefix = commonPrefix(left, and: right)
    let suffix = commonSuffix(left, and: right, limit: min(left.count, right.count) - prefix)
    self.old = old[prefix..<(old.count - suffix)]
    self.new = new[prefix..<(new.count - suffix)]
  }
}

extension Array where Element: AnyObject {
  /// Returns whether both arrays contain the same objects in the same order.
  ///
  /// The comparison runs in code that is not generic. Unspecialised generic code would cost as much
  /// as the update of a relationship.
  func hasSameObjects(as other: [Element]) -> Bool {
    guard count == other.count else { return false }
    // SAFETY: arrays of different classes have the same memory layout.
    return commonPrefix(
      unsafeBitCast(self, to: [AnyObject].self),
      and: unsafeBitCast(other, to: [AnyObject].self)
    ) == count
  }
}

/// The number of references that one call of `memcmp` compares.
private let blockLength = 512

private func commonPrefix(_ left: [AnyObject], and right: [AnyObject]) -> Int {
  let count = min(left.count, right.count)
  var start = 0
  while start < count,
    areSame(left, from: start, and: right, from: start, count: min(blockLength, count - start))
  {
    start += min(blockLength, count - start)
  }
  while start < count, left[start] === right[start] { start += 1 }
  return start
}

private func commonSuffix(_ left: [AnyObject], and right: [AnyObject], limit: Int) -> Int {
  var length = 0
  while length < limit {
    let block = min(blockLength, limit - length)
    let (leftStart, rightStart) = (left.count - length - block, right.count - length - block)
    guard areSame(left, from: leftStart, and: right, from: rightStart, count: block) else { break }
    length += block
  }
  while length < limit, left[left.count - length - 1] === right[right.count - length - 1] {
    length += 1
  }
  return length
}

private func areSame(
  _ left: [AnyObject],
  from leftStart: Int,
  and right: [AnyObject],
  from rightStart: Int,
  count: Int
) -> Bool {
  left.withUnsafeBytes { left in
    right.withUnsafeBytes { right in
      guard let left = left.baseAddress, let right = right.baseAddress else { return count == 0 }
      let size = MemoryLayout<AnyObject>.stride
      return memcmp(left + leftStart * size, right + rightStart * size, count * size) == 0
    }
  }
}
