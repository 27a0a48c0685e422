/// A token of the pull parser.
package enum JSONToken: Sendable, Equatable {
  case beginObject
  case endObject
  case beginArray
  case endArray
  /// The name of an object member. `JSONReader.text` returns its text. The next token begins the
  /// member's value.
  case key
  /// A string value. `JSONReader.text` returns its text.
  case string
  /// A number without fraction and exponent. `-0` becomes the integer 0, because SQLite has no
  /// integer -0.
  case integer(Int64)
  /// A number with a fraction or an exponent, including `1.0` and `1e3`. It is always finite.
  case real(Double)
  case boolean(Bool)
  case null
  /// The end of the input.
  case end
}
