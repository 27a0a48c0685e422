/// Determines for each character of a text whether a mask keeps it, and which other characters can
/// take its place (its ``Slot``).
///
/// A mask keeps the leading zeros of a number, and never replaces its first other digit by a zero.
/// The masked text therefore has the same slots as the text.
struct TextSlots {
  /// What a mask does with one character: keeps it, or replaces it by a character of the same sort.
  enum Slot {
    case kept
    case letter(isUpper: Bool)
    /// The first digit of a number after its leading zeros. It becomes a digit from 1 to 9.
    case firstDigit
    /// A later digit of a number.
    case digit
    /// A character beyond ASCII, with the class that contains it.
    case member(ScalarClasses.Member)

    var limit: UInt16 {
      switch self {
      case .kept: 1
      case .letter: 26
      case .firstDigit: 9
      case .digit: 10
      case .member(let member): UInt16(member.scalars.count)
      }
    }
  }

  private enum Number {
    case outside, zeros, digits
  }

  private let classes: ScalarClasses
  /// How many of the next characters the mask keeps in any case.
  private var keptCount: Int
  private var number = Number.outside

  init(_ classes: ScalarClasses, keeping keptCount: Int = 0) {
    (self.classes, self.keptCount) = (classes, keptCount)
  }

  /// Returns the slot of the next character of the text. The caller passes the characters in their
  /// order.
  mutating func next(_ scalar: Unicode.Scalar) -> Slot {
    if keptCount > 0 {
      keptCount -= 1
      return .kept
    }
    let value = scalar.value
    if (48...57).contains(value) {
      if number == .digits { return .digit }
      number = value == 48 ? .zeros : .digits
      return value == 48 ? .kept : .firstDigit
    }
    number = .outside
    switch value {
    case 97...122: return .letter(isUpper: false)
    case 65...90: return .letter(isUpper: true)
    case ..<128: return .kept
    default: return classes.member(scalar).map { .member($0) } ?? .kept
    }
  }

  /// Returns the symbol of a character: its index among the characters that its slot allows.
  static func symbol(_ scalar: Unicode.Scalar, in slot: Slot) -> UInt8 {
    switch slot {
    case .kept: 0
    case .letter(let isUpper): UInt8(scalar.value - (isUpper ? 65 : 97))
    case .firstDigit: UInt8(scalar.value - 49)
    case .digit: UInt8(scalar.value - 48)
    case .member(let member): member.index
    }
  }

  /// Returns the character that a symbol stands for in a slot, or nil if the mask keeps the
  /// character of the slot.
  static func scalar(_ symbol: UInt8, in slot: Slot) -> Unicode.Scalar? {
    switch slot {
    case .kept: nil
    case .letter(let isUpper): Unicode.Scalar((isUpper ? 65 : 97) + symbol)
    case .firstDigit: Unicode.Scalar(49 + symbol)
    case .digit: Unicode.Scalar(48 + symbol)
    case .member(let member): member.scalars[Int(symbol)]
    }
  }

  /// Appends bytes that describe the slot of a character to the pattern of a text. The pattern
  /// chooses the permutation for the text.
  ///
  /// The case of a letter does not appear in the pattern. Two texts that differ only in case
  /// therefore get the same letters, and stay equal for SQLite's collation NOCASE.
  static func describe(_ slot: Slot, scalar: Unicode.Scalar, in pattern: inout [UInt8]) {
    switch slot {
    case .kept: pattern += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    case .letter: pattern.append(0xF8)
    case .firstDigit: pattern.append(0xF9)
    case .digit: pattern.append(0xFA)
    case .member(let member):
      pattern.append(0xFB)
      for shift in [24, 16, 8, 0] as [UInt32] {
        pattern.append(UInt8(truncatingIfNeeded: member.number >> shift))
      }
    }
  }
}
