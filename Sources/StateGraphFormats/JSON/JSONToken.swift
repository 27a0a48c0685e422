/// What the pull parser found next.
package enum JSONToken: Sendable, Equatable {
  case beginObject
  case endObject
  case beginArray
  case endArray
  /// The name of a member; its text is in `JSONReader.text`, its value is the next token.
  case key
  /// A string value; its text is in `JSONReader.text`.
  case string
  /// A number without fraction and exponent. `-0` is the integer 0, as SQLite knows no other.
  case integer(Int64)
  /// A number with a fraction or an exponent, `1.0` and `1e3` included; always finite.
  case real(Double)
  case boolean(Bool)
  case null
  /// The end of the input.
  case end
}
