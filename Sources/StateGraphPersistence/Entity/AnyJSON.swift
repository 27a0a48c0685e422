/// Any JSON value, for a column of another program whose JSON has no known form.
///
/// ```swift
/// @GraphStored @Column(.json) var settings: AnyJSON?
/// ```
///
/// If the form is known, use a `Codable` type of your own in its place.
public enum AnyJSON: Codable, Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// A number with a fraction, with an exponent, or out of the range of `Int`.
  case number(Double)
  case string(String)
  case array([AnyJSON])
  case object([String: AnyJSON])

  /// Reads a value of any JSON type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([AnyJSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: AnyJSON].self))
    }
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
