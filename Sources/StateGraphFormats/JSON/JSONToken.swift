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
  case integer(Int64)
  /// A number with a fraction or an exponent, such as `1.5`. Its text is the `description` of the
  /// double.
  case real(Double)
  /// A number whose text an integer and a double would change, such as `1.10`, `1e3`, `-0` and an
  /// integer of more than 64 bits.
  ///
  /// `JSONReader.numberText` returns its text until the next token is read.
  case number
  case boolean(Bool)
  case null
  /// The end of the input, after the last top-level value.
  case end
}
