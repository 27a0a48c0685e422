/// The types of a text column: `String` and `String?`.
public protocol QueryText {}

extension String: QueryText {}
extension Optional: QueryText where Wrapped == String {}

extension QueryValue where Value: QueryText {
  /// Returns a condition that holds if the text matches a pattern with `%` and `_`. See
  /// ``LikePattern``.
  public func like(_ pattern: LikePattern) -> QueryCondition { matching(.like(pattern)) }

  /// Returns a condition that holds if the text begins with `text`. Compares bytes, and can use an
  /// index on the column.
  public func hasPrefix(_ text: String) -> QueryCondition { matching(.prefix(text)) }

  /// Returns a condition that holds if the text ends with `text`. Compares bytes.
  public func hasSuffix(_ text: String) -> QueryCondition { matching(.suffix(text)) }

  /// Returns a condition that holds if the text contains `text`. Compares bytes. To ignore case,
  /// use a ``LikePattern``.
  public func contains(_ text: String) -> QueryCondition { matching(.infix(text)) }

  private func matching(_ match: QueryExpression.TextMatch) -> QueryCondition {
    QueryValue<Bool>(.matches(expression, match))
  }
}
