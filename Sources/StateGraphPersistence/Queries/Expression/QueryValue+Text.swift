import StateGraphSQLite

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
  /// Every `%` and `_` in it is a wildcard. The case of the letters A to Z is ignored.
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
