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

extension ShownGraph.Node {
  init(_ group: BoundedGraphDump.Group) {
    let kind: ShownGraph.Kind =
      switch group.kind {
      case .stored: .stored
      case .computed: .computed
      case .observer: .observer
      }
    self.init(
      number: group.number,
      name: group.name,
      place: ShownPlace(group.fileID, line: group.line),
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
    self.init(
      number: Int(trace.number),
      timeOfDay: times.timeOfDay,
      place: ShownPlace(trace.fileID, line: trace.line),
      isForeign: trace.isForeign,
      ends: (time(times.body), time(times.commit), time(times.publication)),
      tables: trace.tables.map { Table($0) },
      marks: trace.marks.map { mark in
        Mark(node: mark.node, name: mark.name, place: ShownPlace(mark.fileID, line: mark.line))
      },
      work: trace.work.map { work in
        Work(
          kind: Work.Kind(work.kind),
          node: work.node,
          name: work.name,
          place: ShownPlace(work.fileID, line: work.line),
          start: time(work.start),
          end: time(work.end)
        )
      },
      omittedCount: trace.omittedCount
    )
  }
}

extension ShownTrace.Table {
  init(_ table: CommitReport.Table) {
    self.init(
      name: table.name,
      inserted: table.insertedRowCount,
      updated: table.updatedRowCount,
      deleted: table.deletedRowCount,
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
