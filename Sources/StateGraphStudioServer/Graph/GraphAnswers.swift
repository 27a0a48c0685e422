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
    _ source: any GraphSource
  ) throws(StudioError) -> [UInt8] {
    let found = source.neighbours(
      of: request.node,
      depth: request.depth,
      limit: request.limit
    )
    guard let found, !found.nodes.isEmpty else { throw .nodeMissing }
    return JSONBuilder.answer { write(found, to: &$0) }
  }

  static func trace(_ number: Int, _ source: any GraphSource) throws(StudioError) -> [UInt8] {
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
        writer.member("node", node.number)
        writer.member("name", node.name)
        write(node.place, to: &writer)
        writer.member("kind", node.kind.rawValue)
        writer.member("isUpToDate", node.isUpToDate)
        writer.member("count", node.count)
        writer.member("level", node.level)
      }
    }
    writer.key("edges")
    writer.array(of: graph.edges) { writer, edge in
      writer.array(of: [edge.dependency, edge.dependent]) { $0.raw(String($1).utf8) }
    }
    writer.member("omitted", graph.omittedCount)
  }

  /// Writes the members of a place, if there is one.
  private static func write(_ place: ShownPlace?, to writer: inout JSONBuilder) {
    guard let place else { return }
    writer.member("file", place.file)
    writer.member("line", place.line)
  }
}

// MARK: - Traces

extension GraphAnswers {
  private static func writeSummary(_ trace: ShownTrace, to writer: inout JSONBuilder) {
    writer.object { writer in
      writeHead(trace, to: &writer)
      writer.member("marks", trace.marks.count)
      writer.member("evaluations", trace.work.count(where: \.isEvaluation))
      writer.member("reads", trace.work.count(where: \.isRead))
      writer.member("calls", trace.work.count(where: \.isCall))
      writer.member("omitted", trace.omittedCount)
    }
  }

  private static func writeHead(_ trace: ShownTrace, to writer: inout JSONBuilder) {
    writer.member("number", trace.number)
    writer.member("time", WallClock.text(nanoseconds: trace.timeOfDay))
    write(trace.place, to: &writer)
    writer.member("isForeign", trace.isForeign)
    writer.member("end", trace.end)
    writer.key("tables")
    writer.array(of: trace.tables) { writer, table in
      writer.object { writer in
        writer.member("table", table.name)
        writer.member("inserted", table.inserted)
        writer.member("updated", table.updated)
        writer.member("deleted", table.deleted)
        writer.member("columns", texts: table.columns)
        writer.member("isReset", table.isReset)
      }
    }
  }

  private static func write(_ trace: ShownTrace, to writer: inout JSONBuilder) {
    writeHead(trace, to: &writer)
    writer.member("bodyEnd", trace.bodyEnd)
    writer.member("commitEnd", trace.commitEnd)
    writer.member("publicationEnd", trace.publicationEnd)
    writer.key("marks")
    writer.array(of: trace.marks) { writer, mark in
      writer.object { writer in
        writer.member("node", mark.node)
        writer.member("name", mark.name)
        write(mark.place, to: &writer)
      }
    }
    writer.key("work")
    writer.array(of: trace.work) { write($1, to: &$0) }
    writer.member("omitted", trace.omittedCount)
  }

  private static func write(_ work: ShownTrace.Work, to writer: inout JSONBuilder) {
    writer.object { writer in
      switch work.kind {
      case .evaluation(let causes, let changed):
        writer.member("kind", "evaluation")
        writer.key("causes")
        writer.array(of: causes) { $0.raw(String($1).utf8) }
        writer.member("changed", changed)
      case .read(let reason):
        writer.member("kind", "read")
        writer.member("reason", reason)
      case .call: writer.member("kind", "call")
      }
      writer.member("node", work.node)
      writer.member("name", work.name)
      write(work.place, to: &writer)
      writer.member("start", work.start)
      writer.member("end", work.end)
    }
  }
}

extension ShownTrace.Work {
  fileprivate var isEvaluation: Bool { if case .evaluation = kind { true } else { false } }
  fileprivate var isRead: Bool { if case .read = kind { true } else { false } }
  fileprivate var isCall: Bool { if case .call = kind { true } else { false } }
}
