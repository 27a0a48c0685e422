/// A request of the API, without its body.
package enum StudioRoute: Sendable {
  case session, schema, diagram, rows, relations, value
  case query, plan
  case cancelQuery(id: String)
  case preview, changes, undo
  case views, stream, commits

  /// The route in the log. It has no parameters.
  package var name: String {
    switch self {
    case .cancelQuery: "/api/v1/query/id"
    default: "/api/v1/\(self)"
    }
  }

  /// The method of each route, and whether the route exists only with `--write`.
  private static let plain: [(path: String, method: String, route: StudioRoute, isWriting: Bool)] =
    [
      ("session", "POST", .session, false), ("schema", "GET", .schema, false),
      ("diagram", "GET", .diagram, false), ("rows", "POST", .rows, false),
      ("relations", "POST", .relations, false), ("value", "POST", .value, false),
      ("query", "POST", .query, false), ("plan", "POST", .plan, false),
      ("preview", "POST", .preview, true), ("changes", "POST", .changes, true),
      ("undo", "POST", .undo, true), ("views", "POST", .views, false),
      ("stream", "GET", .stream, false), ("commits", "GET", .commits, false),
    ]

  /// Returns the route of a request.
  ///
  /// - Throws: ``StudioError`` with the status 404 or 405.
  init(_ head: RequestHead, allowsWriting: Bool) throws(StudioError) {
    let prefix = "/api/v1/"
    let path = head.path
    guard path.utf8.starts(with: prefix.utf8) else { throw .notFound }
    let name = String(path.dropFirst(prefix.count))
    let known = StudioRoute.plain.first { $0.path.utf8.elementsEqual(name.utf8) }
    if let known, allowsWriting || !known.isWriting {
      guard known.method.utf8.elementsEqual(head.method.utf8) else { throw .methodNotAllowed }
      self = known.route
      return
    }
    guard name.utf8.starts(with: "query/".utf8) else { throw .notFound }
    let id = String(name.dropFirst("query/".count))
    guard RequestID.isValid(id) else { throw .notFound }
    guard head.method.utf8.elementsEqual("DELETE".utf8) else { throw .methodNotAllowed }
    self = .cancelQuery(id: id)
  }
}
