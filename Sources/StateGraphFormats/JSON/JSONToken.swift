/// A token that ``JSONReader`` returns. Commas and colons are not tokens.
package enum JSONToken: Sendable, Equatable {
  case beginObject
  case endObject
  case beginArray
  case endArray
  /// The name of an object member.
  ///
  /// `JSONReader.text` returns the name. The next token begins the value of the member.
  case key
  /// A string value. `JSONReader.text` returns its text until the next token is read.
  case string
  /// A number without a fraction and an exponent.
  ///
  /// `-0` becomes the integer 0, because SQLite has no integer -0.
  case integer(Int64)
  /// A number with a fraction or an exponent, such as `1.0` and `1e3`. It is always finite.
  case real(Double)
  case boolean(Bool)
  case null
  /// The end of the input, after the last top-level value.
  case end
}
