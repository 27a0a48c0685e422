/// A request of the API, without its body.
package enum StudioRoute: Sendable {
  case session, schema, diagram, rows, count, facets, relations, value
  case query, export, plan
  case cancelQuery(id: String)
  case preview, changes, undo, imports
  case views, stream, commits
  case graph, neighbours
  case trace(number: Int)

  /// The route in the log. It has no parameters.
  package var name: String {
    switch self {
    case .cancelQuery: "/api/v1/query/id"
    case .neighbours: "/api/v1/graph"
    case .trace: "/api/v1/trace/n"
    default: "/api/v1/\(self)"
    }
  }

  /// The largest body in bytes. Changes contain complete values, before and after.
  package var bodyLimit: Int {
    switch self {
    case .preview, .changes, .imports: 256 << 20
    default: BodyCheck.limit
    }
  }

  /// What a server can do beyond reading a file. Each decides whether some routes exist.
  package struct Abilities: Sendable {
    /// Whether the page may change rows, with `--write`.
    package var writing = false
    /// Whether an app with a graph embeds the server.
    package var graph = false

    package init(writing: Bool = false, graph: Bool = false) {
      (self.writing, self.graph) = (writing, graph)
    }
  }

  /// The method of each route, and whether the route exists only with `--write`.
  private static let plain: [(path: String, method: String, route: StudioRoute, isWriting: Bool)] =
    [
      ("session", "POST", .session, false), ("schema", "GET", .schema, false),
      ("diagram", "GET", .diagram, false), ("rows", "POST", .rows, false),
      ("count", "POST", .count, false), ("facets", "POST", .facets, false),
      ("relations", "POST", .relations, false), ("value", "POST", .value, false),
      ("query", "POST", .query, false), ("export", "POST", .export, false),
      ("plan", "POST", .plan, false),
      ("preview", "POST", .preview, true), ("changes", "POST", .changes, true),
      ("undo", "POST", .undo, true), ("imports", "POST", .imports, true),
      ("views", "POST", .views, false),
      ("stream", "GET", .stream, false), ("commits", "GET", .commits, false),
    ]

  /// Returns the route of a request.
  ///
  /// - Throws: ``StudioError`` with the status 404 or 405.
  init(_ head: RequestHead, abilities: Abilities) throws(StudioError) {
    let prefix = "/api/v1/"
    let path = head.path
    guard path.utf8.starts(with: prefix.utf8) else { throw .notFound }
    let name = String(path.dropFirst(prefix.count))
    let known = StudioRoute.plain.first { $0.path.utf8.elementsEqual(name.utf8) }
    if let known, abilities.writing || !known.isWriting {
      guard known.method.utf8.elementsEqual(head.method.utf8) else { throw .methodNotAllowed }
      self = known.route
      return
    }
    if abilities.graph, let route = try StudioRoute.ofGraph(name, method: head.method) {
      self = route
      return
    }
    guard name.utf8.starts(with: "query/".utf8) else { throw .notFound }
    let id = String(name.dropFirst("query/".count))
    guard RequestID.isValid(id) else { throw .notFound }
    guard head.method.utf8.elementsEqual("DELETE".utf8) else { throw .methodNotAllowed }
    self = .cancelQuery(id: id)
  }

  /// Returns a route of the graph of an app, or nil if the name is not one of these.
  private static func ofGraph(
    _ name: String,
    method: String
  ) throws(StudioError) -> StudioRoute? {
    let isGet = method.utf8.elementsEqual("GET".utf8)
    if name.utf8.elementsEqual("graph".utf8) {
      if isGet { return .graph }
      guard method.utf8.elementsEqual("POST".utf8) else { throw .methodNotAllowed }
      return .neighbours
    }
    let prefix = "trace/"
    guard name.utf8.starts(with: prefix.utf8) else { return nil }
    let digits = name.utf8.dropFirst(prefix.utf8.count)
    guard (1...18).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }),
      let number = Int(String(Substring(digits)))
    else { throw .notFound }
    guard isGet else { throw .methodNotAllowed }
    return .trace(number: number)
  }
}
