import Foundation
import TestSupport

/// Checks JSON against the schemas of the OpenAPI file of Studio. It knows the keywords that the
/// file uses.
struct SchemaValidator {
  let document: JSON

  init() throws {
    let path = PackageRoot.path + "/Sources/StateGraphStudioServer/API/openapi.json"
    document = try JSON(Array(Data(contentsOf: URL(fileURLWithPath: path))))
  }

  /// Returns what is wrong with a value, or nil.
  func problem(_ value: JSON, _ name: String) -> String? {
    problem(value, schema(name), at: name)
  }

  private func schema(_ name: String) -> JSON { document["components"]["schemas"][name] }

  private func problem(_ value: JSON, _ schema: JSON, at place: String) -> String? {
    if let reference = schema["$ref"].text {
      let name = String(reference.split(separator: "/").last ?? "")
      return problem(value, self.schema(name), at: place)
    }
    if let options = schema["oneOf"].value as? [Any] {
      let fitting = options.count { problem(value, JSON($0), at: place) == nil }
      return fitting == 1 ? nil : "\(place) fits \(fitting) of \(options.count) schemas"
    }
    if schema["const"].value != nil, schema["const"].description != value.description {
      return "\(place) is not \(schema["const"])"
    }
    if schema["enum"].value != nil,
      !schema["enum"].array.contains(where: { $0.description == value.description })
    {
      return "\(place) is not one of \(schema["enum"])"
    }
    if let problem = typeProblem(value, schema, at: place) { return problem }
    for (index, element) in value.array.enumerated() where schema["items"].value != nil {
      if let problem = problem(element, schema["items"], at: "\(place)[\(index)]") {
        return problem
      }
    }
    return membersProblem(value, schema, at: place)
  }

  private func membersProblem(_ value: JSON, _ schema: JSON, at place: String) -> String? {
    guard let members = value.object else { return nil }
    for name in schema["required"].array.compactMap(\.text) where members[name] == nil {
      return "\(place) lacks \(name)"
    }
    for (name, member) in members {
      let known = schema["properties"][name]
      if known.value != nil {
        if let problem = problem(JSON(member), known, at: "\(place).\(name)") { return problem }
      } else if let others = schema["additionalProperties"].object {
        if let problem = problem(JSON(member), JSON(others), at: "\(place).\(name)") {
          return problem
        }
      } else if schema["properties"].value != nil {
        // An answer has no member that the file does not describe.
        return "\(place) has \(name)"
      }
    }
    return nil
  }

  private func typeProblem(_ value: JSON, _ schema: JSON, at place: String) -> String? {
    let types = schema["type"].text.map { [$0] } ?? schema["type"].array.compactMap(\.text)
    guard !types.isEmpty else { return nil }
    let found: [String]
    switch value.value {
    case is NSNull: found = ["null"]
    case is String: found = ["string"]
    case is [Any]: found = ["array"]
    case is [String: Any]: found = ["object"]
    case let number as NSNumber:
      let isBoolean = ["true", "false"].contains(value.description)
      found =
        isBoolean
        ? ["boolean"]
        : number.doubleValue.rounded() == number.doubleValue ? ["integer", "number"] : ["number"]
    default: found = []
    }
    return types.contains(where: found.contains) ? nil : "\(place) is \(found), not \(types)"
  }
}
