/// The stored form of a value, in one of a few kinds that every storage supports.
///
/// Two values are equal if they are exactly the same. Strings are compared by their bytes, so a
/// composed and a decomposed "é" differ. Floating-point numbers are compared by their bits, so 0.0
/// and -0.0 differ. Every NaN equals every other NaN.
///
/// If a value is stored and read again, the storage must return an equal value.
public enum GraphStorageValue: Sendable {
  /// A nil that was stored. If no value was stored, there is no ``GraphStorageValue`` at all.
  case null
  /// A Boolean. It never equals an integer.
  case bool(Bool)
  /// An integer that fits into 64 bits with a sign.
  case integer(Int64)
  /// An integer above `Int64.max`. All smaller integers are stored as an `integer`.
  case largeInteger(UInt64)
  /// A floating-point number, including infinities and NaN.
  case real(Double)
  /// A string. Two strings are equal if their UTF-8 bytes are equal.
  case text(String)
  /// A sequence of bytes, for example the contents of a `Data`.
  case data([UInt8])
  /// A point in time, in seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  /// A list of values, which may have different kinds.
  case array([GraphStorageValue])
  /// A dictionary with strings as keys. Two keys are equal if their UTF-8 bytes are equal.
  case dictionary([String: GraphStorageValue])
}

extension GraphStorageValue: Equatable {
  public static func == (left: GraphStorageValue, right: GraphStorageValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.largeInteger(let left), .largeInteger(let right)): left == right
    case (.real(let left), .real(let right)), (.date(let left), .date(let right)):
      left.bitPattern == right.bitPattern || (left.isNaN && right.isNaN)
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.data(let left), .data(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)): areEqual(left, and: right)
    default: false
    }
  }

  // `Dictionary` compares its keys by Unicode equivalence, so this function also compares the bytes
  // of the keys.
  private static func areEqual(
    _ left: [String: GraphStorageValue],
    and right: [String: GraphStorageValue]
  ) -> Bool {
    left.count == right.count
      && left.allSatisfy { key, value in
        guard let index = right.index(forKey: key) else { return false }
        return right[index].key.utf8.elementsEqual(key.utf8) && right[index].value == value
      }
  }
}
