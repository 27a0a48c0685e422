import Foundation
import StateGraphSQLite

/// The scalars of an input or of a database, as texts that can be compared.
///
/// Foundation reads the JSON text in columns, so the census shares no code with the importer.
struct ScalarCensus {
  private(set) var counts: [Data: Int] = [:]

  private mutating func add(_ text: String) { counts[Data(text.utf8), default: 0] += 1 }

  func contains(_ text: String) -> Bool { counts[Data(text.utf8)] != nil }

  /// Adds all scalars of a value, except NULL.
  mutating func add(_ value: InputValue) {
    switch value {
    case .null: break
    case .list(let elements): for element in elements { add(element) }
    case .object(let members): for member in members { add(member.value) }
    default: add(Self.text(of: value))
    }
  }

  mutating func add(_ value: SQLiteValue) {
    switch value {
    case .null, .blob: break
    case .integer(let integer): add(Self.number(integer))
    case .real(let real): add(Self.number(real))
    case .text(let text):
      add("t" + text)
      guard text.hasPrefix("{") || text.hasPrefix("["),
        let parsed = try? JSONSerialization.jsonObject(with: Data(text.utf8))
      else { return }
      add(parsed: parsed)
    }
  }

  private mutating func add(parsed: Any) {
    if let members = parsed as? [String: Any] {
      for value in members.values { add(parsed: value) }
    } else if let elements = parsed as? [Any] {
      for value in elements { add(parsed: value) }
    } else if let text = parsed as? String {
      add("t" + text)
    } else if let number = parsed as? NSNumber {
      if let integer = Int64(number.stringValue) {
        add(Self.number(integer))
      } else {
        add(Self.number(number.doubleValue))
      }
    }
  }

  /// The text of a scalar. Equal numbers have equal texts, and `true` is the number 1.
  static func text(of value: InputValue) -> String {
    switch value {
    case .boolean(let boolean): number(Int64(boolean ? 1 : 0))
    case .integer(let integer): number(integer)
    case .real(let real): number(real)
    case .text(let text): "t" + text
    case .null, .list, .object: ""
    }
  }

  /// The texts that a CSV field may have in the database.
  ///
  /// A CSV field is a text, which may be stored as the number or the boolean that it describes.
  static func texts(ofField value: InputValue) -> [String] {
    guard case .text(let text) = value else { return [self.text(of: value), "t" + value.field] }
    var texts = ["t" + text]
    if let integer = Int64(text) { texts.append(number(integer)) }
    if let real = Double(text) { texts.append(number(real)) }
    if text == "true" { texts.append(number(Int64(1))) }
    if text == "false" { texts.append(number(Int64(0))) }
    return texts
  }

  private static func number(_ integer: Int64) -> String { "n\(integer)" }

  private static func number(_ real: Double) -> String {
    if let integer = Int64(exactly: real) { return "n\(integer)" }
    return "n\(real)"
  }
}
