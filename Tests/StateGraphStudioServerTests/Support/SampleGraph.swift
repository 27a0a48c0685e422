import StateGraphStudioServer
import StateGraphThreads

/// The graph of an app that the tests invent: a few nodes and one commit.
final class SampleGraph: GraphSource {
  private let state = Guarded((isTracing: false, changeCount: 0, name: "User.posts"))

  /// The names of the nodes, which a hostile file can choose.
  init(name: String = "User.posts") { state.withLock { $0.name = name } }

  var isTracing: Bool { state.withLock { $0.isTracing } }
  var changeCount: Int { state.withLock { $0.changeCount } }
  private var name: String { state.withLock { $0.name } }

  /// Changes the traces, as a commit of the app does.
  func change() { state.withLock { $0.changeCount += 1 } }

  func setTracing(_ isTracing: Bool) { state.withLock { $0.isTracing = isTracing } }

  func roots(limit: Int) -> ShownGraph {
    ShownGraph(nodes: [node(1, level: 0, .stored, nil)], edges: [], omittedCount: 3)
  }

  func neighbours(of number: Int, depth: Int, limit: Int) -> ShownGraph? {
    guard number == 1 else { return nil }
    return ShownGraph(
      nodes: [
        node(1, level: 0, .stored, nil),
        node(2, level: 1, .computed, ShownPlace(file: "App/Model.swift", line: 12)),
        node(3, level: 2, .observer, ShownPlace(file: "App/View.swift", line: 7)),
      ],
      edges: [(1, 2), (2, 3)],
      omittedCount: 0
    )
  }

  private func node(
    _ number: Int,
    level: Int,
    _ kind: ShownGraph.Kind,
    _ place: ShownPlace?
  ) -> ShownGraph.Node {
    ShownGraph.Node(
      ShownNode(number: number, name: name, place: place),
      kind: kind,
      isUpToDate: true,
      count: 2,
      level: level
    )
  }

  func traces() -> [ShownTrace] { trace(7).map { [$0] } ?? [] }

  func trace(_ number: Int) -> ShownTrace? {
    guard number == 7 else { return nil }
    var trace = ShownTrace(number: 7, timeOfDay: 1_700_000_000_123_456_789)
    trace.place = ShownPlace(file: "App/Model.swift", line: 30)
    (trace.bodyEnd, trace.commitEnd, trace.publicationEnd) = (1_000, 2_000, 2_500)
    trace.tables = [
      ShownTrace.Table("posts", counts: (1, 2, 0), columns: ["title"], isReset: false)
    ]
    trace.marks = [ShownNode(number: 1, name: name, place: nil)]
    trace.work = [
      work(.evaluation(causes: [1], changed: true), 3_000, 3_900),
      work(.read(reason: "refill"), 3_100, 3_800), work(.call, 3_900, 4_200),
    ]
    return trace
  }

  private func work(_ kind: ShownTrace.Work.Kind, _ start: Int, _ end: Int) -> ShownTrace.Work {
    let place = ShownPlace(file: "App/View.swift", line: 7)
    let node = ShownNode(number: 2, name: name, place: place)
    return ShownTrace.Work(kind, node: node, start: start, end: end)
  }
}
