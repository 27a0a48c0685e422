/// The types of a text column: `String` and `String?`.
public protocol QueryText {}

extension String: QueryText {}
extension Optional: QueryText where Wrapped == String {}

extension QueryValue where Value: QueryText {
  /// Whether the text matches a pattern with `%` and `_`. See ``LikePattern``.
  public func like(_ pattern: LikePattern) -> QueryCondition { matching(.like(pattern)) }

  /// Whether the text begins with a prefix. Compares bytes, and can use an index on the column.
  public func hasPrefix(_ text: String) -> QueryCondition { matching(.prefix(text)) }

  /// Whether the text ends with a suffix. Compares bytes.
  public func hasSuffix(_ text: String) -> QueryCondition { matching(.suffix(text)) }

  /// Whether the text contains another. Compares bytes; see ``LikePattern`` to ignore case.
  public func contains(_ text: String) -> QueryCondition { matching(.infix(text)) }

  private func matching(_ match: QueryExpression.TextMatch) -> QueryCondition {
    QueryValue<Bool>(.matches(expression, match))
  }
}
