extension Array where Element: AnyObject {
  /// Returns whether both arrays contain the same objects in the same order.
  ///
  /// The comparison runs in code that is not generic. Unspecialised generic code would cost as much
  /// as the update of a relationship.
  func hasSameObjects(as other: [Element]) -> Bool {
    // SAFETY: arrays of different classes have the same memory layout.
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
