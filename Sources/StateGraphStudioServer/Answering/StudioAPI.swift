import StateGraphSQLite
import StateGraphThreads

/// Answers the requests of the page about one database file, and about the graph of the app that
/// embeds the server.
package final class StudioAPI: Sendable {
  package let sessions = StudioSessions()
  private let path: String
  private let allowsWriting: Bool
  /// The graph of the app, or nil for a file.
  private let graph: (any GraphSource)?
  private let readers: FileReaders
  private let hub: LiveHub
  private let timeline: Timeline
  /// The hub for the closures of the timeline and of the positions, or nil after ``close()``, which
  /// breaks the cycle.
  private let hubReference: Guarded<LiveHub?>
  private let positions: PositionKeeper
  private let queries = QueryAnswerer()
  /// Applies changes, one after the other. It is nil if the page may not change rows.
  private let changes: (answerer: ChangeAnswerer, threads: FileReaders)?

  /// - Parameters:
  ///   - path: The path of the file.
  ///   - allowsWriting: Whether the page may change rows.
  ///   - acceptsAnyApplication: Whether it may change a file whose application id is that of
  ///     another program.
  ///   - graph: The graph of the app that embeds the server, or nil for a file.
  package init(
    path: String,
    allowsWriting: Bool,
    acceptsAnyApplication: Bool = false,
    graph: (any GraphSource)? = nil
  ) {
    (self.path, self.allowsWriting, self.graph) = (path, allowsWriting, graph)
    readers = FileReaders(path: path, count: 4)
    let hubReference = Guarded<LiveHub?>(nil)
    let positions = PositionKeeper(path: path) { table, count in
      let data = JSONBuilder.answer { writer in
        writer.member("table", text: table)
        writer.key("count")
        count.write(to: &writer)
      }
      hubReference.withLock { $0 }?.notify("positions", subject: table, data: data)
    }
    let timeline = Timeline(path: path) { newest in
      hubReference.withLock { $0 }?.notifyTimeline(newest: newest)
    }
    let hub = LiveHub(path: path, positions: positions, graph: graph) { hub in
      timeline.setWanted(hub.hasTimeline)
      graph?.setTracing(hub.hasTraces)
    }
    hubReference.withLock { $0 = hub }
    (self.hub, self.timeline, self.positions) = (hub, timeline, positions)
    self.hubReference = hubReference
    let answerer = ChangeAnswerer(
      path: path,
      acceptsAnyApplication: acceptsAnyApplication,
      timeline: timeline
    )
    changes = allowsWriting ? (answerer, FileReaders(path: path, count: 1)) : nil
  }

  /// Ends all threads. The server must not answer requests any more.
  package func close() {
    readers.close()
    hub.close()
    positions.close()
    timeline.close()
    graph?.setTracing(false)
    hubReference.withLock { $0 = nil }
    queries.cancelAll()
    changes?.threads.close()
  }

  /// Returns the route of a request, after the check of its token.
  package func route(of head: RequestHead) throws(StudioError) -> StudioRoute {
    let abilities = StudioRoute.Abilities(writing: allowsWriting, graph: graph != nil)
    let route = try StudioRoute(head, abilities: abilities)
    if case .session = route { return route }
    try sessions.require(token: head.token)
    return route
  }

  package func answer(
    _ route: StudioRoute,
    body: [UInt8],
    head: RequestHead
  ) async throws(StudioError) -> StudioAnswer {
    switch route {
    case .session: try session(body)
    case .schema: try await schema()
    case .diagram:
      StudioAnswer(
        try await readers.run { session in
          try session.read { _, schema in DiagramAnswer(schema: schema).json }
        }
      )
    case .rows: try await rows(body)
    case .count: try await count(body)
    case .facets:
      try await reading(FacetsRequest(body: body)) { try $0.json($1, on: $2) }
    case .relations:
      try await reading(RelationsRequest(body: body)) { try $0.json($1, on: $2) }
    case .value: try await reading(ValueRequest(body: body)) { try $0.json($1, on: $2) }
    case .query: try stream(QueryRun(request: QueryAnswerRequest(body: body), path: path))
    case .export: try stream(DownloadRun(request: DownloadRequest(body: body), path: path))
    case .cancelQuery(let id): cancelQuery(id)
    case .plan: try await plan(body)
    case .preview:
      try await changing(ChangesRequest(body: body)) { try $0.preview($1) }
    case .changes:
      try await changing(ChangesRequest(body: body)) { try $0.change($1) }
    case .undo: try await changing(body) { try $0.undo(body: $1) }
    case .imports: try await changing(FileImport(body: body)) { try $0.importing($1) }
    case .stream: try await stream()
    case .views: try views(body)
    case .commits: try commits(head)
    case .graph, .neighbours, .trace: try await answerGraph(route, body: body)
    }
  }

  private func session(_ body: [UInt8]) throws(StudioError) -> StudioAnswer {
    var object = try RequestObject(body: body)
    let token = try sessions.token(for: try object.text("ticket"))
    try object.requireEnd()
    return StudioAnswer(
      JSONBuilder.answer { writer in
        writer.member("token", text: token)
        writer.member("file", text: FileName.last(of: path))
        writer.member("sqlite", text: SQLiteCapabilities.current.version)
        writer.key("capabilities")
        writer.object { writer in
          writer.member("write", boolean: allowsWriting)
          writer.member("graph", boolean: graph != nil)
        }
      }
    )
  }

  private func schema() async throws(StudioError) -> StudioAnswer {
    let path = path
    return StudioAnswer(
      try await readers.run { session in
        try session.read { connection, schema in
          try SchemaAnswer(schema: schema, path: path).json(on: connection)
        }
      }
    )
  }

  /// Answers a request about rows of a schema that the page knows.
  private func reading<Request: SchemaRequest>(
    _ request: Request,
    json: @escaping @Sendable (Request, StudioSchema, Connection) throws -> [UInt8]
  ) async throws(StudioError) -> StudioAnswer {
    StudioAnswer(
      try await readers.run { session in
        try session.read(expecting: request.schema) { connection, schema in
          try json(request, schema, connection)
        }
      }
    )
  }

  private func changing<Request: Sendable>(
    _ request: Request,
    body: @escaping @Sendable (ChangeAnswerer, Request) throws -> StudioAnswer
  ) async throws(StudioError) -> StudioAnswer {
    guard let changes else { throw .notFound }
    let answerer = changes.answerer
    return try await changes.threads.run { _ in try body(answerer, request) }
  }

  private func stream(_ run: some AnswererRun) throws(StudioError) -> StudioAnswer {
    StudioAnswer(try queries.start(run), type: "application/x-ndjson")
  }

  private func cancelQuery(_ id: String) -> StudioAnswer {
    queries.cancel(id)
    return .done
  }

  private func plan(_ body: [UInt8]) async throws(StudioError) -> StudioAnswer {
    let request = try PlanRequest(body: body)
    return StudioAnswer(
      try await readers.run { session in
        try session.read { connection, _ in try request.json(on: connection) }
      }
    )
  }

  private func stream() async throws(StudioError) -> StudioAnswer {
    let schema = try await readers.run { try $0.read { $1.id } }
    return StudioAnswer(try hub.open(schema: schema), type: "text/event-stream")
  }

  private func commits(_ head: RequestHead) throws(StudioError) -> StudioAnswer {
    let request = try CommitsRequest(target: head.target)
    return StudioAnswer(timeline.json(before: request.before, limit: request.limit))
  }

  /// Answers a request about the graph, on a thread that may wait for the graph's lock.
  private func answerGraph(
    _ route: StudioRoute,
    body: [UInt8]
  ) async throws(StudioError) -> StudioAnswer {
    guard let graph else { throw .notFound }
    return StudioAnswer(
      try await readers.run { _ in
        switch route {
        case .neighbours: try GraphAnswers.neighbours(GraphRequest(body: body), in: graph)
        case .trace(let number): try GraphAnswers.trace(number, in: graph)
        default: GraphAnswers.overview(graph)
        }
      }
    )
  }

  private func views(_ body: [UInt8]) throws(StudioError) -> StudioAnswer {
    let request = try ViewsRequest(body: body)
    try hub.show(request.views, in: request.stream)
    return .done
  }

  /// Answers at once. The page asks again until the rows are counted.
  private func count(_ body: [UInt8]) async throws(StudioError) -> StudioAnswer {
    var object = try RequestObject(body: body)
    let request = try PageRequest(&object)
    try object.requireEnd()
    let positions = positions
    return StudioAnswer(
      try await readers.run { session in
        try session.read(expecting: request.schema) { _, schema in
          let known = positions.positions(for: request, in: try schema.table(request.table))
          return JSONBuilder.answer { writer in
            writer.key("count")
            if let count = known?.count { count.write(to: &writer) } else { writer.null() }
            writer.member(
              "isCounting",
              boolean: known?.count?.isExact != true && known?.isUncounted != true
            )
          }
        }
      }
    )
  }

  private func rows(_ body: [UInt8]) async throws(StudioError) -> StudioAnswer {
    var object = try RequestObject(body: body)
    let request = try PageRequest(&object)
    try object.requireEnd()
    let positions = positions
    return StudioAnswer(
      try await readers.run { try PageAnswerer(request, positions: positions).json($0) }
    )
  }
}

/// A request about rows, which is only valid for one schema.
protocol SchemaRequest: Sendable {
  var schema: String { get }
}

extension RelationsRequest: SchemaRequest {}
extension ValueRequest: SchemaRequest {}
extension FacetsRequest: SchemaRequest {}
