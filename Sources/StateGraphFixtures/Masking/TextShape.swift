/// The form of a text that the masked text must have, too: an integer, a UUID or any other text.
enum TextShape: Equatable {
  case other
  /// An integer of 64 bits in its shortest form. In a column of numbers, SQLite stores such a text
  /// as an integer.
  case integer
  /// A UUID whose letters all have the same case.
  case uuid(hasLetters: Bool, isUpper: Bool)

  init(_ text: some Collection<Unicode.Scalar>) {
    let count = text.prefix(37).count
    if count == 36, let uuid = Self.uuid(text) {
      self = uuid
    } else if count <= 20, Self.isInteger(text) {
      self = .integer
    } else {
      self = .other
    }
  }

  private static func isInteger(_ text: some Collection<Unicode.Scalar>) -> Bool {
    guard let first = text.first, first == "-" || ("0"..."9").contains(first),
      text.dropFirst().allSatisfy({ ("0"..."9").contains($0) })
    else { return false }
    var copy = String.UnicodeScalarView()
    copy.append(contentsOf: text)
    let string = String(copy)
    return Int64(string).map(String.init) == string
  }

  private static func uuid(_ text: some Collection<Unicode.Scalar>) -> TextShape? {
    var (hasLower, hasUpper) = (false, false)
    for (index, scalar) in text.enumerated() {
      switch scalar {
      case "-": guard [8, 13, 18, 23].contains(index) else { return nil }
      case "0"..."9": if [8, 13, 18, 23].contains(index) { return nil }
      case "a"..."f":
        if [8, 13, 18, 23].contains(index) { return nil }
        hasLower = true
      case "A"..."F":
        if [8, 13, 18, 23].contains(index) { return nil }
        hasUpper = true
      default: return nil
      }
    }
    if hasLower && hasUpper { return nil }
    return .uuid(hasLetters: hasLower || hasUpper, isUpper: hasUpper)
  }
}
