extension Array where Element: AnyObject {
  /// Whether both hold the same objects in the same order.
  func isIdentical(to other: [Element]) -> Bool { elementsEqual(other, by: ===) }
}
