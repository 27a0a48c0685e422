import StateGraphSQLite

/// A request for the plan of a query.
struct PlanRequest: Sendable {
  private let query: StudioQuery

  init(body: [UInt8]) throws(StudioError) {
    var object = try RequestObject(body: body)
    query = try StudioQuery(&object)
    try object.requireEnd()
  }

  func json(on connection: Connection) throws -> [UInt8] {
    let plan = try query.plan(on: connection)
    defer { plan.reset() }
    var nodes: [(id: Int64, parent: Int64, text: String)] = []
    while try plan.step() {
      nodes.append((plan.integer(at: 0), plan.integer(at: 1), plan.text(at: 3)))
    }
    return JSONBuilder.answer { writer in
      writer.key("nodes")
      writer.array(of: nodes) { writer, node in
        writer.object { writer in
          writer.member("id", integer: Int(node.id))
          writer.member("parent", integer: Int(node.parent))
          writer.member("text", text: node.text)
          writer.optional("note", text: PlanRequest.note(on: node.text))
        }
      }
    }
  }

  /// Names the steps that are slow in a large table.
  private static func note(on text: String) -> String? {
    if text.hasPrefix("SCAN "), !text.hasPrefix("SCAN CONSTANT ROW") { return "scan" }
    return text.hasPrefix("USE TEMP B-TREE") ? "temporary" : nil
  }
}
