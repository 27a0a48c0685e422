/// Computes the width of text in terminal columns.
///
/// An ideograph or an emoji takes two columns, and a combining mark takes none. The widths are
/// those of the East Asian Width of Unicode (<https://www.unicode.org/reports/tr11/>).
package enum TerminalWidth {
  package static func columns(of text: String) -> Int {
    var total = 0
    var isASCII = true
    for byte in text.utf8 where byte >= 0x80 {
      isASCII = false
      break
    }
    if isASCII { return text.utf8.count }
    for character in text { total += columns(of: character) }
    return total
  }

  /// Returns the number of terminal columns that a character takes. The widest scalar determines
  /// it, so a joined emoji, such as a family, is as wide as a single emoji.
  package static func columns(of character: Character) -> Int {
    var widest = 0
    for scalar in character.unicodeScalars {
      if scalar == "\u{FE0F}" { widest = 2 }
      widest = max(widest, columns(of: scalar))
    }
    return widest
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // A terminal draws Hangul vowels and final consonants in the same cell as the first consonant,
    // so they take no columns of their own.
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// The scalars that take two terminal columns: those whose East Asian Width is W (wide) or F
  /// (fullwidth).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18AFF, 0x1B000...0x1B2FF, 0x1F1E6...0x1F1FF,
    0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}
