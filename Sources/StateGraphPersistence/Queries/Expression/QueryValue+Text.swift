import StateGraphLive
public import StateGraphSQLite

/// A type of text that a column can store: `String` or `String?`. Conditions such as `hasPrefix`
/// exist only for these types.
public protocol QueryText {}

extension String: QueryText {}
extension Optional: QueryText where Wrapped == String {}

extension QueryValue where Value: QueryText {
  /// Returns a condition that is true if the text matches a pattern.
  ///
  /// In the pattern, `%` and `_` are wildcards. The case of the letters A to Z is ignored. See
  /// ``LikePattern``.
  public func like(_ pattern: LikePattern) -> QueryCondition { matching(.like(pattern)) }

  /// Returns a condition that holds if the text matches a pattern that is known only at run time.
  /// Every `%` and `_` in the pattern is a wildcard. The case of the letters A to Z is ignored.
  public func like(wildcardsIn pattern: String) -> QueryCondition {
    like(LikePattern(wildcardsIn: pattern))
  }

  /// Returns a condition that holds if the text begins with `text`. Compares bytes, so that case
  /// matters. SQLite can use an index on the column.
  public func hasPrefix(_ text: String) -> QueryCondition { matching(.prefix(ByteText(text))) }

  /// Returns a condition that holds if the text ends with `text`. Compares bytes, so that case
  /// matters. SQLite cannot use an index.
  public func hasSuffix(_ text: String) -> QueryCondition { matching(.suffix(ByteText(text))) }

  /// Returns a condition that holds if the text contains `text`. Compares bytes, so that case
  /// matters. To ignore case, use ``like(_:)``.
  public func contains(_ text: String) -> QueryCondition { matching(.infix(ByteText(text))) }

  private func matching(_ match: QueryExpression.TextMatch) -> QueryCondition {
    QueryValue<Bool>(.matches(expression, match))
  }
}

// MARK: - Functions

extension QueryValue where Value: QueryText & Bindable {
  /// Returns the left text followed by the right text. The result is nil if a text is nil.
  public static func + (left: Self, right: Self) -> Self {
    Self(
      .concatenate,
      operands: [left.expression, right.expression],
      depth: max(left.depth, right.depth)
    )
  }

  /// Returns the left text followed by the right text. The result is nil if a text is nil.
  public static func + (left: Self, right: Value) -> Self {
    Self(.concatenate, operands: [left.expression, .value(right.value)], depth: left.depth)
  }

  /// Returns the left text followed by the right text. The result is nil if a text is nil.
  public static func + (left: Value, right: Self) -> Self {
    Self(.concatenate, operands: [.value(left.value), right.expression], depth: right.depth)
  }

  /// Returns the text with the letters A to Z in lower case. SQLite does not change other letters.
  public func lowercased() -> Self { Self(.lower, operands: [expression], depth: depth) }

  /// Returns the text with the letters a to z in upper case. SQLite does not change other letters.
  public func uppercased() -> Self { Self(.upper, operands: [expression], depth: depth) }

  /// Returns the text without the spaces at its beginning and its end. Other white space stays.
  public func trimmed() -> Self { Self(.trim, operands: [expression], depth: depth) }

  /// Returns the text in which each occurrence of `part` is replaced by `replacement`. Compares
  /// bytes, so that upper and lower case differ.
  public func replacing(_ part: String, with replacement: String) -> Self {
    Self(
      .replace,
      operands: [expression, .value(.text(part)), .value(.text(replacement))],
      depth: depth
    )
  }

  /// Returns the first Unicode scalars of the text, or the whole text if it is shorter.
  ///
  /// - Parameter count: The number of scalars. A negative number counts as 0.
  public func prefix(_ count: Int) -> Self { substring(from: 1, count) }

  /// Returns the last Unicode scalars of the text, or the whole text if it is shorter.
  ///
  /// - Parameter count: The number of scalars. A negative number counts as 0.
  public func suffix(_ count: Int) -> Self {
    count > 0 ? substring(from: -Swift.min(count, Self.longest), nil) : prefix(0)
  }

  /// Returns the text without its first Unicode scalars.
  ///
  /// - Parameter count: The number of scalars to leave out. A negative number counts as 0.
  public func dropFirst(_ count: Int = 1) -> Self {
    substring(from: Swift.max(0, Swift.min(count, Self.longest)) + 1, nil)
  }

  /// A number of scalars that exceeds the length of every text in SQLite.
  private static var longest: Int { 2_000_000_000 }

  /// Returns a part of the text.
  ///
  /// - Parameters:
  ///   - start: The position of the first scalar, counted from 1. A negative position counts from
  ///     the end.
  ///   - count: The number of scalars. If nil, the part extends to the end of the text.
  private func substring(from start: Int, _ count: Int?) -> Self {
    let numbers = [start] + (count.map { [Swift.max(0, Swift.min($0, Self.longest))] } ?? [])
    return Self(
      .substring,
      operands: [expression] + numbers.map { .value(.integer(Int64($0))) },
      depth: depth
    )
  }
}

extension QueryValue where Value == String {
  /// The number of Unicode scalars in the text, up to the first NUL.
  public var length: QueryValue<Int> {
    QueryValue<Int>(.length, operands: [expression], depth: depth)
  }
}

extension QueryValue where Value == String? {
  /// The number of Unicode scalars in the text, up to the first NUL, or nil if the text is nil.
  public var length: QueryValue<Int?> {
    QueryValue<Int?>(.length, operands: [expression], depth: depth)
  }
}
