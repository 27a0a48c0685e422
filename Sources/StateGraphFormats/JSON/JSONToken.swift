/// A token of the pull parser.
package enum JSONToken: Sendable, Equatable {
  case beginObject
  case endObject
  case beginArray
  case endArray
  /// The name of a member. Its text is in `JSONReader.text`, and its value is the next token.
  case key
  /// A string value. Its text is in `JSONReader.text`.
  case string
  /// A number without fraction and exponent. `-0` is the integer 0, because SQLite has no -0.
  case integer(Int64)
  /// A number with a fraction or an exponent, `1.0` and `1e3` included; always finite.
  case real(Double)
  case boolean(Bool)
  case null
  /// The end of the input.
  case end
}
