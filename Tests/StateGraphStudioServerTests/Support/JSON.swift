import Foundation
import TestSupport

/// A JSON value that a test reads or sends.
struct JSON: @unchecked Sendable, CustomStringConvertible {
  // SAFETY: The value is a tree of immutable objects of Foundation.
  let value: Any?

  init(_ value: Any?) { self.value = value }

  init(_ bytes: [UInt8]) throws {
    value = try JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])
  }

  subscript(name: String) -> JSON { JSON((value as? [String: Any])?[name]) }
  subscript(index: Int) -> JSON {
    guard let array = value as? [Any], array.indices.contains(index) else { return JSON(nil) }
    return JSON(array[index])
  }

  var text: String? { value as? String }
  var integer: Int? { (value as? NSNumber)?.intValue }
  var boolean: Bool? { value as? Bool }
  var array: [JSON] { (value as? [Any] ?? []).map { JSON($0) } }
  var object: [String: Any]? { value as? [String: Any] }
  var isNull: Bool { value is NSNull }

  /// The value as text with sorted names, which two equal values share.
  var description: String {
    guard let value else { return "missing" }
    let data = try? JSONSerialization.data(
      withJSONObject: value,
      options: [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
    )
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "invalid"
  }
}
