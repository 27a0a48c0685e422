/// What a value is while it is stored outside of the graph: a tree of the few kinds that every
/// place can keep.
///
/// Two are equal where nothing tells them apart: strings by their bytes ("é" has two spellings),
/// numbers by their bits, so that 0.0 and -0.0 differ and a NaN equals every NaN. That is what a
/// place must give back.
public enum GraphStorageValue: Sendable {
  /// A value that is nil, as opposed to no value.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A whole number above `Int64.max`; smaller ones are an `integer`.
  case largeInteger(UInt64)
  /// A floating-point number, finite or not.
  case real(Double)
  /// A string.
  case text(String)
  /// Bytes.
  case data([UInt8])
  /// A moment, in seconds since the beginning of 2001 in UTC.
  case date(Double)
  /// Values in an order.
  case array([GraphStorageValue])
  /// Values by name.
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
    case (.dictionary(let left), .dictionary(let right)): areEqual(left, right)
    default: false
    }
  }

  // A dictionary finds "é" by either spelling.
  private static func areEqual(
    _ left: [String: GraphStorageValue],
    _ right: [String: GraphStorageValue]
  ) -> Bool {
    left.count == right.count
      && left.allSatisfy { key, value in
        guard let index = right.index(forKey: key) else { return false }
        return right[index].key.utf8.elementsEqual(key.utf8) && right[index].value == value
      }
  }
}
