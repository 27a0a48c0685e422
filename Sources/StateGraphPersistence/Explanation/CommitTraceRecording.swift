import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// A trace that threads still add work to.
final class CommitTraceRecording: Sendable {
  private let trace: Guarded<CommitTrace>

  init(_ trace: CommitTrace) { self.trace = Guarded(trace) }

  var current: CommitTrace { trace.withLock { $0 } }

  func add(_ work: [TracedWork], omitting omittedCount: Int) {
    trace.withLock { trace in
      let room = max(0, CommitTrace.limit - trace.marks.count - trace.work.count)
      trace.work += work.prefix(room)
      trace.omittedCount += omittedCount + max(0, work.count - room)
    }
  }
}

extension CommitTrace {
  /// Creates the trace of a commit that is about to be published. The caller must hold the write
  /// lock, but not the graph's lock.
  init(
    _ report: CommitReport,
    times: Times,
    from origin: WritePlace?,
    marking nodes: [GraphNode]
  ) {
    number = report.number
    let place = origin.flatMap { Self.place(of: $0) }
    (fileID, line) = (place?.fileID, place?.line ?? 0)
    isForeign = origin == nil
    self.times = times
    tables = report.tables
    var seen: Set<ObjectIdentifier> = []
    var marks: [NumberedNode] = []
    var omittedCount = 0
    for node in nodes where seen.insert(ObjectIdentifier(node)).inserted {
      guard marks.count < Self.markLimit else {
        omittedCount += 1
        continue
      }
      marks.append(NumberedNode(node, name: node.shownName, place: node.reference))
    }
    self.marks = marks
    self.omittedCount = omittedCount
  }

  /// Returns the place of a write, or nil if the library began the write for the program.
  private static func place(of origin: WritePlace) -> (fileID: String, line: Int)? {
    let fileID = origin.fileID.description
    let module = fileID.prefix { $0 != "/" }
    return libraryModules.contains { module.utf8.elementsEqual($0.utf8) }
      ? nil : (fileID, Int(origin.line))
  }

  private static let libraryModules = [
    "StateGraphSQLite", "StateGraphPersistence", "StateGraphSessions",
  ]
}

extension CommitTrace.Times {
  /// Begins the times of a write.
  mutating func begin() {
    self = CommitTrace.Times()
    start = SystemClock.uptime
    timeOfDay = SystemClock.timeOfDay
  }
}
