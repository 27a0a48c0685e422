import Foundation
import StateGraphCore

/// Converts between ``GraphStorageValue`` and the property list objects of `UserDefaults`.
///
/// A property list file loses some values. Examples are nil, the sign of -0.0 and fractions of a
/// second. These values are stored inside a dictionary with the key `tag`. All other values have
/// the usual form, which other programs can read.
enum UserDefaultsPropertyList {
  private static let tag = "stategraph"
  private static let content = "value"

  static func object(for value: GraphStorageValue) -> Any {
    switch value {
    case .null: return [tag: "nil"]
    case .bool(let value): return value
    case .integer(let value): return Int(value)
    case .largeInteger(let value): return value
    case .real(let value):
      return value == 0 && value.sign == .minus ? [tag: "negativeZero"] : value
    case .text(let value):
      return survives(value) ? value : [tag: "text", content: Data(value.utf8)]
    case .data(let value): return Data(value)
    case .date(let value):
      // The file format stores dates in whole seconds, with four digits for the year. Only a date
      // within about 317 years of 2001 is stored unchanged.
      let isPlain = value == value.rounded(.down) && abs(value) < 10_000_000_000
      if isPlain { return Date(timeIntervalSinceReferenceDate: value) }
      return [tag: "date", content: value] as [String: Any]
    case .array(let values): return values.map(object)
    case .dictionary(let values): return object(for: values)
    }
  }

  /// Returns the value of the property list object `object`.
  ///
  /// Returns nil if this library does not store objects of this type.
  static func value(of object: Any) -> GraphStorageValue? {
    switch object {
    case let value as Bool: return .bool(value)
    case let value as Int: return .integer(Int64(value))
    case let value as Int64: return .integer(value)
    case let value as UInt64:
      return Int64(exactly: value).map { .integer($0) } ?? .largeInteger(value)
    case let value as Double: return .real(value)
    case let value as Float: return .real(Double(value))
    case let value as String: return .text(value)
    case let value as Data: return .data(Array(value))
    case let value as Date: return .date(value.timeIntervalSinceReferenceDate)
    case let values as [Any]: return array(values).map { .array($0) }
    case let values as [String: Any]: return untagged(values)
    default: return nil
    }
  }

  private static func object(for values: [String: GraphStorageValue]) -> Any {
    let objects = values.mapValues(object)
    guard values[tag] != nil || !values.keys.allSatisfy(survives) else { return objects }
    let pairs = objects.map { [Data($0.key.utf8), $0.value] as [Any] }
    return [tag: "dictionary", content: pairs] as [String: Any]
  }

  private static func untagged(_ objects: [String: Any]) -> GraphStorageValue? {
    guard let kind = objects[tag] as? String else {
      var values: [String: GraphStorageValue] = [:]
      for (key, object) in objects {
        guard let value = value(of: object) else { return nil }
        values[key] = value
      }
      return .dictionary(values)
    }
    switch (kind, objects[content]) {
    case ("nil", _): return .null
    case ("negativeZero", _): return .real(-0.0)
    case ("text", let bytes as Data): return .text(String(decoding: bytes, as: UTF8.self))
    case ("date", let object?):
      guard case .real(let seconds)? = value(of: object) else { return nil }
      return .date(seconds)
    case ("dictionary", let pairs as [Any]): return dictionary(pairs)
    default: return nil
    }
  }

  private static func dictionary(_ pairs: [Any]) -> GraphStorageValue? {
    var values: [String: GraphStorageValue] = [:]
    for pair in pairs {
      guard let pair = pair as? [Any], pair.count == 2, let key = pair[0] as? Data,
        let value = value(of: pair[1])
      else { return nil }
      values[String(decoding: key, as: UTF8.self)] = value
    }
    return .dictionary(values)
  }

  private static func array(_ objects: [Any]) -> [GraphStorageValue]? {
    var values: [GraphStorageValue] = []
    for object in objects {
      guard let value = value(of: object) else { return nil }
      values.append(value)
    }
    return values
  }

  private static func survives(_ string: String) -> Bool {
    string.unicodeScalars.first != "\u{FEFF}"
  }
}
