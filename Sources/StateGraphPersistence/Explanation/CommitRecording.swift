import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// The effects of one commit, or of all commits during a call of `Database.explain`.
///
/// The recording contains names and counts, but no nodes and no rows. The number of entries of each
/// kind is limited.
final class CommitRecording: Sendable {
  struct Content {
    var changes: CommitChanges
    var marks: [ByteText: Int] = [:]
    var reads: [CommitReport.Read.Kind: Int] = [:]
    var calls: [CommitReport.Observer.Kind: Int] = [:]
    /// The ``NodeReference/id`` of each node whose observers were called.
    var calledNodes: Set<UInt> = []
    /// The number of effects that this recording does not list, because the limit was reached.
    var omittedCount = 0
  }

  /// The maximum number of different entries of each kind. Further entries are only counted in
  /// `omittedCount`.
  static let limit = 1_000

  private let content: Guarded<Content>
  private let database: DatabaseReference
  private let countsBefore: StatementCounts

  private struct DatabaseReference: @unchecked Sendable {
    // SAFETY: the reference is set once, before another thread can see it. Loading a weak reference
    // is thread-safe.
    weak var database: Database?
  }

  init(in database: Database) {
    content = Guarded(Content(changes: CommitChanges(after: database.commitNumber)))
    self.database = DatabaseReference(database: database)
    countsBefore = database.statementCounts
  }

  var current: Content { content.withLock { $0 } }

  /// The numbers of statements that the database has run since the recording began.
  var statementCounts: StatementCounts {
    database.database.map { $0.statementCounts - countsBefore } ?? StatementCounts()
  }

  func note(_ changes: CommitChanges, marks: [ByteText: Int]) {
    content.withLock { content in
      content.changes.add(changes)
      for (name, count) in marks { content.add(count, of: name, to: \.marks) }
    }
  }

  func noteRead(_ name: String, reason: CommitReport.Read.Reason) {
    let kind = CommitReport.Read.Kind(name: ByteText(name), reason: reason)
    content.withLock { $0.add(1, of: kind, to: \.reads) }
  }

  func note(_ call: ObserverCall) {
    let kind = CommitReport.Observer.Kind(call)
    content.withLock { content in
      content.add(1, of: kind, to: \.calls)
      if content.calledNodes.count < Self.limit {
        content.calledNodes.insert(call.node.id)
      } else if !content.calledNodes.contains(call.node.id) {
        content.omittedCount += 1
      }
    }
  }
}

extension CommitRecording.Content {
  fileprivate mutating func add<Key: Hashable>(
    _ count: Int,
    of key: Key,
    to counts: WritableKeyPath<Self, [Key: Int]>
  ) {
    if self[keyPath: counts][key] == nil, self[keyPath: counts].count >= CommitRecording.limit {
      omittedCount += count
    } else {
      self[keyPath: counts][key, default: 0] += count
    }
  }
}

extension CommitReport.Observer.Kind {
  init(_ call: ObserverCall) {
    fileID = call.observer.fileID.map { ByteText($0) }
    line = call.observer.line
    node = ByteText(call.nodeDescription)
  }
}
