/// Divides the characters beyond ASCII into classes. A mask replaces a character by another one of
/// the same class.
///
/// A class contains the characters of one general category, such as lower-case letters or symbols,
/// in a block of 128 code points. A mask therefore keeps the script and the number of UTF-8 bytes.
/// The classes that were computed are cached. Only one thread may use an instance.
final class ScalarClasses {
  /// A character as a member of its class.
  struct Member {
    /// The number that identifies the class.
    let number: UInt32
    /// The index of the character in `scalars`.
    let index: UInt8
    /// All characters of the class.
    let scalars: [Unicode.Scalar]
  }

  private struct Key: Hashable {
    let block: UInt32
    let category: UInt8
  }

  private var classes: [Key: [Unicode.Scalar]] = [:]

  /// Returns a character's class and its index in that class, or nil if masks keep the character,
  /// such as a space or a combining accent.
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

  /// Returns a number for the general category of a character, or nil if masks keep such a
  /// character: combining marks, punctuation, spaces and control characters.
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
