/// The text of numbers, as the server reads and prints it.
enum ServerNumberText {
  /// Reads a number of the type double precision.
  static func real(
    _ text: ArraySlice<UInt8>,
    orThrow malformed: ReplicationError,
    notANumber: ReplicationError
  ) throws(ReplicationError) -> Double {
    let string = String(decoding: text, as: UTF8.self)
    switch string {
    case "NaN": throw notANumber
    case "Infinity": return .infinity
    case "-Infinity": return -.infinity
    default: break
    }
    // Swift's initializer also reads hexadecimal numbers and words.
    let isPlain = text.count <= 400 && text.allSatisfy { "0123456789+-.e".utf8.contains($0) }
    guard isPlain, let number = Double(string), number.isFinite else { throw malformed }
    return number
  }

  /// The shortest text that gives the same number.
  static func text(of real: Double) -> String {
    if real.isInfinite { return real < 0 ? "-Infinity" : "Infinity" }
    return real.description
  }

  /// Returns whether the text is a finite decimal number without an exponent.
  static func isDecimal(_ text: String) -> Bool {
    var digits = text.utf8[...]
    if digits.first == UInt8(ascii: "-") { digits = digits.dropFirst() }
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return (1...2).contains(parts.count)
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (48...57).contains($0) } }
  }

  /// Returns whether a numeric column with the type modifier prints the text as it is.
  static func isCanonicalDecimal(_ text: String, modifier: Int32) -> Bool {
    guard isDecimal(text) else { return false }
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let parts = text.utf8.drop { $0 == UInt8(ascii: "-") }.split(separator: UInt8(ascii: "."))
    let whole = Array(parts[0])
    let fraction = parts.count == 2 ? Array(parts[1]) : []
    if whole.count > 1, whole[0] == UInt8(ascii: "0") { return false }
    let isZero = (whole + fraction).allSatisfy { $0 == UInt8(ascii: "0") }
    if isNegative, isZero { return false }
    // The server stores at most 131,072 digits before and 16,383 behind the point.
    guard whole.count <= 131_072, fraction.count <= 16_383 else { return false }
    guard modifier >= 4 else { return true }
    let precision = Int(modifier - 4) >> 16 & 0xFFFF
    let scale = (Int(modifier - 4) & 0x7FF) ^ 1024 - 1024
    guard scale >= 0, scale == fraction.count else { return false }
    return whole == [UInt8(ascii: "0")] || whole.count <= precision - scale
  }
}
