/// The JSON of the graph of an app.
enum GraphAnswers {
  private static let rootLimit = 500

  /// The nodes from which a user starts, and the newest commits.
  static func overview(_ source: any GraphSource) -> [UInt8] {
    let roots = source.roots(limit: rootLimit)
    return JSONBuilder.answer { writer in
      write(roots, to: &writer)
      writer.key("traces")
      writer.array(of: source.traces()) { writeSummary($1, to: &$0) }
    }
  }

  static func neighbours(
    _ request: GraphRequest,
    in source: any GraphSource
  ) throws(StudioError) -> [UInt8] {
    let found = source.neighbours(
      of: request.node,
      depth: request.depth,
      limit: request.limit
    )
    guard let found, !found.nodes.isEmpty else { throw .nodeMissing }
    return JSONBuilder.answer { write(found, to: &$0) }
  }

  static func trace(_ number: Int, in source: any GraphSource) throws(StudioError) -> [UInt8] {
    guard let trace = source.trace(number) else { throw .traceMissing }
    return JSONBuilder.answer { write(trace, to: &$0) }
  }
}

// MARK: - Nodes

extension GraphAnswers {
  private static func write(_ graph: ShownGraph, to writer: inout JSONBuilder) {
    writer.key("nodes")
    writer.array(of: graph.nodes) { writer, node in
      writer.object { writer in
        write(node.first, to: &writer)
        writer.member("kind", text: node.kind.rawValue)
        writer.member("isUpToDate", boolean: node.isUpToDate)
        writer.member("count", integer: node.count)
        writer.member("level", integer: node.level)
      }
    }
    writer.key("edges")
    writer.array(of: graph.edges) { writer, edge in
      writer.array(of: [edge.dependency, edge.dependent]) { $0.raw(String($1).utf8) }
    }
    writer.member("omitted", integer: graph.omittedCount)
  }

  private static func write(_ node: ShownNode, to writer: inout JSONBuilder) {
    writer.member("node", integer: node.number)
    writer.member("name", text: node.name)
    write(node.place, to: &writer)
  }

  /// Writes the members of a place, if there is one.
  private static func write(_ place: ShownPlace?, to writer: inout JSONBuilder) {
    guard let place else { return }
    writer.member("file", text: place.file)
    writer.member("line", integer: place.line)
  }
}

// MARK: - Traces

extension GraphAnswers {
  private static func writeSummary(_ trace: ShownTrace, to writer: inout JSONBuilder) {
    writer.object { writer in
      writeHead(trace, to: &writer)
      writer.member("marks", integer: trace.marks.count)
      writer.member("evaluations", integer: trace.work.count(where: \.isEvaluation))
      writer.member("reads", integer: trace.work.count(where: \.isRead))
      writer.member("calls", integer: trace.work.count(where: \.isCall))
      writer.member("omitted", integer: trace.omittedCount)
    }
  }

  private static func writeHead(_ trace: ShownTrace, to writer: inout JSONBuilder) {
    writer.member("number", integer: trace.number)
    writer.member("time", text: WallClock.text(nanoseconds: trace.timeOfDay))
    write(trace.place, to: &writer)
    writer.member("isForeign", boolean: trace.isForeign)
    writer.member("end", integer: trace.end)
    writer.key("tables")
    writer.array(of: trace.tables) { writer, table in
      writer.object { writer in
        writer.member("table", text: table.name)
        writer.member("inserted", integer: table.inserted)
        writer.member("updated", integer: table.updated)
        writer.member("deleted", integer: table.deleted)
        writer.member("columns", texts: table.columns)
        writer.member("isReset", boolean: table.isReset)
      }
    }
  }

  private static func write(_ trace: ShownTrace, to writer: inout JSONBuilder) {
    writeHead(trace, to: &writer)
    writer.member("bodyEnd", integer: trace.bodyEnd)
    writer.member("commitEnd", integer: trace.commitEnd)
    writer.member("publicationEnd", integer: trace.publicationEnd)
    writer.key("marks")
    writer.array(of: trace.marks) { writer, mark in writer.object { write(mark, to: &$0) } }
    writer.key("work")
    writer.array(of: trace.work) { write($1, to: &$0) }
    writer.member("omitted", integer: trace.omittedCount)
  }

  private static func write(_ work: ShownTrace.Work, to writer: inout JSONBuilder) {
    writer.object { writer in
      switch work.kind {
      case .evaluation(let causes, let changed):
        writer.member("kind", text: "evaluation")
        writer.key("causes")
        writer.array(of: causes) { $0.raw(String($1).utf8) }
        writer.member("changed", boolean: changed)
      case .read(let reason):
        writer.member("kind", text: "read")
        writer.member("reason", text: reason)
      case .call: writer.member("kind", text: "call")
      }
      write(work.node, to: &writer)
      writer.member("start", integer: work.start)
      writer.member("end", integer: work.end)
    }
  }
}

extension ShownTrace.Work {
  fileprivate var isEvaluation: Bool { if case .evaluation = kind { true } else { false } }
  fileprivate var isRead: Bool { if case .read = kind { true } else { false } }
  fileprivate var isCall: Bool { if case .call = kind { true } else { false } }
}

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
