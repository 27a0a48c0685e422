/// `String` and `String?`: what a column of text is in Swift.
public protocol QueryText {}

extension String: QueryText {}
extension Optional: QueryText where Wrapped == String {}

extension QueryValue where Value: QueryText {
  /// Whether the text matches a pattern with `%` and `_`. See ``LikePattern``.
  public func like(_ pattern: LikePattern) -> QueryCondition { matching(.like(pattern)) }

  /// Whether the text begins so, byte for byte. An index on the column is used.
  public func hasPrefix(_ text: String) -> QueryCondition { matching(.prefix(text)) }

  /// Whether the text ends so, byte for byte.
  public func hasSuffix(_ text: String) -> QueryCondition { matching(.suffix(text)) }

  /// Whether the text has that in it, byte for byte. See ``LikePattern`` for either case.
  public func contains(_ text: String) -> QueryCondition { matching(.infix(text)) }

  private func matching(_ match: QueryExpression.TextMatch) -> QueryCondition {
    QueryValue<Bool>(.matches(expression, match))
  }
}
