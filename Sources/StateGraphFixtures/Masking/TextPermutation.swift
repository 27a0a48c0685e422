/// The mask `text`: replaces each letter by a letter and each digit by a digit, and keeps the
/// length and the separators of the text.
///
/// Different texts get different masked texts. If two texts differ only in the case of ASCII
/// letters, the masked texts differ only in case, too. Masked values therefore satisfy the same
/// UNIQUE constraints as the originals, also with the collation NOCASE. An integer stays an
/// integer, and a UUID stays a UUID with its version.
final class TextPermutation {
  private let permutation: SymbolPermutation
  private let classes: ScalarClasses

  init(_ key: HMACKey, classes: ScalarClasses) {
    permutation = SymbolPermutation(key: key)
    self.classes = classes
  }

  /// Returns the text that takes the place of `text`.
  ///
  /// - Parameters:
  ///   - text: The original text.
  ///   - keptCount: How many characters at the beginning stay as they are.
  func masked(_ text: String, keeping keptCount: Int = 0) -> String {
    let scalars = text.unicodeScalars
    // The collation NOCASE ignores all characters after a NUL, and RTRIM ignores spaces at the end.
    // Two texts that are equal for such a collation need masked texts that are equal for it, too.
    if let end = scalars.firstIndex(of: "\0") {
      let tail = String(scalars[scalars.index(after: end)...])
      return masked(String(scalars[..<end]), keeping: keptCount) + "\0" + masked(tail)
    }
    var end = scalars.endIndex
    while end > scalars.startIndex, scalars[scalars.index(before: end)] == " " {
      end = scalars.index(before: end)
    }
    let core = scalars[..<end]
    let shape = TextShape(core)
    if case .uuid(_, let isUpper) = shape {
      return maskedUUID(core, shape: shape, isUpper: isUpper) + String(scalars[end...])
    }
    var result = String.UnicodeScalarView(core)
    // If the result had another shape, such as an integer for a text that is none, a text of that
    // shape could get the same result. The permutation is therefore repeated until the shape is the
    // same.
    repeat { result = walked(result, keeping: keptCount) } while TextShape(result) != shape
    return String(result) + String(scalars[end...])
  }

  /// Returns the bytes that take the place of a BLOB. Their number is the same.
  func masked(_ bytes: [UInt8]) -> [UInt8] {
    var symbols = bytes
    permutation.apply(
      to: &symbols,
      limits: Array(repeating: 256, count: bytes.count),
      tweak: [UInt8(ascii: "b")]
    )
    return symbols
  }

  private func walked(
    _ text: String.UnicodeScalarView,
    keeping keptCount: Int
  ) -> String.UnicodeScalarView {
    var (symbols, limits, pattern) = ([UInt8](), [UInt16](), [UInt8(ascii: "t")])
    var slots = TextSlots(classes, keeping: keptCount)
    for scalar in text {
      let slot = slots.next(scalar)
      TextSlots.describe(slot, scalar: scalar, in: &pattern)
      if case .kept = slot { continue }
      symbols.append(TextSlots.symbol(scalar, in: slot))
      limits.append(slot.limit)
    }
    permutation.apply(to: &symbols, limits: limits, tweak: permutation.key.code(of: pattern))
    var result = String.UnicodeScalarView()
    result.reserveCapacity(text.underestimatedCount)
    slots = TextSlots(classes, keeping: keptCount)
    var place = 0
    for scalar in text {
      let slot = slots.next(scalar)
      guard case .kept = slot else {
        result.append(TextSlots.scalar(symbols[place], in: slot) ?? scalar)
        place += 1
        continue
      }
      result.append(scalar)
    }
    return result
  }

  /// Exchanges the digits of a UUID, except those of its version and its variant.
  private func maskedUUID(
    _ text: Substring.UnicodeScalarView,
    shape: TextShape,
    isUpper: Bool
  ) -> String {
    var digits = text.map { $0 }
    let kept = [8, 13, 14, 18, 19, 23]
    let places = digits.indices.filter { !kept.contains($0) }
    let fixed = kept.flatMap { digits[$0].utf8 }.map { $0 >= 97 ? $0 - 32 : $0 }
    repeat {
      var symbols = places.map { Self.value(digits[$0]) }
      permutation.apply(
        to: &symbols,
        limits: Array(repeating: 16, count: symbols.count),
        tweak: [UInt8(ascii: "u")] + fixed
      )
      for (place, symbol) in zip(places, symbols) {
        let letter: UInt8 = isUpper ? 55 : 87
        digits[place] = Unicode.Scalar(symbol < 10 ? 48 + symbol : letter + symbol)
      }
    } while TextShape(digits) != shape
    var result = String.UnicodeScalarView()
    result.append(contentsOf: digits)
    return String(result)
  }

  /// Returns the value of a hexadecimal digit.
  private static func value(_ digit: Unicode.Scalar) -> UInt8 {
    let byte = UInt8(ascii: digit)
    return byte < 58 ? byte - 48 : (byte & 0xDF) - 55
  }
}
