/// A value of a generated input.
///
/// The property test counts its scalars without the code of the importer.
indirect enum InputValue {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  case list([InputValue])
  case object([InputMember])

  var isScalar: Bool {
    switch self {
    case .null, .list, .object: false
    default: true
    }
  }

  /// The value as JSON text.
  var json: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .real(let value): "\(value)"
    case .text(let text): Self.quoted(text)
    case .list(let elements): "[" + elements.map(\.json).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.name)): \($0.value.json)" }.joined(separator: ", ")
        + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\0": result += "\\u0000"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// The value as a CSV field. NULL is an empty field without quotes.
  var field: String {
    switch self {
    case .null, .list, .object: ""
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .real(let value): "\(value)"
    case .text(let text): Self.field(text)
    }
  }

  static func field(_ text: String) -> String {
    "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// Versions of the value with less in them, the smallest first.
  var simpler: [InputValue] {
    switch self {
    case .null: return []
    case .integer(let value): return value == 1 ? [] : [.integer(1)]
    case .boolean, .real: return [.integer(1)]
    case .text(let text):
      return text.utf8.elementsEqual("a".utf8) ? [] : [.text("a")]
    case .list(let elements):
      let shorter = elements.indices.reversed().map { index -> InputValue in
        var rest = elements
        rest.remove(at: index)
        return .list(rest)
      }
      return [.null, .list([])] + shorter
        + elements.indices.flatMap { index in
          elements[index].simpler.map { value in
            var changed = elements
            changed[index] = value
            return .list(changed)
          }
        }
    case .object(let members):
      let shorter = members.indices.reversed().map { index -> InputValue in
        var rest = members
        rest.remove(at: index)
        return .object(rest)
      }
      return [.null, .object([])] + shorter
        + members.indices.flatMap { index in
          members[index].value.simpler.map { value in
            var changed = members
            changed[index].value = value
            return .object(changed)
          }
        }
    }
  }
}

struct InputMember {
  var name: String
  var value: InputValue

  init(_ name: String, _ value: InputValue) { (self.name, self.value) = (name, value) }
}
