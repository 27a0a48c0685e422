/// A random text of 256 bits, which nobody can guess.
struct SecretText: Sendable {
  let text: String

  init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<4).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// Returns whether `other` is this text. The time does not depend on the position of the first
  /// difference, so that nobody can guess the text byte by byte.
  func isEqual(to other: String) -> Bool {
    guard other.utf8.count == text.utf8.count else { return false }
    return zip(text.utf8, other.utf8).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
