import StateGraphFormats

/// Parses numbers from text, and throws if a column would lose digits of the number.
package enum NumberText {
  /// Parses a 64-bit integer: an optional minus sign, and digits without leading zeros.
  ///
  /// - Throws: A ``CellProblem`` if the text has another form or the integer needs more than 64
  ///   bits.
  package static func integer(_ bytes: UnsafeRawBufferPointer) throws(CellProblem) -> Int64 {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard bytes.count > start else { throw .notAnInteger }
    var magnitude: UInt64 = 0
    for index in start..<bytes.count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { throw .notAnInteger }
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      guard !overflow, !carry else {
        throw isInteger(bytes, from: start) ? .integerTooLarge : .notAnInteger
      }
      magnitude = sum
    }
    if bytes[start] == UInt8(ascii: "0"), bytes.count > 1 { throw .leadingZero }
    if isNegative {
      guard magnitude <= UInt64(1) << 63 else { throw .integerTooLarge }
      return Int64(truncatingIfNeeded: 0 &- magnitude)
    }
    guard let integer = Int64(exactly: magnitude) else { throw .integerTooLarge }
    return integer
  }

  private static func isInteger(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
    bytes[start...].allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
  }

  /// Parses a finite decimal number. A fraction and an exponent are optional.
  ///
  /// A number with a fraction or exponent is rounded to the nearest `Double`. An integer is never
  /// rounded. If a `Double` cannot represent the integer exactly, this method throws.
  package static func real(_ bytes: UnsafeRawBufferPointer) throws(CellProblem) -> Double {
    var position = bytes.first == UInt8(ascii: "-") ? 1 : 0
    var number = JSONDecimal(isNegative: position == 1)
    let integerStart = position
    while let digit = digit(bytes, at: position) {
      number.append(digit: digit)
      position += 1
    }
    let integerDigits = position - integerStart
    guard integerDigits <= 1 || bytes[integerStart] != UInt8(ascii: "0") else { throw .leadingZero }
    var fractionDigits = 0
    var isInteger = true
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      while let digit = digit(bytes, at: position) {
        number.append(fractionDigit: digit)
        position += 1
        fractionDigits += 1
      }
    }
    guard integerDigits + fractionDigits > 0 else { throw .notANumber }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      number.exponent += try exponent(bytes, at: &position)
    }
    guard position == bytes.count else { throw .notANumber }
    let value: Double
    do {
      value = try number.real(literal: bytes.bindMemory(to: UInt8.self))
    } catch {
      throw error == .tooLarge ? .realTooLarge : .realTooSmall
    }
    if isInteger { _ = try exact(value, integer: number.integer) }
    return value
  }

  /// Converts an integer to a `Double`. Throws if the `Double` cannot represent the integer
  /// exactly.
  package static func real(_ integer: Int64) throws(CellProblem) -> Double {
    try exact(Double(integer), integer: integer)
  }

  private static func exact(_ value: Double, integer: Int64?) throws(CellProblem) -> Double {
    guard let integer, Int64(exactly: value) == integer else { throw .inexactReal }
    return value
  }

  private static func exponent(
    _ bytes: UnsafeRawBufferPointer,
    at position: inout Int
  ) throws(CellProblem) -> Int {
    position += 1
    let sign = position < bytes.count ? bytes[position] : 0
    let isNegative = sign == UInt8(ascii: "-")
    if isNegative || sign == UInt8(ascii: "+") { position += 1 }
    let start = position
    var exponent = 0
    while let digit = digit(bytes, at: position) {
      // The limit prevents an overflow of `exponent`. An exponent of 100,000 already makes the
      // number zero or infinite, so further digits change nothing.
      if exponent < 100_000 { exponent = exponent * 10 + Int(digit) }
      position += 1
    }
    guard position > start else { throw .notANumber }
    return isNegative ? -exponent : exponent
  }

  @inline(__always)
  private static func digit(_ bytes: UnsafeRawBufferPointer, at index: Int) -> UInt8? {
    guard index < bytes.count else { return nil }
    let digit = bytes[index] &- UInt8(ascii: "0")
    return digit < 10 ? digit : nil
  }
}
