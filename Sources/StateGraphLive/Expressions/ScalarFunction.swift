package import StateGraphRows

/// An operator or a scalar function of SQL that Swift evaluates with the same result as SQLite.
///
/// Swift evaluates a function only for operands for which every supported version of SQLite returns
/// the same result. For other operands, the evaluation throws ``UndecidableRow``. An example is the
/// text `'1e0'`, which SQLite converts to a number before an addition.
package enum ScalarFunction: Hashable, Sendable {
  case add, subtract, multiply, divide, remainder
  case absolute, round
  case concatenate, lower, upper, trim, length, replace
  /// `substr(text, start)` or `substr(text, start, length)`.
  case substring
  /// The first operand that is not NULL.
  case coalesce
  /// `json_extract(text, path)`. Only SQLite computes it, so the evaluation in Swift always throws
  /// ``UndecidableRow``, unless an operand is NULL.
  case jsonExtract
  /// Compares the operand as a date. The value is the operand, with a date in the form of
  /// ``DateText``.
  case date
  /// A date in JSON in the form of ``DateText``. `JSONEncoder` writes the seconds since 2001. Only
  /// SQLite computes it, as ``jsonExtract``.
  case jsonDate
}

/// The error that Swift throws if only SQLite can evaluate an expression or a condition for a row.
package struct UndecidableRow: Error {
  package init() {}
}

extension ScalarFunction {
  /// Returns the result of the function.
  ///
  /// - Parameters:
  ///   - count: The number of operands.
  ///   - operand: A closure that returns the operand at an index. ``coalesce`` evaluates an operand
  ///     only if all operands before it are NULL.
  /// - Throws: ``UndecidableRow`` if only SQLite can compute the result or an operand.
  package func value(
    _ count: Int,
    operand: (Int) throws(UndecidableRow) -> SQLiteValue
  ) throws(UndecidableRow) -> SQLiteValue {
    if self == .coalesce {
      for index in 0..<count {
        let value = try operand(index)
        if !value.isNull { return value }
      }
      return .null
    }
    var operands: [SQLiteValue] = []
    operands.reserveCapacity(count)
    for index in 0..<count { operands.append(try operand(index)) }
    // All functions except `coalesce` return NULL if an operand is NULL.
    guard !operands.contains(where: \.isNull) else { return .null }
    switch self {
    case .add, .subtract, .multiply, .divide, .remainder:
      return try arithmetic(of: operands[0], and: operands[1])
    case .absolute: return try ScalarFunction.absolute(operands[0])
    case .round: return try ScalarFunction.rounded(operands[0])
    case .concatenate, .lower, .upper, .trim, .length, .replace, .substring:
      return try text(operands)
    case .date: return operands[0].withNormalDate
    case .coalesce, .jsonExtract, .jsonDate: throw UndecidableRow()
    }
  }
}

// MARK: - Numbers

extension ScalarFunction {
  /// Returns the result of an arithmetic operator by the rules of SQLite. For two integers, the
  /// result is an integer if it fits into 64 bits. Otherwise, both operands are converted to
  /// floating-point numbers.
  private func arithmetic(
    of left: SQLiteValue,
    and right: SQLiteValue
  ) throws(UndecidableRow) -> SQLiteValue {
    if self == .remainder { return try ScalarFunction.remainder(of: left, by: right) }
    if case .integer(let left) = left, case .integer(let right) = right {
      if right == 0, self == .divide { return .null }
      if let exact = integer(of: left, and: right) { return .integer(exact) }
    }
    guard let result = real(of: try left.number, and: try right.number), !result.isNaN else {
      return .null
    }
    return .real(result)
  }

  /// Returns the result for two integers, or nil if the result does not fit into 64 bits.
  private func integer(of left: Int64, and right: Int64) -> Int64? {
    let (result, isTooBig) =
      switch self {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      default: left.dividedReportingOverflow(by: right)
      }
    return isTooBig ? nil : result
  }

  private func real(of left: Double, and right: Double) -> Double? {
    switch self {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    default: right == 0 ? nil : left / right
    }
  }

  /// Returns the result of `%`. SQLite first converts both operands to integers. If one of the
  /// operands is a floating-point number, the result is a floating-point number.
  private static func remainder(
    of left: SQLiteValue,
    by right: SQLiteValue
  ) throws(UndecidableRow) -> SQLiteValue {
    let (dividend, divisor) = (try left.integerPart, try right.integerPart)
    guard divisor != 0 else { return .null }
    // Swift would trap for the least integer and -1, because their quotient overflows.
    let remainder = divisor == -1 ? 0 : dividend % divisor
    if case .integer = left, case .integer = right { return .integer(remainder) }
    return .real(Double(remainder))
  }

  private static func absolute(_ value: SQLiteValue) throws(UndecidableRow) -> SQLiteValue {
    switch value {
    // SQLite reports an error for the least integer, which has no positive counterpart.
    case .integer(.min): throw UndecidableRow()
    case .integer(let integer): return .integer(abs(integer))
    default: return .real(abs(try value.number))
    }
  }

  private static func rounded(_ value: SQLiteValue) throws(UndecidableRow) -> SQLiteValue {
    let number = try value.number
    // A number above 2^52 has no fraction, so rounding does not change it.
    guard abs(number) <= 0x1p52 else { return .real(number) }
    return .real(Double(Int64(number + (number < 0 ? -0.5 : 0.5))))
  }
}

extension SQLiteValue {
  /// The number as a floating-point number. Throws ``UndecidableRow`` for text and blobs, because
  /// the versions of SQLite convert them by different rules.
  fileprivate var number: Double {
    get throws(UndecidableRow) {
      switch self {
      case .integer(let integer): return Double(integer)
      case .real(let real): return real
      case .null, .text, .blob: throw UndecidableRow()
      }
    }
  }

  /// The integer part of the number, or the nearest 64-bit integer if the integer part does not fit
  /// into 64 bits.
  fileprivate var integerPart: Int64 {
    get throws(UndecidableRow) {
      if case .integer(let integer) = self { return integer }
      let real = try number
      if real <= -0x1p63 { return .min }
      return real >= 0x1p63 ? .max : Int64(real)
    }
  }
}
