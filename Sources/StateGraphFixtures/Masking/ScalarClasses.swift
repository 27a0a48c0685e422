/// The classes of the characters that a mask exchanges with each other, beyond ASCII.
///
/// A class contains the characters of one general category, such as lower-case letters or symbols,
/// in a block of 128 code points. A mask thus keeps the script and the number of bytes.
final class ScalarClasses {
  struct Member {
    /// Identifies the class.
    let number: UInt32
    /// The place of the character in the class.
    let index: UInt8
    let scalars: [Unicode.Scalar]
  }

  private struct Key: Hashable {
    let block: UInt32
    let category: UInt8
  }

  private var classes: [Key: [Unicode.Scalar]] = [:]

  /// Returns the class of a character. Nil if masks keep the character, such as a space or a mark.
  func member(_ scalar: Unicode.Scalar) -> Member? {
    guard let category = Self.category(scalar) else { return nil }
    let key = Key(block: scalar.value >> 7, category: category)
    let scalars = members(key)
    guard let index = scalars.firstIndex(of: scalar) else { return nil }
    return Member(number: key.block << 8 | UInt32(category), index: UInt8(index), scalars: scalars)
  }

  private func members(_ key: Key) -> [Unicode.Scalar] {
    if let known = classes[key] { return known }
    let scalars = (key.block << 7..<(key.block + 1) << 7).compactMap(Unicode.Scalar.init)
      .filter { Self.category($0) == key.category }
    classes[key] = scalars
    return scalars
  }

  /// The number of the category, or nil for marks, punctuation, spaces and control characters.
  private static func category(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter: 1
    case .lowercaseLetter: 2
    case .titlecaseLetter: 3
    case .modifierLetter: 4
    case .otherLetter: 5
    case .decimalNumber: 6
    case .letterNumber: 7
    case .otherNumber: 8
    case .otherSymbol: 9
    case .privateUse: 10
    default: nil
    }
  }
}
