extension ByteOutput {
  /// Appends an integer in decimal digits. For speed, no `String` is created.
  package func append(integer: Int64) throws(InspectionError) {
    var magnitude = integer.magnitude
    guard magnitude >= 10 || integer < 0 else {
      return try append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude))
    }
    if integer < 0 { try append(UInt8(ascii: "-")) }
    // The three integers serve as a buffer of 24 bytes. A 64-bit number has at most 20 decimal
    // digits.
    var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
    let failure: InspectionError? = withUnsafeMutableBytes(of: &digits) { bytes in
      var start = bytes.count
      repeat {
        start -= 1
        bytes[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10)
        magnitude /= 10
      } while magnitude > 0
      do throws(InspectionError) {
        try append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Appends the shortest decimal number from which a reader gets the same double.
  ///
  /// - Throws: `ValueProblem.infinity` if the number is infinite and `rules` do not allow infinity.
  package func append(real: Double, _ rules: ValueRules) throws {
    guard !real.isInfinite else {
      guard rules.allowsInfinity else { throw ValueProblem.infinity }
      return try append(real < 0 ? "-9e999" : "9e999")
    }
    try append(real.description)
  }

  /// Appends bytes in Base64 with padding, as section 4 of RFC 4648 defines it.
  package func append(base64 bytes: UnsafeRawBufferPointer) throws(InspectionError) {
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var group: UInt32 = 0
      for offset in 0..<3 {
        group = group << 8 | (offset < count ? UInt32(bytes[index + offset]) : 0)
      }
      for place in 0..<4 {
        let digit = UInt8(truncatingIfNeeded: group >> UInt32(18 - 6 * place)) & 63
        try append(place <= count ? Self.base64Digit(digit) : UInt8(ascii: "="))
      }
      index += 3
    }
  }

  private static func base64Digit(_ value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }
}
