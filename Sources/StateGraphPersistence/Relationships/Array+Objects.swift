extension Array where Element: AnyObject {
  /// Whether both arrays have the same objects in the same order. Compares in code that is not
  /// generic: unspecialised generic code would cost as much as the update of a relationship.
  func hasSameObjects(as other: [Element]) -> Bool {
    // SAFETY: arrays of different classes have the same layout.
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
