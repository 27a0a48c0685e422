import StateGraphCore
import StateGraphPersistence
import StateGraphStudioServer

extension ShownPlace {
  /// Returns nil if the library created the node.
  init?(_ fileID: String?, line: Int) {
    guard let fileID else { return nil }
    self.init(file: fileID, line: line)
  }
}

extension ShownNode {
  fileprivate init(_ node: NumberedNode) {
    let place = ShownPlace(node.fileID, line: node.line)
    self.init(number: node.number, name: node.name, place: place)
  }
}

extension ShownGraph.Node {
  init(_ group: BoundedGraphDump.Group) {
    let kind: ShownGraph.Kind =
      switch group.kind {
      case .stored: .stored
      case .computed: .computed
      case .observer: .observer
      }
    self.init(
      ShownNode(group.node),
      kind: kind,
      isUpToDate: group.isUpToDate,
      count: group.count,
      level: group.level
    )
  }
}

extension ShownTrace {
  init(_ trace: CommitTrace) {
    let start = trace.times.start
    func time(_ moment: UInt64) -> Int { moment > start ? Int(moment - start) : 0 }
    let times = trace.times
    self.init(number: Int(trace.number), timeOfDay: times.timeOfDay)
    place = ShownPlace(trace.fileID, line: trace.line)
    isForeign = trace.isForeign
    bodyEnd = time(times.body)
    commitEnd = time(times.commit)
    publicationEnd = time(times.publication)
    tables = trace.tables.map { Table($0) }
    marks = trace.marks.map { ShownNode($0) }
    work = trace.work.map { work in
      let (start, end) = (time(work.start), time(work.end))
      return Work(Work.Kind(work.kind), node: ShownNode(work.node), start: start, end: end)
    }
    omittedCount = trace.omittedCount
  }
}

extension ShownTrace.Table {
  init(_ table: CommitReport.Table) {
    self.init(
      table.name,
      counts: (table.insertedRowCount, table.updatedRowCount, table.deletedRowCount),
      columns: table.updatedColumns,
      isReset: table.isReset
    )
  }
}

extension ShownTrace.Work.Kind {
  init(_ kind: TracedWork.Kind) {
    switch kind {
    case .evaluation(let causes, let changed):
      self = .evaluation(causes: causes, changed: changed)
    case .read(let reason): self = .read(reason: reason)
    case .call: self = .call
    }
  }
}
