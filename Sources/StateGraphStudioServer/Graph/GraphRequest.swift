/// A request for the nodes around one node.
struct GraphRequest {
  let node: Int
  let depth: Int
  let limit: Int

  private static let depths = 1...8
  private static let limits = 1...500

  init(body: [UInt8]) throws(StudioError) {
    var object = try RequestObject(body: body)
    node = try object.integer("node")
    depth = try object.optionalInteger("depth") ?? 2
    limit = try object.optionalInteger("limit") ?? 200
    try object.requireEnd()
    guard GraphRequest.depths.contains(depth), GraphRequest.limits.contains(limit) else {
      throw .invalidRequest
    }
  }
}
