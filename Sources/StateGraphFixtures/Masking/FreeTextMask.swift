/// The mask `free-text`: replaces each letter and digit of a text by a pseudorandom one, in
/// syllables that can be read.
///
/// The original text cannot be computed from the masked text, even with the key. A person who has
/// the key can only guess a text, and test whether it gives the same result. Two texts may get the
/// same masked text.
struct FreeTextMask {
  private static let consonants = Array("bcdfghjklmnprstvwz".unicodeScalars)
  private static let vowels = Array("aeiou".unicodeScalars)

  let key: HMACKey
  let classes: ScalarClasses

  func masked(_ text: String) -> String {
    var stream = KeyStream(key, message: Array(text.utf8))
    var slots = TextSlots(classes)
    var result = String.UnicodeScalarView()
    var letterCount = 0
    for scalar in text.unicodeScalars {
      let slot = slots.next(scalar)
      guard case .letter(let isUpper) = slot else {
        letterCount = 0
        if case .kept = slot {
          result.append(scalar)
        } else {
          let symbol = UInt8(stream.next(below: Int(slot.limit)))
          result.append(TextSlots.scalar(symbol, in: slot) ?? scalar)
        }
        continue
      }
      let letters = letterCount.isMultiple(of: 2) ? Self.consonants : Self.vowels
      letterCount += 1
      let letter = letters[stream.next(below: letters.count)]
      result.append(isUpper ? Unicode.Scalar(UInt8(ascii: letter) - 32) : letter)
    }
    return String(result)
  }
}
