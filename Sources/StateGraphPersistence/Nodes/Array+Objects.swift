extension Array where Element: AnyObject {
  /// Whether both have the same objects in the same order. Compiled once: element by element, code
  /// for any type would cost as much as bringing a relationship up to date.
  func hasSameObjects(as other: [Element]) -> Bool {
    // SAFETY: an array of one class is laid out as that of any other.
    haveSameObjects(
      unsafeBitCast(self, to: [AnyObject].self),
      unsafeBitCast(other, to: [AnyObject].self)
    )
  }
}

private func haveSameObjects(_ left: [AnyObject], _ right: [AnyObject]) -> Bool {
  guard left.count == right.count else { return false }
  for index in left.indices where left[index] !== right[index] { return false }
  return true
}
